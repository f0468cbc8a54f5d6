package jump

type macOS struct{}

func system() desktop { return macOS{} }

// handles is not known without asking Launch Services; open itself fails when
// no app takes the link, and the next rung follows.
func (macOS) handles(string) bool { return true }

func (macOS) open(target string) command { return command{argv: []string{"/usr/bin/open", target}} }

// terminal is not possible with an argument list: Terminal only takes text for
// a shell.
func (macOS) terminal(string, []string) (command, bool) { return command{}, false }
