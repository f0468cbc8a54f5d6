package transcript

import (
	"os"
	"time"
)

// watchedFor is how long after its last change a transcript's folder is
// watched. A session resumed later shows up in the next sweep.
const watchedFor = 24 * time.Hour

// recent lists the transcripts changed within a day of the newest one, newest
// first. It compares file times with each other, so that a wrong clock does
// not matter.
func (s *Store) recent() []string {
	var newest time.Time
	for _, f := range s.files {
		if t := f.info.ModTime(); t.After(newest) {
			newest = t
		}
	}
	return s.Live(newest.Add(-watchedFor))
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
