//go:build !race

// Random texts of this size take minutes under the race detector, and nothing
// here runs at the same time as anything else.

package tail

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	_ "agentisland/internal/testseed"
)

// outlined outlines line, fed in pieces of at most size bytes; nil is none.
func outlined(line []byte, size int) []byte {
	var o outline
	for end := len(line); end > 0; {
		begin := max(0, end-size)
		o.feed(line[begin:end])
		end = begin
	}
	l, ok := o.line(0)
	if !ok {
		return nil
	}
	return l.Data
}

// members are the names of an object's members in order, with their values.
func members(t testing.TB, object []byte) (names []string, values []any) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(object))
	d.UseNumber()
	for depth := 0; ; {
		tok, err := d.Token()
		if err != nil {
			return names, values
		}
		if delim, ok := tok.(json.Delim); ok && depth == 0 && delim == '{' {
			depth = 1
			continue
		}
		name, ok := tok.(string)
		if !ok {
			return names, values
		}
		var v any
		if err := d.Decode(&v); err != nil {
			t.Fatal(err)
		}
		names, values = append(names, name), append(values, v)
	}
}

func FuzzOutline(f *testing.F) {
	for _, seed := range []string{
		`{"type":"user","message":{"content":[{"type":"text","text":"a \"quoted\" \\ text\n"}]},"n":-1.5e+3,"b":[true,false,null]}`,
		`{"a":"\\\\\"\\","\u0074ype":"\ud83d\ude00 \ud800"}`, `{"a":[[[[[[[[[[1]]]]]]]]]]}`, "\x00\x00{\"a\" : 1 }\r\x00",
		`{"a":1}{"b":2}`, `{"a":"half{"b":2}`, `{"a":"\x"}`, `{"a":tru e}`, `{"a":[}`, `"\`, `{"a":"` + strings.Repeat(`\u00e9é`, 1000) + `"}`,
		`{"a":` + strings.Repeat("1", 2000) + `}`, `{"a":"\u12"}`, `{"":"\"","":"\\"}`, "{\"a\":\"\x01\"}", `\"{}`,
	} {
		f.Add([]byte(seed), 7)
	}
	f.Fuzz(func(t *testing.T, line []byte, size int) {
		if bytes.IndexByte(line, '\n') >= 0 {
			t.Skip() // no line
		}
		got := outlined(line, len(line)+1)
		if pieces := outlined(line, 1+(size&0x3f)); !bytes.Equal(got, pieces) {
			t.Fatalf("%q in one piece, %q in pieces", got, pieces)
		}
		trimmed := bytes.Trim(line, " \t\r\x00")
		if !json.Valid(trimmed) || len(trimmed) == 0 || trimmed[0] != '{' {
			if got != nil && json.Valid(bytes.Trim(got, " \t\r\x00")) && depthOf(line) < keepDepth && trimmed[0] == '{' {
				t.Fatalf("%q is no JSON text, its outline %q is", line, got)
			}
			return
		}
		got = bytes.Trim(got, " \t\r\x00")
		if !json.Valid(got) {
			t.Fatalf("outline of %q is no JSON text: %q", line, got)
		}
		if len(line) > keepSide[1]/2 {
			return
		}
		names, values := members(t, trimmed)
		gotNames, gotValues := members(t, got)
		if len(names) != len(gotNames) {
			t.Fatalf("members %q, want %q", gotNames, names)
		}
		for i, name := range names {
			if cut := len(name) > len(gotNames[i]); name != gotNames[i] && !cut {
				t.Fatalf("member %d is %q, want %q", i, gotNames[i], name)
			}
			want, isString := values[i].(string)
			if s, ok := gotValues[i].(string); isString != ok || !strings.HasPrefix(want, s) || utf8.ValidString(want) && !utf8.ValidString(s) {
				t.Fatalf("%q is %q, want the beginning of %q", name, s, want)
			}
		}
	})
}

// depthOf is the greatest number of brackets open at once, as far as bytes tell.
func depthOf(line []byte) int {
	return bytes.Count(line, []byte("{")) + bytes.Count(line, []byte("["))
}

// jsonValue draws a JSON value with strings and arrays that are too long.
func jsonValue(depth int) *rapid.Generator[any] {
	return rapid.Custom(func(t *rapid.T) any {
		kinds := 6
		if depth == 0 {
			kinds = 4
		}
		switch rapid.IntRange(0, kinds-1).Draw(t, "kind") {
		case 0:
			s := rapid.StringOfN(rapid.SampledFrom([]rune(`ab"\é€𝄞`+"\n\x01")), 0, 12, -1).Draw(t, "s")
			return strings.Repeat(s, rapid.SampledFrom([]int{1, 1, 60, 900}).Draw(t, "times"))
		case 1:
			return rapid.Float64Range(-1e9, 1e9).Draw(t, "n")
		case 2:
			return rapid.Bool().Draw(t, "b")
		case 3:
			return nil
		case 4:
			return rapid.MapOfN(rapid.StringN(0, 5, -1), jsonValue(depth-1), 0, 5).Draw(t, "o")
		}
		elems := rapid.SliceOfN(jsonValue(depth-1), 0, 4).Draw(t, "l")
		n := rapid.SampledFrom([]int{1, 1, 300}).Draw(t, "times")
		long := make([]any, 0, len(elems)*n)
		for range n {
			long = append(long, elems...)
		}
		return long
	})
}

// TestOutlineKeepsWhatDecides: however long the values around them, the members
// at either side stay.
func TestOutlineKeepsWhatDecides(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		inner := rapid.MapOfN(rapid.StringMatching(`x[a-z]{1,3}`), jsonValue(3), 0, 12).Draw(t, "inner")
		body, err := json.Marshal(inner)
		if err != nil {
			t.Fatal(err)
		}
		line := []byte(`{"type":"user","message":{"id":"m","content":[` + string(body) + `,{"type":"tool_result","tool_use_id":"t"}],"stop_reason":null},"x":` + string(body) + `,"uuid":"u"}`)
		got := outlined(line, rapid.IntRange(1, 5000).Draw(t, "size"))
		var o struct {
			Type, UUID string
			Message    struct {
				ID      string
				Content []map[string]any
			}
		}
		if err := json.Unmarshal(got, &o); err != nil {
			t.Fatalf("%v in %.200q", err, got)
		}
		last := o.Message.Content[len(o.Message.Content)-1]
		if o.Type != "user" || o.UUID != "u" || o.Message.ID != "m" || last["tool_use_id"] != "t" {
			t.Fatalf("lost: %+v", o)
		}
		if len(got) > keepOutline {
			t.Fatalf("%d bytes", len(got))
		}
	})
}

func TestCutString(t *testing.T) {
	for _, tt := range []struct {
		in    string
		limit int
		want  string
	}{
		{"abc", 5, "abc"},
		{"abc", 2, "ab"},
		{`a\nb`, 2, "a"},
		{`a\nb`, 3, `a\n`},
		{`a\\nb`, 3, `a\\`},
		{`a\u00e9b`, 6, "a"},
		{`a\u00e9b`, 7, `a\u00e9`},
		{"aéb", 2, "a"},
		{"aéb", 3, "aé"},
		{"€€", 5, "€"},
		{"\xff\xff\xff", 2, "\xff\xff"},
		{`\\\\\n`, 5, `\\\\`},
	} {
		if got := CutString([]byte(tt.in), tt.limit); string(got) != tt.want {
			t.Errorf("CutString(%q, %d) is %q, want %q", tt.in, tt.limit, got, tt.want)
		}
	}
}
