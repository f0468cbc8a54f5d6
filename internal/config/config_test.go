package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"agentisland/internal/config"
)

func TestLoad(t *testing.T) {
	tests := []struct {
		name, file string
		env        map[string]string
		check      func(config.Config) bool
		wantErr    string
	}{
		{name: "defaults", check: func(c config.Config) bool { return c.Language == "auto" && c.Alarms.Errors && !c.Alarms.Stuck }},
		{name: "file", file: "language: zh\nalarms:\n  stuck: true\n", check: func(c config.Config) bool { return c.Language == "zh" && c.Alarms.Stuck && c.Alarms.Errors }},
		{name: "environment outranks the file", file: "alarms: {errors: true}\n", env: map[string]string{"AGENTISLAND_ALARMS_ERRORS": "false"}, check: func(c config.Config) bool { return !c.Alarms.Errors }},
		{name: "roots", file: "roots:\n  claude: [/mnt/wsl/home/.claude]\n", check: func(c config.Config) bool { return len(c.Roots.Claude) == 1 }},
		{name: "durations and hours", file: "alarms:\n  min_turn: 30s\n  repeat: 10m\n  quiet_hours: 22:00-07:30\n", check: func(c config.Config) bool {
			from, to, err := config.ParseHours(c.Alarms.Quiet)
			return c.Alarms.MinTurn == 30*time.Second && c.Alarms.Repeat == 10*time.Minute && from == 1320 && to == 450 && err == nil
		}},
		{name: "a list from the environment", env: map[string]string{"AGENTISLAND_ALARMS_MUTED_PROVIDERS": "codex"}, check: func(c config.Config) bool {
			return len(c.Alarms.Providers) == 1 && c.Alarms.Providers[0] == "codex"
		}},
		{name: "notifications tell no details and sound like the system", check: func(c config.Config) bool {
			return c.Notifications == config.Notifications{Sound: "system", Windows: "balloon"}
		}},
		{name: "a sound in the home folder", file: "notifications:\n  sound: ~/ding.oga\n  details: true\n", check: func(c config.Config) bool {
			return filepath.IsAbs(c.Notifications.Sound) && filepath.Base(c.Notifications.Sound) == "ding.oga" && c.Notifications.Details
		}},
		{name: "a sound without its folder", file: "notifications:\n  sound: ding.oga\n", wantErr: "notifications.sound"},
		{name: "wrong kind of notification", file: "notifications:\n  windows: popup\n", wantErr: "popup"},
		{name: "wrong hours", file: "alarms:\n  quiet_hours: tonight\n", wantErr: "quiet_hours"},
		{name: "repeat too fast", file: "alarms:\n  repeat: 1s\n", wantErr: "alarms.repeat"},
		{name: "a time without a unit", file: "alarms:\n  min_turn: 30\n", wantErr: "write a unit"},
		{name: "wrong provider", file: "alarms:\n  muted_providers: [gemini]\n", wantErr: "gemini"},
		{name: "a section with nothing in it", file: "alarms:\n  # stuck: true\n", wantErr: "section alarms has no keys"},
		{name: "unknown key", file: "alarm:\n  stuck: true\n", wantErr: "alarm.stuck"},
		{name: "wrong type", file: "alarms:\n  stuck: sometimes\n", wantErr: "stuck"},
		{name: "wrong language", file: "language: klingon\n", wantErr: "klingon"},
		{name: "not yaml", file: "\x00\x01{{", wantErr: "config.yaml"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "config.yaml")
			if err := os.WriteFile(path, []byte(tt.file), 0o600); err != nil {
				t.Fatal(err)
			}
			for k, v := range tt.env {
				t.Setenv(k, v)
			}
			c, err := config.Load(path)
			if tt.wantErr != "" {
				if err == nil || !strings.Contains(err.Error(), tt.wantErr) {
					t.Fatalf("error %v, want one that names %q", err, tt.wantErr)
				}
				return
			}
			if err != nil || !tt.check(c) {
				t.Fatalf("%+v, %v", c, err)
			}
		})
	}
}
