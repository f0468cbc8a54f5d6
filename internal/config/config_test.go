package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

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
