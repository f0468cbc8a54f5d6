// Package config owns the settings: defaults, one file and the environment,
// read with viper into one immutable value.
package config

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/viper"

	"agentisland/internal/store"
)

// Config is every setting. The zero value is not valid; Load fills it.
type Config struct {
	// Language of all texts: auto, en or zh.
	Language string `mapstructure:"language"`
	Roots    Roots  `mapstructure:"roots"`
	Alarms   Alarms `mapstructure:"alarms"`

	Notifications Notifications `mapstructure:"notifications"`
}

// Notifications says how they look and sound.
type Notifications struct {
	Details bool   `mapstructure:"details"` // quote the question or the last answer
	Sound   string `mapstructure:"sound"`   // SystemSound, NoSound or an absolute path
	Windows string `mapstructure:"windows"` // Balloon or Toast
}

// The words of Notifications.
const (
	SystemSound = "system"
	NoSound     = "none"
	Balloon     = "balloon"
	Toast       = "toast"
)

// Roots are folders to look in besides the tools' own.
type Roots struct {
	Claude []string `mapstructure:"claude"`
	Codex  []string `mapstructure:"codex"`
	WSL    bool     `mapstructure:"wsl"` // on Windows: in WSL, too; reading wakes the distributions
}

// Alarms says what rings.
type Alarms struct {
	Enabled   bool `mapstructure:"enabled"`   // notifications at all
	Turns     bool `mapstructure:"turns"`     // finished turns
	Questions bool `mapstructure:"questions"` // questions, plans, permissions
	Errors    bool `mapstructure:"errors"`    // errors and refused sign-ins
	Limits    bool `mapstructure:"limits"`    // usage limits
	Stuck     bool `mapstructure:"stuck"`     // turns that went quiet
	Headless  bool `mapstructure:"headless"`  // claude -p, codex exec
	SDK       bool `mapstructure:"sdk"`       // sessions driven by a program
	Desktop   bool `mapstructure:"desktop"`   // sessions of the desktop apps

	MinTurn   time.Duration `mapstructure:"min_turn"`    // shorter turns end silently
	Repeat    time.Duration `mapstructure:"repeat"`      // ring again while it is your turn; 0 never
	Quiet     string        `mapstructure:"quiet_hours"` // such as 22:00-07:30, "" for none
	Summary   bool          `mapstructure:"summary"`     // alarms within 3 s become one
	Providers []string      `mapstructure:"muted_providers"`
	Projects  []string      `mapstructure:"muted_projects"` // folders
}

// minRepeat keeps a repeated alarm from becoming a nuisance.
const minRepeat = time.Minute

var defaults = map[string]any{
	"language":               "auto",
	"roots.claude":           []string{},
	"roots.codex":            []string{},
	"roots.wsl":              false,
	"alarms.enabled":         true,
	"alarms.turns":           true,
	"alarms.questions":       true,
	"alarms.errors":          true,
	"alarms.limits":          true,
	"alarms.stuck":           false,
	"alarms.headless":        false,
	"alarms.sdk":             false,
	"alarms.desktop":         true,
	"alarms.min_turn":        time.Duration(0),
	"alarms.repeat":          time.Duration(0),
	"alarms.quiet_hours":     "",
	"alarms.summary":         false,
	"alarms.muted_providers": []string{},
	"alarms.muted_projects":  []string{},
	"notifications.details":  false,
	"notifications.sound":    SystemSound,
	"notifications.windows":  Balloon,
}

// maxFile bounds the file, in bytes.
const maxFile = 1 << 20

// Path is where the file lies unless another one is named.
func Path() (string, error) {
	dir, err := store.ConfigDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "config.yaml"), nil
}

// Load reads the file at path, "" for the usual one, which need not exist. A
// variable such as AGENTISLAND_ALARMS_STUCK outranks the file.
func Load(path string) (Config, error) {
	v := viper.New()
	for key, value := range defaults {
		v.SetDefault(key, value)
	}
	v.SetEnvPrefix("agentisland")
	v.SetEnvKeyReplacer(strings.NewReplacer(".", "_"))
	v.AutomaticEnv()
	named := path != ""
	if !named {
		var err error
		if path, err = Path(); err != nil {
			return Config{}, fmt.Errorf("find the configuration: %w", err)
		}
	}
	v.SetConfigType("yaml")
	data, err := store.ReadFile(path, maxFile)
	if err == nil {
		err = v.ReadConfig(bytes.NewReader(data))
	}
	if err != nil && (named || !errors.Is(err, fs.ErrNotExist)) {
		return Config{}, fmt.Errorf("configuration %s: %w", path, err)
	}
	return decode(v, path)
}

