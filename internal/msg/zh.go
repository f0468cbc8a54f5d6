package msg

import (
	"fmt"
	"strings"
	"time"

	"golang.org/x/text/language"

	"agentisland/internal/status"
)

var zh = &Catalog{
	Tag: language.SimplifiedChinese,
	States: map[status.State]string{
		status.Idle: "空闲", status.Working: "运行中", status.NeedsYou: "等你处理",
		status.Stuck: "可能卡住", status.Error: "出错",
	},
	Reasons: map[status.Reason]string{
		status.ReasonNone: "", status.ReasonBackground: "后台运行", status.ReasonBusy: "忙碌",
		status.ReasonRetrying: "正在重试", status.ReasonTurnComplete: "本轮完成",
		status.ReasonQuestion: "提问", status.ReasonPlan: "计划待批准", status.ReasonPermission: "请求权限",
		status.ReasonCutOff: "被截断", status.ReasonQuiet: "无动静", status.ReasonAPIError: "API 错误",
		status.ReasonLimit: "用量上限", status.ReasonAuth: "需要登录", status.ReasonInterrupted: "已中断",
		status.ReasonEnded: "已结束", status.ReasonExpired: "较早之前",
	},
	Tooltip: func(c status.Counts) string {
		var parts []string
		for _, p := range []struct {
			s    status.State
			text string
		}{
			{status.Error, "%d 个出错"},
			{status.Stuck, "%d 个可能卡住"},
			{status.NeedsYou, "%d 个等你处理"},
			{status.Working, "%d 个运行中"},
		} {
			if n := c[p.s]; n > 0 {
				parts = append(parts, fmt.Sprintf(p.text, n))
			}
		}
		if len(parts) == 0 {
			return "一切安静"
		}
		return strings.Join(parts, " · ")
	},
	Ago: func(d time.Duration) string { return ago(d, "刚刚", "%d 秒", "%d 分钟", "%d 小时", "%d 天") },
	Body: func(tool string, r status.Reason) string {
		switch r {
		case status.ReasonQuestion:
			return tool + " 有问题要问你。"
		case status.ReasonPlan:
			return tool + " 有一份计划等你批准。"
		case status.ReasonPermission:
			return tool + " 请求你的许可。"
		case status.ReasonCutOff:
			return tool + " 回答被截断，轮到你了。"
		case status.ReasonAPIError:
			return tool + " 因 API 错误而停止。"
		case status.ReasonLimit:
			return tool + " 已达到用量上限。"
		case status.ReasonAuth:
			return tool + " 登录失败。"
		case status.ReasonQuiet:
			return tool + " 已经有一阵没有动静。"
		}
		return tool + " 本轮已完成，轮到你了。"
	},
	Together: func(n int) string { return fmt.Sprintf("%d 个会话等你处理", n) },
	Explain:  explainZH,
	Usage:    usageZH,
	Doctor:   doctorZH,
	Open:     "打开会话",
	LimitAt:  func(t time.Time) string { return "将于 " + t.Format("15:04") + " 重置。" },
	Tray: TrayTexts{
		Tip:       func(what string) string { return "Agent Island — " + what },
		Quit:      "退出",
		Empty:     "还没有会话",
		LooksIn:   func(dir string) string { return "查找位置：" + dir },
		GoTo:      "前往会话",
		Alarms:    "此会话提醒我",
		Snooze:    "全部静音",
		Snooze15:  "15 分钟",
		Snooze60:  "1 小时",
		SnoozeDay: "直到明天早上",
		SnoozeOff: "立即恢复提醒",
		RingFor:   func(p string) string { return p + " 会话提醒我" },
		More:      func(n int) string { return fmt.Sprintf("另有 %d 个", n) },
		About:     func(v string) string { return "Agent Island " + v },
		Untitled:  "无标题",
		HealthTip: "部分功能受限：",
	},
	CLI: CLITexts{
		NoSessions: func(roots []string) string {
			return "还没有会话。Agent Island 读取 Claude Code 和 Codex 的记录，位置：\n  " +
				strings.Join(roots, "\n  ") + "\n启动其中任意一个，会话就会自动出现在这里。"
		},
		NoTray: "当前桌面没有可显示图标的托盘，改为在终端里显示表格。\n" +
			"GNOME 请安装扩展 \"AppIndicator and KStatusNotifierItem Support\"；通过 ssh 使用时表格就是正确的方式。",
		Header: [6]string{"状态", "时长", "工具", "项目", "标题", "会话"},
		OldOnes: func(n int) string {
			return fmt.Sprintf("另有 %d 个较早的空闲会话未显示：用 --all 列出", n)
		},
		InTray:     "Agent Island 已在托盘中。可从菜单或按 Ctrl+C 退出。",
		Running:    "Agent Island 已在运行：请查看托盘图标。",
		Snoozed:    func(t time.Time) string { return "静音至 " + t.Local().Format("1月2日 15:04") },
		SnoozeOver: "提醒已恢复。",
		MutedMark:  "已静音",
		Muted: func(name string, muted bool) string {
			if muted {
				return name + " 不再提醒。"
			}
			return name + " 已恢复提醒。"
		},
		Demo: "临时文件夹中的虚拟会话。一分钟内可以看到每种状态；按 Ctrl+C 或从菜单退出。",
	},
	Notice: NoticeTexts{
		Degraded:     func(what string) string { return "功能受限：" + what },
		MemoryFailed: func(e string) string { return "重启后提醒可能重复：" + e },
		NoState:      func(e string) string { return "重启后不会记住任何状态：" + e },
		Damaged:      func(e string) string { return "已忘记静音和提醒记录：" + e },
		NotifyFailed: func(e string) string { return "通知无法送达：" + e },
	},
}
