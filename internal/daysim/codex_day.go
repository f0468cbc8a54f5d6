package daysim

import (
	"strings"
	"time"
)

// fork continues the history in another thread.
func (c *codex) fork() {
	b := c.content[c.path]
	c.file() // the parent stays as it was
	old := c.id
	c.newThread()
	c.tell("fork with copied history")
	if !c.copies {
		c.append(c.meta(c.id, obj{"forked_from_id": old, "history_base": obj{"thread_id": old}}))
		c.opened = true
		return
	}
	lines := strings.SplitAfter(b.String(), "\n")
	copied := []string{c.meta(c.id, obj{"forked_from_id": old})}
	for _, l := range lines[max(0, len(lines)-30):] {
		copied = append(copied, restamp(l, c.stamp()))
	}
	c.append(copied...)
	c.opened = true
}

// restamp gives a line another time and leaves its payload as it is.
func restamp(l, stamp string) string {
	const key = `"timestamp":"`
	i := strings.LastIndex(l, key) // the envelope's: keys are sorted, its last
	if i < 0 {
		return l
	}
	i += len(key)
	return l[:i] + stamp + l[i+len(stamp):]
}

// rollback goes back a few turns and into a new file of the same thread.
func (c *codex) rollback() {
	c.answered()
	c.tell("rollback")
	if !c.paginated {
		c.append(c.event("thread_rolled_back", obj{"num_turns": 1}))
		return
	}
	b := c.content[c.path].String()
	delete(c.content, c.path)
	head, _, _ := strings.Cut(b, "\n")
	c.path = c.rolloutPath(c.id + "_" + c.uuid())
	c.own(c.path, c.id)
	c.content[c.path] = &strings.Builder{}
	c.append(head + "\n")
}

// run is a turn of codex exec: nobody waits for it.
func (c *codex) run() {
	c.newThread()
	c.tell("headless")
	c.append(c.start("exec", "do it")...)
	c.output(c.rng.IntN(3))
	c.append(append(c.answer("Done."), c.complete("Done.", nil))...)
}

// play lives one window of Codex through some turns.
func (c *codex) play(turns int) {
	const s, m = time.Second, time.Minute
	stories := []choice{
		{45, c.plain},
		{4, c.steered},
		{5, c.queued},
		{5, c.question},
		{4, c.plan},
		{8, c.esc},
		{5, c.fails},
		{1, c.refused},
		{2, c.limit},
		{4, c.ownTurn},
		{6, c.children},
		{4, c.late},
		{2, c.hook},
		{2, c.approval},
	}
	for range turns {
		if c.source == "exec" {
			c.run()
			c.wait(m, 15*m)
			continue
		}
		c.choose(stories)
		c.choose([]choice{
			{8, func() { c.wait(150*time.Millisecond, 950*time.Millisecond) }},
			{8, func() { c.wait(1100*time.Millisecond, 3*s) }},
			{54, func() { c.wait(5*s, 4*m) }},
			{26, func() { c.wait(4*m, 12*m) }},
			{4, func() { c.wait(21*m, 35*m) }},
		})
		if c.ring != nil && c.chance(6) {
			c.choose([]choice{{50, c.fork}, {50, c.rollback}})
			c.wait(2*s, 2*m)
		}
	}
	c.file()
}
