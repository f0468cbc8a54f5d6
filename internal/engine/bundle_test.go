package engine

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"agentisland/internal/alert"
	"agentisland/internal/msg"
)

// TestBundle plays bursts of alarms and writes down what the desktop is asked to
// show: + posts, - withdraws.
func TestBundle(t *testing.T) {
	at := time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC)
	b := &bundle{messages: msg.For("en")}
	show := func(ds []delivery) string {
		var out []string
		for _, d := range ds {
			switch {
			case d.post == nil:
				out = append(out, "-"+d.session)
			default:
				silent := ""
				if d.post.Silent {
					silent = " silent"
				}
				out = append(out, fmt.Sprintf("+%s[%s: %s]%s", d.session, d.post.Title, strings.ReplaceAll(d.post.Body, "\n", ","), silent))
			}
		}
		return strings.Join(out, " ")
	}
	post := func(after time.Duration, id string) string {
		return show(b.post(at.Add(after), alert.Notification{ID: id, Session: id, Title: "T" + id, Body: "b"}))
	}
	withdraw := func(id string) string { return show(b.withdraw(id)) }
	for i, tt := range []struct{ got, want string }{
		{post(0, "a"), "+a[Ta: b]"},
		{post(2*time.Second, "b"), "-a +summary[2 sessions need you: Tb,Ta]"},
		{post(3*time.Second, "c"), "+summary[3 sessions need you: Tc,Tb,Ta]"},
		{post(4*time.Second, "d"), "+d[Td: b]"},
		{withdraw("d"), "-d"},
		{withdraw("b"), "+summary[2 sessions need you: Tc,Ta] silent"},
		{withdraw("a"), "+summary[1 session needs you: Tc] silent"},
		{withdraw("c"), "-summary"},
		{post(10*time.Second, "a"), "+a[Ta: b]"},
		{post(14*time.Second, "b"), "+b[Tb: b]"},
		{withdraw("a"), "-a"},
		{post(15*time.Second, "c"), "-b +summary[2 sessions need you: Tc,Tb]"},
		{fmt.Sprint(b.closed(bundleID)), "[b c]"},
		{withdraw("b"), "-b"},
	} {
		if tt.got != tt.want {
			t.Errorf("%d: %s, want %s", i, tt.got, tt.want)
		}
	}
}
