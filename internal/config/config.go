// Package config owns the settings: defaults, one file and the environment,
// read with viper into one immutable value.
package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/viper"

	"agentisland/internal/store"
)

// Config is every setting. The zero value is not valid; Load fills it.
type Config struct {
	// Language of all texts: auto, en or zh.
	Language string `mapstructure:"language"`
	Roots    Roots  `mapstructure:"roots"`
	Alarms   Alarms `mapstructure:"alarms"`
}

// Roots are folders to look in besides the tools' own.
type Roots struct {
	Claude []string `mapstructure:"claude"`
	Codex  []string `mapstructure:"codex"`
	WSL    bool     `mapstructure:"wsl"` // on Windows: in WSL, too; reading wakes the distributions
}

// Alarms says what rings.
type Alarms struct {
	Enabled  bool `mapstructure:"enabled"`  // notifications at all
	Errors   bool `mapstructure:"errors"`   // errors and usage limits
	Stuck    bool `mapstructure:"stuck"`    // turns that went quiet
	Headless bool `mapstructure:"headless"` // claude -p, codex exec, SDK sessions
}

var defaults = map[string]any{
	"language":        "auto",
	"roots.claude":    []string{},
	"roots.codex":     []string{},
	"roots.wsl":       false,
	"alarms.enabled":  true,
	"alarms.errors":   true,
	"alarms.stuck":    false,
	"alarms.headless": false,
}

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
	v.SetConfigFile(path)
	v.SetConfigType("yaml")
	if err := v.ReadInConfig(); err != nil {
		if named || !errors.Is(err, fs.ErrNotExist) {
			return Config{}, fmt.Errorf("configuration %s: %w", path, err)
		}
	}
	return decode(v, path)
}

func decode(v *viper.Viper, path string) (Config, error) {
	var unknown []string
	for _, key := range v.AllKeys() {
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
	c.Roots.Claude = expand(c.Roots.Claude)
	c.Roots.Codex = expand(c.Roots.Codex)
	return c, nil
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
