package transcript

import (
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"sync"
	"sync/atomic"

	"agentisland/internal/tail"
)

// maxWorkers read at the same time; parallel is from how many files on that
// pays.
const (
	maxWorkers = 4
	parallel   = 8
)

// job is one file to read. Workers write into it, the store's goroutine takes
// it over afterwards.
type job struct {
	f       *file
	effort  effort
	shallow bool // see Change
	probe   bool // only read when it may have ended at a usage limit

	facts  *facts // nil when the probe found nothing
	answer any
	gone   bool
}

// worker reads one file after the other.
type worker struct {
	src  source
	end  []byte // room for probes
	work Work
}

// room is where a probe reads to.
func (w *worker) room() []byte {
	if w.end == nil {
		w.end = make([]byte, shallowTail)
	}
	return w.end
}

// run does the jobs and takes over what they found.
func (s *Store) run(jobs []*job) {
	n := 1
	if len(jobs) >= parallel {
		n = min(maxWorkers, runtime.GOMAXPROCS(0))
	}
	for len(s.workers) < n {
		s.workers = append(s.workers, worker{})
	}
	if n == 1 {
		for _, j := range jobs {
			s.read(&s.workers[0], j)
		}
	} else {
		s.share(n, jobs)
	}
	for i := range s.workers {
		w := &s.workers[i]
		s.work.Opened += w.work.Opened
		s.work.Bytes += w.work.Bytes
		w.work = Work{}
	}
	if n > 1 {
		s.workers = nil // their room is not kept for single files
	}
	for _, j := range jobs {
		s.takeOver(j)
	}
}

func (s *Store) share(n int, jobs []*job) {
	var next atomic.Int64
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			for {
				k := int(next.Add(1)) - 1
				if k >= len(jobs) {
					return
				}
				s.read(&s.workers[i], jobs[k])
			}
		})
	}
	wg.Wait()
}

// read does one job. It only reads what the store knows.
func (s *Store) read(w *worker, j *job) {
	k := facts{ref: j.f.ref(), fresh: true}
	if j.f.facts != nil {
		k = *j.f.facts
	}
	k.err = nil
	path := j.f.path()
	if j.probe {
		end := readEnd(path, j.f.size, w.room())
		w.work.Opened++
		w.work.Bytes += int64(len(end))
		if !mayBeLimit(k.ref.Provider, end) {
			return
		}
	}
	f, err := openRegular(path)
	if err != nil {
		j.gone = errors.Is(err, fs.ErrNotExist)
		k.err = fmt.Errorf("cannot be read: %w", err)
		j.facts = &k
		return
	}
	defer f.Close()
	w.src.open(f, j.f.size)
	_ = w.src.load(int(min(j.f.size, tail.FirstStep))) // at once what follows reads in parts
	w.work.Opened++
	k.update(&w.src, j.effort)
	j.facts = &k
	if s.options.Inspect != nil {
		c := s.change(j.f, &k)
		c.Shallow = j.shallow
		j.answer = s.options.Inspect(&c, &w.src)
	}
	w.work.Bytes += w.src.read
}

// takeOver files what a job found.
func (s *Store) takeOver(j *job) {
	f := j.f
	switch {
	case j.facts == nil:
		f.found = false
		return
	case j.gone:
		s.drop(f)
		return
	}
	if f.facts != nil {
		s.leave(f)
		s.touched[f.facts.ref] = true
	}
	f.facts, f.answer = j.facts, j.answer
	f.facts.turn = s.turn
	f.racy = f.stamp.racy(s.now())
	s.join(f)
}
