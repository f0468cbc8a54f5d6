package msg

import "fmt"

// UsageTexts are what the command line says about itself, before any
// configuration is read.
type UsageTexts struct {
	Usage       string
	NoCommand   func(name string) string
	Missing     string                    // an argument
	Unexpected  func(arg string) string   // one too many
	NameOne     string                    // mute needs one target
	BadProvider func(name string) string  //
	BadSnooze   func(value string) string //
}

var usageEN = UsageTexts{
	Usage: `Usage: agentisland [COMMAND] [FLAGS]

Shows what your Claude Code and Codex sessions are doing. Without a command the
app runs in the tray.

Commands:
  tray                                  the app
  status   [--json] [--all]             look once and list the sessions
  watch    [--json]                     a live table, or events as JSON lines
  classify [--json] [--provider P] FILE...
                                        what a transcript says; - reads stdin
  explain  [--json] SESSION             why a session is in its state, why it rang or not
  replay   [--json] TIMELINE            play a recorded timeline; - reads stdin
  mute | unmute SESSION | --project FOLDER | --provider NAME
                                        turn alarms off or on
  snooze   15m | 1h | tomorrow | off    keep everything silent for a while
  doctor   [--json]                     what works here, what does not, and what to do
  demo                                  the app on made-up sessions
  version                               the version

Every command takes --config FILE.
`,
	NoCommand:   func(name string) string { return fmt.Sprintf("there is no command %q", name) },
	Missing:     "an argument is missing",
	Unexpected:  func(arg string) string { return fmt.Sprintf("unexpected argument %q", arg) },
	NameOne:     "name one session, --project FOLDER or --provider NAME",
	BadProvider: func(name string) string { return fmt.Sprintf("the provider is %q, not claude or codex", name) },
	BadSnooze: func(value string) string {
		return fmt.Sprintf("%q is not a time such as 15m, 1h, tomorrow or off", value)
	},
}

var usageZH = UsageTexts{
	Usage: `用法：agentisland [命令] [选项]

显示您的 Claude Code 和 Codex 会话正在做什么。不带命令时，应用在托盘中运行。

命令：
  tray                                  应用本身
  status   [--json] [--all]             查看一次并列出会话
  watch    [--json]                     实时表格，或逐行输出 JSON 事件
  classify [--json] [--provider P] FILE...
                                        解读会话记录；- 表示标准输入
  explain  [--json] SESSION             会话为何处于此状态、为何提醒或没有提醒
  replay   [--json] TIMELINE            重放记录的时间线；- 表示标准输入
  mute | unmute SESSION | --project FOLDER | --provider NAME
                                        关闭或打开提醒
  snooze   15m | 1h | tomorrow | off    暂时全部静音
  doctor   [--json]                     这里什么可用、什么不可用、该怎么办
  demo                                  用虚构的会话运行应用
  version                               版本

每个命令都可以带 --config FILE。
`,
	NoCommand:   func(name string) string { return fmt.Sprintf("没有命令 %q", name) },
	Missing:     "缺少参数",
	Unexpected:  func(arg string) string { return fmt.Sprintf("多余的参数 %q", arg) },
	NameOne:     "请指定一个会话、--project FOLDER 或 --provider NAME",
	BadProvider: func(name string) string { return fmt.Sprintf("提供方是 %q，应为 claude 或 codex", name) },
	BadSnooze: func(value string) string {
		return fmt.Sprintf("%q 不是有效时间，例如 15m、1h、tomorrow 或 off", value)
	},
}
