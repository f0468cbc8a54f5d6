package alert_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"agentisland/internal/alert"
)

// TestMemoryFile checks what survives on disk, and what is done with a file that
// is not what it was.
func TestMemoryFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state", "alarms.json")
	m, err := alert.LoadMemory(path)
	if err != nil || len(m.Seen) != 0 {
		t.Fatalf("first run: %v, %v", m, err)
	}
	m.Seen["k|turn_complete"] = alert.Seen{At: start, Why: "history"}
	m.Shown["claude:a"] = alert.Shown{Identity: "k|turn_complete", Handle: "7", At: start}
	m.Muted["project:/w"] = true
	m.SnoozedUntil = start.Add(time.Hour)
	if err := m.Save(path); err != nil {
		t.Fatal(err)
	}
	again, err := alert.LoadMemory(path)
	if err != nil || again.Seen["k|turn_complete"] != m.Seen["k|turn_complete"] || again.Shown["claude:a"] != m.Shown["claude:a"] ||
		!again.Muted["project:/w"] || !again.SnoozedUntil.Equal(m.SnoozedUntil) {
		t.Fatalf("read back %+v, %v", again, err)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), ".*")); len(left) != 0 {
		t.Errorf("temporary files stay: %v", left)
	}

	for name, damage := range map[string]string{
		"torn": `{"seen":{"k`, "binary": "\x00\xff\x00", "another shape": `{"seen":["k"]}`, "empty": "", "null": "null",
	} {
		t.Run(name, func(t *testing.T) {
			if err := os.WriteFile(path, []byte(damage), 0o600); err != nil {
				t.Fatal(err)
			}
			m, err := alert.LoadMemory(path)
			if m == nil || m.Seen == nil || m.Shown == nil || m.Muted == nil {
				t.Fatalf("unusable memory %+v", m)
			}
			if name == "null" {
				return // nothing in it, but no damage
			}
			if err == nil {
				t.Error("damage was not reported")
			}
			if kept, _ := os.ReadFile(path + ".damaged"); string(kept) != damage {
				t.Errorf("the damaged file was not set aside: %q", kept)
			}
		})
	}
}

// TestPrune forgets after 12 hours, what is dated in the future, and the oldest
// beyond the bound.
func TestPrune(t *testing.T) {
	m := alert.NewMemory()
	m.Seen["fresh"] = alert.Seen{At: start.Add(-12 * time.Hour)}
	m.Seen["old"] = alert.Seen{At: start.Add(-12*time.Hour - time.Second)}
	m.Seen["future"] = alert.Seen{At: start.Add(2 * time.Hour)}
	m.Shown["old"] = alert.Shown{At: start.Add(-13 * time.Hour)}
	m.Prune(start)
	if len(m.Seen) != 1 || len(m.Shown) != 0 {
		t.Errorf("kept %v and %v", m.Seen, m.Shown)
	}
	for i := range 10000 {
		m.Seen[time.Duration(i).String()] = alert.Seen{At: start.Add(-time.Duration(i) * time.Second)}
	}
	m.Prune(start)
	if _, ok := m.Seen["0s"]; len(m.Seen) != 8192 || !ok {
		t.Errorf("%d kept, the newest: %v", len(m.Seen), ok)
	}
}
