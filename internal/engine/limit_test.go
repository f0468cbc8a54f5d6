package engine

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"agentisland/internal/alert"
	"agentisland/internal/msg"
)

// TestLimit plays a storm of alarms and writes down what is delivered: + posts,
// - withdraws.
func TestLimit(t *testing.T) {
	at := time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC)
	note := func(id string) *alert.Notification {
		return &alert.Notification{ID: id, Session: id, Title: "T" + id, Action: "Open"}
	}
	show := func(ds []delivery) string {
		var out []string
		for _, d := range ds {
			if d.post == nil {
				out = append(out, "-"+d.session)
				continue
			}
			out = append(out, fmt.Sprintf("+%s[%s: %s]", d.session, d.post.Title, strings.ReplaceAll(d.post.Body, "\n", ",")))
			if d.post.ID == restID && !d.post.Silent {
				t.Error("the line rings")
			}
		}
		return strings.Join(out, " ")
	}
	l := &limit{messages: msg.For("en")}
	post := func(after time.Duration, id string) string {
		return show(l.order(at.Add(after), delivery{session: id, post: note(id)}))
	}
	withdraw := func(id string) string { return show(l.order(at, delivery{session: id})) }
	closed := func(id string) string {
		ids, ds := l.closed(id)
		return fmt.Sprint(ids, " ", show(ds))
	}
	for i := range limitPosts {
		id := fmt.Sprint("s", i)
		if got, want := post(time.Duration(i)*time.Second, id), "+"+id+"[T"+id+": ]"; got != want {
			t.Fatalf("%s, want %s", got, want)
		}
	}
	quiet := note("why")
	quiet.Silent = true
	for i, tt := range []struct{ got, want string }{
		{post(13*time.Second, "a"), "+rest[and 1 more: Ta]"},
		{post(14*time.Second, "b"), "+rest[and 2 more: Tb,Ta]"},
		{post(15*time.Second, "a"), "+rest[and 2 more: Tb,Ta]"},
		{post(16*time.Second, "s3"), "+rest[and 3 more: Ts3,Tb,Ta]"}, // it is up with its older text
		{show(l.order(at.Add(17*time.Second), delivery{session: "why", post: quiet})), "+why[Twhy: ]"},
		{withdraw("s3"), "-s3 +rest[and 2 more: Tb,Ta]"},
		{withdraw("s4"), "-s4"},
		{withdraw("b"), "-b +rest[and 1 more: Ta]"},
		{fmt.Sprint(l.covers(restID), l.covers("s1")), "[a] [s1]"},
		{post(60*time.Second, "c"), "+c[Tc: ]"}, // the first is a minute old
		{post(60*time.Second, "d"), "+rest[and 2 more: Td,Ta]"},
		{post(61*time.Second, "a"), "+rest[and 1 more: Td] +a[Ta: ]"}, // rings again, alone
		{closed("a"), "[a] "},
		{closed("d"), "[d] -rest"},
		{post(61*time.Second, "d"), "+rest[and 1 more: Td]"},
		{closed(restID), "[d] "},
		{withdraw("d"), "-d"},
		{post(61*time.Second, "e"), "+rest[and 1 more: Te]"},
		{withdraw("e"), "-e -rest"},
		{post(3*time.Minute, "e"), "+e[Te: ]"},
	} {
		if tt.got != tt.want {
			t.Errorf("%d: %s, want %s", i, tt.got, tt.want)
		}
	}
	var many []alert.Notification
	for i := range 9 {
		many = append(many, *note(fmt.Sprint(i)))
	}
	if got := strings.Split(titles(msg.For("en"), many), "\n"); !slices.Equal(got, []string{"T8", "T7", "T6", "T5", "T4", "and 4 more"}) {
		t.Errorf("titles %q", got)
	}
}
