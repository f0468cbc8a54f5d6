package transcript

import (
	"os"
	"strconv"
	"strings"
	"sync"
)

// System is this machine's process table.
type System struct{}

// Life looks the process up in /proc. The start guard is field 22 of
// /proc/<pid>/stat; the domain names the machine and the pid namespace.
func (System) Life(r Record) Life {
	if r.Domain != "" && r.Domain != ownDomain() {
		return Foreign
	}
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(r.PID) + "/stat")
	if err != nil {
		return Dead
	}
	if r.ProcStart != "" && r.ProcStart != startTicks(string(stat)) {
		return Dead
	}
	return Alive
}

// startTicks is field 22. The second field is a name in parentheses that may
// itself hold spaces and parentheses.
func startTicks(stat string) string {
	i := strings.LastIndexByte(stat, ')')
	fields := strings.Fields(stat[i+1:])
	const start = 22 - 3 // the fields after the name begin with the third
	if len(fields) <= start {
		return ""
	}
	return fields[start]
}

// ownDomain is linux:<machine-id>:pid:[<inode>], as the tool writes it.
var ownDomain = sync.OnceValue(func() string {
	id, err := os.ReadFile("/etc/machine-id")
	if err != nil {
		return ""
	}
	ns, err := os.Readlink("/proc/self/ns/pid")
	if err != nil {
		return ""
	}
	return "linux:" + strings.TrimSpace(string(id)) + ":" + ns
})
