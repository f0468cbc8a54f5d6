package msg

import "fmt"

// DoctorTexts are the texts of the doctor command.
type DoctorTexts struct {
	Root       func(dir string, sessions int) string
	NoRoot     func(dir string) string
	Registry   func(records, live int) string
	Watching   func(folders int) string
	Running    func(runs bool) string
	Memory     func(turns, muted int) string
	WasDamaged func(file string) string
	Notifier   func(name string, click, withdraw bool) string

	FixRead    string
	FixWatch   string
	FixState   string
	FixMemory  string
	FixDamaged string
	FixTray    string
	FixNotify  string
	Blind      []string
}

var doctorEN = DoctorTexts{
	Root:   func(dir string, n int) string { return fmt.Sprintf("%s (%d sessions of this tool)", dir, n) },
	NoRoot: func(dir string) string { return dir + " does not exist yet" },
	Registry: func(n, live int) string {
		return fmt.Sprintf("%d records, %d of running sessions with a status", n, live)
	},
	Watching:   func(n int) string { return fmt.Sprintf("file events for %d folders", n) },
	Running:    func(runs bool) string { return map[bool]string{true: "is running", false: "is not running"}[runs] },
	Memory:     func(turns, muted int) string { return fmt.Sprintf("%d turns remembered, %d mutes", turns, muted) },
	WasDamaged: func(file string) string { return "a damaged memory was set aside as " + file },
	Notifier: func(name string, click, withdraw bool) string {
		return fmt.Sprintf("%s, clicks: %s, taking back: %s", name, yes(click), yes(withdraw))
	},
	FixRead:    "Give yourself the right to read it, or move it out of the way.",
	FixWatch:   "Changes are found by polling instead, up to a few seconds later. On Linux raise fs.inotify.max_user_watches and max_user_instances.",
	FixState:   "Make the folder writable; until then alarms may ring again after a restart.",
	FixMemory:  "The app sets it aside at its next start and goes on.",
	FixDamaged: "Nothing to do; remove the file when you like.",
	FixTray:    "On GNOME install the extension \"AppIndicator and KStatusNotifierItem Support\"; elsewhere add a tray to your panel. agentisland watch is the table without one.",
	FixNotify:  "Start a notification daemon (on Linux), or allow notifications for this app.",
	Blind: []string{
		"Codex permission prompts: they are not in its files and show as working.",
		"Claude Code before 2.1.139 publishes no status: permission prompts show as working.",
	},
}

var doctorZH = DoctorTexts{
	Root:   func(dir string, n int) string { return fmt.Sprintf("%s（此工具共 %d 个会话）", dir, n) },
	NoRoot: func(dir string) string { return dir + " 尚不存在" },
	Registry: func(n, live int) string {
		return fmt.Sprintf("%d 条记录，其中 %d 条属于运行中且带状态的会话", n, live)
	},
	Watching:   func(n int) string { return fmt.Sprintf("对 %d 个文件夹使用文件事件", n) },
	Running:    func(runs bool) string { return map[bool]string{true: "正在运行", false: "未运行"}[runs] },
	Memory:     func(turns, muted int) string { return fmt.Sprintf("记住 %d 轮，%d 项静音", turns, muted) },
	WasDamaged: func(file string) string { return "损坏的记录已另存为 " + file },
	Notifier: func(name string, click, withdraw bool) string {
		mark := map[bool]string{true: "支持", false: "不支持"}
		return fmt.Sprintf("%s，点击：%s，撤回：%s", name, mark[click], mark[withdraw])
	},
	FixRead:    "请授予读取权限，或将其移走。",
	FixWatch:   "改用轮询，最多延迟几秒。在 Linux 上可调高 fs.inotify.max_user_watches 和 max_user_instances。",
	FixState:   "请使该文件夹可写；在此之前，重启后提醒可能重复。",
	FixMemory:  "应用下次启动时会将其另存并继续运行。",
	FixDamaged: "无需处理；可随时删除该文件。",
	FixTray:    "GNOME 请安装扩展 \"AppIndicator and KStatusNotifierItem Support\"；其他桌面请在面板中添加托盘。没有托盘时可用 agentisland watch。",
	FixNotify:  "请启动通知服务（Linux），或允许此应用发送通知。",
	Blind: []string{
		"Codex 的权限请求：不写入文件，显示为运行中。",
		"2.1.139 之前的 Claude Code 不发布状态：权限请求显示为运行中。",
	},
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}
