package notify

import (
	"encoding/xml"
	"strings"
	"testing"
)

// TestToastXML reads what is written as an XML parser does: no text can leave
// its place.
func TestToastXML(t *testing.T) {
	for _, s := range []string{
		"plain", "", `<b>"a" & 'b'</b>`, `]]></text><audio src="x"/>`, "&amp; &#0;", "two\nlines\ttab", "nul\x00 esc\x1b bad\xff", "👩‍👩‍👧 中文 نص",
		strings.Repeat("<", 10<<10),
	} {
		var got struct {
			Launch string   `xml:"launch,attr"`
			Texts  []string `xml:"visual>binding>text"`
			Action struct {
				Content string `xml:"content,attr"`
			} `xml:"actions>action"`
			Audio []struct {
				Silent bool `xml:"silent,attr"`
			} `xml:"audio"`
		}
		doc := toastXML(centerNote{id: "i", session: s, title: s, body: s, action: s})
		if err := xml.Unmarshal([]byte(doc), &got); err != nil {
			t.Fatalf("%.40q: %v in %.200s", s, err, doc)
		}
		want := strings.NewReplacer("\x00", "\uFFFD", "\x1b", "\uFFFD").Replace(strings.ToValidUTF8(s, "\uFFFD"))
		if len(got.Texts) != 2 || got.Texts[0] != want || got.Texts[1] != want || got.Action.Content != want {
			t.Errorf("%.40q comes out as %.100q, %.100q", s, got.Texts, got.Action.Content)
		}
		if len(got.Audio) != 1 || !got.Audio[0].Silent {
			t.Errorf("audio %+v", got.Audio)
		}
	}
	if doc := toastXML(centerNote{title: "a", sound: SystemSound}); strings.Contains(doc, "audio") || strings.Contains(doc, "action ") {
		t.Error(doc)
	}
}

func TestToastTag(t *testing.T) {
	a, b := toastTag("claude:1"), toastTag("claude:2")
	if a == b || len(a) != 16 || a != toastTag("claude:1") {
		t.Errorf("%q %q", a, b)
	}
}
