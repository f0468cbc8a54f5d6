package msg_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"agentisland/internal/msg"
	"agentisland/internal/status"
)

// TestComplete checks that no text is missing in any language: an empty field
// or map entry would show a person nothing.
func TestComplete(t *testing.T) {
	english, chinese := msg.For("en"), msg.For("zh")
	if english == chinese {
		t.Fatal("one catalog for two languages")
	}
	for _, c := range []*msg.Catalog{english, chinese} {
		name := c.Tag.String()
		walk(t, name, reflect.ValueOf(*c))
		for _, s := range status.States {
			if c.States[s] == "" {
				t.Errorf("%s: state %s has no text", name, s)
			}
		}
		for _, r := range []status.Reason{
			status.ReasonBackground, status.ReasonBusy, status.ReasonRetrying, status.ReasonTurnComplete, status.ReasonQuestion,
			status.ReasonPlan, status.ReasonPermission, status.ReasonCutOff, status.ReasonQuiet, status.ReasonAPIError,
			status.ReasonLimit, status.ReasonAuth, status.ReasonInterrupted, status.ReasonEnded, status.ReasonExpired,
		} {
			if c.Reasons[r] == "" || !strings.Contains(c.Body("Codex", r), "Codex") {
				t.Errorf("%s: reason %s has no text", name, r)
			}
		}
	}
	if len(english.Explain.Why) != len(chinese.Explain.Why) {
		t.Error("the languages name different suppressions")
	}
}

// walk fails for every empty string and nil function of a catalog.
func walk(t *testing.T, path string, v reflect.Value) {
	t.Helper()
	for i := range v.NumField() {
		f, name := v.Field(i), path+"."+v.Type().Field(i).Name
		switch f.Kind() {
		case reflect.Struct:
			if f.Type().PkgPath() == v.Type().PkgPath() {
				walk(t, name, f)
			}
		case reflect.String, reflect.Func, reflect.Map:
			if f.IsZero() {
				t.Errorf("%s is missing", name)
			}
		case reflect.Array:
			for j := range f.Len() {
				if f.Index(j).IsZero() {
					t.Errorf("%s[%d] is missing", name, j)
				}
			}
		}
	}
}

func TestFor(t *testing.T) {
	tests := []struct {
		configured string
		system     []string
		want       string
	}{
		{"auto", []string{"zh_CN.UTF-8"}, "zh"},
		{"", []string{"zh-Hans-CN"}, "zh"},
		{"auto", []string{"de_DE.UTF-8", "zh_TW"}, "zh"},
		{"auto", []string{"de_DE", "en_GB", "zh_CN"}, "en"},
		{"auto", []string{"C", "nonsense!"}, "en"},
		{"auto", nil, "en"},
		{"en", []string{"zh_CN"}, "en"},
		{"zh", []string{"en_US"}, "zh"},
	}
	for _, tt := range tests {
		base, _ := msg.For(tt.configured, tt.system...).Tag.Base()
		if base.String() != tt.want {
			t.Errorf("For(%q, %q) is %s, want %s", tt.configured, tt.system, base, tt.want)
		}
	}
}

func TestTexts(t *testing.T) {
	en, zh := msg.For("en"), msg.For("zh")
	for _, tt := range []struct{ got, want string }{
		{en.Tooltip(status.Counts{}), "all quiet"},
		{en.Tooltip(status.Counts{9, 1, 1, 0, 0}), "1 needs you · 1 working"},
		{en.Tooltip(status.Counts{9, 2, 3, 1, 2}), "2 errors · 1 stuck · 3 need you · 2 working"},
		{zh.Tooltip(status.Counts{9, 2, 1, 0, 0}), "1 个等你处理 · 2 个运行中"},
		{en.Ago(-time.Hour), "now"},
		{en.Ago(59 * time.Second), "59 s"},
		{en.Ago(3599 * time.Second), "59 min"},
		{en.Ago(47 * time.Hour), "47 h"},
		{en.Ago(48 * time.Hour), "2 d"},
		{zh.Ago(3 * time.Minute), "3 分钟"},
		{en.Together(1), "1 session needs you"},
	} {
		if tt.got != tt.want {
			t.Errorf("%q, want %q", tt.got, tt.want)
		}
	}
}
