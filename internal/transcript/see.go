package transcript

import (
	"cmp"
	"slices"
	"time"
)

// Bounds of what is read of a large home. Its old transcripts are idle and
// their labels are shown to nobody who does not ask for all of them.
const (
	smallHome  = 128 << 20          // bytes; below it everything is read
	fewFiles   = 20_000             // the same in files, of which each costs some memory
	bigFile    = 16 << 20           // a single file counts no more than this
	maxRead    = 150                // transcripts read because they are the newest, unless Options say otherwise
	budget     = 260                // at most this fraction of the bytes on disk is read of them
	freshFor   = 30 * time.Minute   // always read: they can be anything but idle
	deepFor    = 4 * time.Hour      // read with the wider bounds for labels
	limitFor   = 8 * 24 * time.Hour // may have ended at a usage limit that still lasts
	maxProbes  = 2000               // transcripts looked at for such a limit
	shallowSum = shallowTail + shallowHead
	deepSum    = deepTail + 2*firstStep
)

// see compares a file with what is known of it.
func (s *Store) see(d *folder, name []byte, st stamp, first bool) {
	s.work.Stats++
	if s.full {
		s.total.files++
		s.total.bytes += st.size
		s.total.small += min(st.size, bigFile)
	}
	f := d.files[string(name)]
	if f != nil {
		f.turn = s.turn
		if f.stamp == st && !f.racy {
			return
		}
		if !f.sameFile(st) || st.size < f.size {
			s.restart(f) // nothing known of it holds
		}
	} else {
		f = &file{folder: d, name: string(name), turn: s.turn, found: first}
		d.files[f.name] = f
	}
	f.stamp = st
	s.newest = max(s.newest, st.mtime)
	s.queue(f)
}

func (s *Store) queue(f *file) {
	if !f.queued {
		f.queued = true
		s.pending = append(s.pending, f)
	}
}

// restart forgets what is known of a file that was read; it is read again.
func (s *Store) restart(f *file) {
	if f.facts == nil {
		return
	}
	ref := f.ref()
	s.leave(f)
	f.facts = nil
	f.facts = &facts{ref: f.ref(), fresh: true}
	s.touched[ref] = true
}

// retry has another look at files that could not be read: no stat shows that
// descriptors are free again or a lock is gone.
func (s *Store) retry() {
	for f := range s.tracked {
		if f.facts != nil && f.facts.err != nil {
			s.queue(f)
		}
	}
}

// choose decides which of the pending files are read. Always: those read
// before, those written within half an hour, and those a live process or
// Claude Desktop names. Then the newest ones, as far as the budget goes. Of the
// rest a file that is older can only be idle, except at a usage limit: those
// of the last days are probed for one.
func (s *Store) choose() []*job {
	pending := s.pending
	s.pending = nil
	slices.SortFunc(pending, func(a, b *file) int { return cmp.Compare(b.mtime, a.mtime) })
	now := s.now().UnixNano()
	small := s.options.All || s.total.small < smallHome && s.total.files <= fewFiles
	left := s.total.bytes / budget
	probes := maxProbes
	jobs := make([]*job, 0, min(len(pending), 2*maxRead))
	for _, f := range pending {
		f.queued = false
		if f.folder.files[f.name] != f {
			continue // dropped meanwhile
		}
		age := time.Duration(now - f.mtime)
		e, cost := shallow, min(f.size, shallowSum)
		if age < deepFor || small && !s.options.All {
			e, cost = deep, min(f.size, deepSum)
		}
		must := f.facts != nil || small || age < freshFor || s.named(f)
		if e == deep && (age < freshFor || small) {
			e = wide
		}
		switch {
		case must, s.room(len(jobs)) && left >= cost:
			left -= cost
			jobs = append(jobs, &job{f: f, effort: e, shallow: !must})
		case age < limitFor && probes > 0:
			probes--
			jobs = append(jobs, &job{f: f, probe: true, shallow: true})
		default:
			f.found = false
		}
	}
	return jobs
}

// room reports whether another file may be read because it is new.
func (s *Store) room(chosen int) bool { return len(s.tracked)+chosen < s.options.Newest }

// named reports whether a live process or Claude Desktop's recent activity
// speaks of the file's session.
func (s *Store) named(f *file) bool {
	id := f.ref().ID
	if s.registry.alive[id] {
		return true
	}
	d, ok := s.desktop.byID[id]
	return ok && s.now().Sub(d.LastActivity) < freshFor
}
