package transcript

import "agentisland/internal/session"

// readEvidence reads what the tools say about themselves, and has the
// transcripts read that this makes matter.
func (s *Store) readEvidence() {
	if s.registry.read(s.roots, s.procs, &s.lister) {
		s.news = true
	}
	folders := len(s.desktop.folders)
	if s.desktop.read(&s.lister) {
		s.news = true
	}
	if len(s.desktop.folders) != folders {
		s.version++
	}
	for id := range s.registry.alive {
		s.summon(id)
	}
	now := s.now()
	for id, d := range s.desktop.byID {
		if now.Sub(d.LastActivity) < freshFor {
			s.summon(id)
		}
	}
}

// summon has a Claude session's transcript read that was too old to matter.
func (s *Store) summon(id string) {
	if s.sessions[session.Ref{Provider: session.Claude, ID: id}] != nil {
		return
	}
	for _, d := range s.folders {
		if f := d.files[id+".jsonl"]; f != nil && d.root.Provider == session.Claude {
			s.queue(f)
		}
	}
}
