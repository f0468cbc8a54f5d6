package engine

import (
	"context"
	"log/slog"

	"agentisland/internal/alert"
)

// saver writes the alarm memory on a goroutine of its own. Only the newest
// version waits; the last one is written before run returns.
type saver struct {
	path    string
	latest  chan *alert.Memory
	results *queue[error] // of every write
	log     *slog.Logger
}

func newSaver(path string, log *slog.Logger) *saver {
	return &saver{path: path, latest: make(chan *alert.Memory, 1), results: newQueue[error](), log: log}
}

// save replaces the waiting version. It is called by one goroutine.
func (s *saver) save(m *alert.Memory) {
	if s.path == "" {
		return
	}
	select {
	case <-s.latest:
	default:
	}
	s.latest <- m
}

func (s *saver) run(ctx context.Context) {
	for {
		select {
		case m := <-s.latest:
			s.write(m)
		case <-ctx.Done():
			select {
			case m := <-s.latest:
				s.write(m)
			default:
			}
			return
		}
	}
}

func (s *saver) write(m *alert.Memory) {
	err := m.Save(s.path)
	s.results.push(err)
	if err != nil {
		s.log.Error("alarms may ring again after a restart", "err", err)
	}
}