func decode(v *viper.Viper, path string) (Config, error) {
	var unknown []string
	for _, key := range v.AllKeys() {
		if section(key) {
			return Config{}, fmt.Errorf("configuration %s: the section %s has no keys: remove it, or give it some", path, key)
		}
		if _, ok := defaults[key]; !ok {
			unknown = append(unknown, key)
		}
	}
	if len(unknown) > 0 {
		return Config{}, fmt.Errorf("configuration %s: unknown key %s", path, strings.Join(unknown, ", "))
	}
	var c Config
	if err := v.Unmarshal(&c); err != nil {
		return Config{}, fmt.Errorf("configuration %s: %w", path, err)
	}
	switch c.Language {
	case "auto", "en", "zh":
	default:
		return Config{}, fmt.Errorf("configuration %s: language is %q, not auto, en or zh", path, c.Language)
	}
	if err := c.Alarms.check(); err != nil {
		return Config{}, fmt.Errorf("configuration %s: %w", path, err)
	}
	c.Notifications.Sound = expand([]string{c.Notifications.Sound})[0]
	if err := c.Notifications.check(); err != nil {
		return Config{}, fmt.Errorf("configuration %s: %w", path, err)
	}
	c.Alarms.Projects = expand(c.Alarms.Projects)
	c.Roots.Claude = expand(c.Roots.Claude)
	c.Roots.Codex = expand(c.Roots.Codex)
	return c, nil
}

// section reports whether key names a section, whose own value is then none.
func section(key string) bool {
	for known := range defaults {
		if strings.HasPrefix(known, key+".") {
			return true
		}
	}
	return false
}

func (a *Alarms) check() error {
	if _, _, err := ParseHours(a.Quiet); err != nil {
		return fmt.Errorf("alarms.quiet_hours: %w", err)
	}
	if a.MinTurn != 0 && a.MinTurn < time.Second { // a number without a unit is nanoseconds
		return fmt.Errorf("alarms.min_turn is %s, not 0 or at least a second: write a unit, such as 30s or 2m", a.MinTurn)
	}
	if a.Repeat != 0 && a.Repeat < minRepeat {
		return fmt.Errorf("alarms.repeat is %s, not 0 or at least %s: write a unit, such as 5m", a.Repeat, minRepeat)
	}
	for _, p := range a.Providers {
		if p != "claude" && p != "codex" {
			return fmt.Errorf("alarms.muted_providers names %q, not claude or codex", p)
		}
	}
	return nil
}

func (n *Notifications) check() error {
	switch {
	case n.Sound == SystemSound, n.Sound == NoSound, filepath.IsAbs(n.Sound):
	default:
		return fmt.Errorf("notifications.sound is %q, not %s, %s or a file with its whole path", n.Sound, SystemSound, NoSound)
	}
	if n.Windows != Balloon && n.Windows != Toast {
		return fmt.Errorf("notifications.windows is %q, not %s or %s", n.Windows, Balloon, Toast)
	}
	return nil
}

// ParseHours reads a time of day such as 22:00-07:30 as minutes after midnight.
// "" is no time at all: both are 0.
func ParseHours(s string) (from, to int, err error) {
	if s == "" {
		return 0, 0, nil
	}
	a, b, ok := strings.Cut(s, "-")
	start, err1 := time.Parse("15:04", strings.TrimSpace(a))
	end, err2 := time.Parse("15:04", strings.TrimSpace(b))
	if !ok || err1 != nil || err2 != nil {
		return 0, 0, fmt.Errorf("%q is not a time of day such as 22:00-07:30", s)
	}
	return start.Hour()*60 + start.Minute(), end.Hour()*60 + end.Minute(), nil
}

// expand replaces a leading ~ by the home folder.
func expand(dirs []string) []string {
	home, err := os.UserHomeDir()
	if err != nil {
		return dirs
	}
	out := make([]string, 0, len(dirs))
	for _, d := range dirs {
		if rest, ok := strings.CutPrefix(d, "~"); ok && (rest == "" || os.IsPathSeparator(rest[0])) {
			d = filepath.Join(home, rest)
		}
		out = append(out, d)
	}
	return out
}
