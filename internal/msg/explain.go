package msg

import (
	"fmt"
	"time"

	"agentisland/internal/status"
)

// ExplainTexts are the texts of "why?".
type ExplainTexts struct {
	Menu     string // the menu's entry
	State    string // labels of the lines
	Record   string
	Rule     string
	Registry string
	Desktop  string
	Alarm    string
	Problem  string

	Since   func(from time.Time) string
	Until   func(to time.Time) string
	Forever string                                     // nothing but news changes the state
	Decided func(row, event string, ago string) string // the record
	Where   func(path string, offset int64) string     // where the record lies
	Says    func(status.LiveStatus, time.Time) string  // the registry
	Gone    string                                     // the process ended
	NoClaim string                                     // no registry
	Rang    func(time.Time) string                     // the alarm
	Unshown func(why string, at time.Time) string      //
	Silent  func(why string, at time.Time) string      //
	Due     func(time.Time) string                     //
	Would   string                                     //
	Gated   func(why string) string                    //
	NoAlarm string                                     // a state that does not ring
	Why     map[string]string                          // names of suppressions for people
}

func clock(t time.Time) string { return t.Local().Format("15:04:05") }

var explainEN = ExplainTexts{
	Menu: "Why?", State: "state", Record: "record", Rule: "rule", Registry: "registry", Desktop: "desktop",
	Alarm: "alarm", Problem: "problem",
	Since:   func(t time.Time) string { return "since " + clock(t) },
	Until:   func(t time.Time) string { return "until " + clock(t) },
	Forever: "until something new is written",
	Decided: func(row, event, ago string) string {
		return fmt.Sprintf("%s, by row %s of the truth table, written %s ago", event, row, ago)
	},
	Where: func(path string, offset int64) string { return fmt.Sprintf("byte %d of %s", offset, path) },
	Says: func(s status.LiveStatus, at time.Time) string {
		return map[status.LiveStatus]string{
			status.LiveIdle: "the tool says idle", status.LiveBusy: "the tool says busy", status.LiveWaiting: "the tool says waiting",
			status.LiveUnknown: "the tool says nothing that counts",
		}[s] + " since " + clock(at)
	},
	Gone:    "its process has ended",
	NoClaim: "the tool says nothing about this session",
	Rang:    func(t time.Time) string { return "rang at " + clock(t) },
	Unshown: func(why string, t time.Time) string {
		return "was due at " + clock(t) + " but the desktop did not show it: " + why
	},
	Silent:  func(why string, t time.Time) string { return "silent: " + why + " (" + clock(t) + ")" },
	Due:     func(t time.Time) string { return "will ring at " + clock(t) },
	Would:   "would ring, but the app has not seen this turn: is it running?",
	Gated:   func(why string) string { return "would be silent: " + why },
	NoAlarm: "none: a session in this state does not ring",
	Why: map[string]string{
		"history":                 "it was finished before the app started",
		"already delivered":       "this turn has rung before",
		"changed within a second": "it changed within a second",
		"switched off":            "alarms of this kind are switched off",
		"session muted":           "this session is muted",
		"project muted":           "this project is muted",
		"provider muted":          "this tool is muted",
		"snoozed":                 "everything was snoozed",
		"quiet hours":             "quiet hours",
		"short turn":              "the turn was shorter than alarms.min_turn",
		"silent origin":           "headless and SDK sessions are silent",
	},
}

var explainZH = ExplainTexts{
	Menu: "为什么？", State: "状态", Record: "记录", Rule: "规则", Registry: "登记", Desktop: "桌面应用",
	Alarm: "提醒", Problem: "问题",
	Since:   func(t time.Time) string { return "自 " + clock(t) },
	Until:   func(t time.Time) string { return "至 " + clock(t) },
	Forever: "直到写入新的记录",
	Decided: func(row, event, ago string) string {
		return fmt.Sprintf("%s，依据真值表第 %s 行，写于 %s前", event, row, ago)
	},
	Where: func(path string, offset int64) string { return fmt.Sprintf("%[2]s 的第 %[1]d 字节", offset, path) },
	Says: func(s status.LiveStatus, at time.Time) string {
		return "自 " + clock(at) + " 起，" + map[status.LiveStatus]string{
			status.LiveIdle: "工具报告空闲", status.LiveBusy: "工具报告忙碌", status.LiveWaiting: "工具报告等待",
			status.LiveUnknown: "工具未作有效说明",
		}[s]
	},
	Gone:    "进程已结束",
	NoClaim: "工具没有关于此会话的说明",
	Rang:    func(t time.Time) string { return clock(t) + " 已提醒" },
	Unshown: func(why string, t time.Time) string {
		return clock(t) + " 本应提醒，但桌面未能显示：" + why
	},
	Silent:  func(why string, t time.Time) string { return "未提醒：" + why + "（" + clock(t) + "）" },
	Due:     func(t time.Time) string { return "将于 " + clock(t) + " 提醒" },
	Would:   "会提醒，但应用尚未看到这一轮：它在运行吗？",
	Gated:   func(why string) string { return "不会提醒：" + why },
	NoAlarm: "无：此状态的会话不提醒",
	Why: map[string]string{
		"history":                 "在应用启动之前已完成",
		"already delivered":       "这一轮已经提醒过",
		"changed within a second": "一秒之内又有变化",
		"switched off":            "此类提醒已关闭",
		"session muted":           "此会话已静音",
		"project muted":           "此项目已静音",
		"provider muted":          "此工具已静音",
		"snoozed":                 "所有提醒已暂停",
		"quiet hours":             "免打扰时段",
		"short turn":              "这一轮短于 alarms.min_turn",
		"silent origin":           "无界面和 SDK 会话不提醒",
	},
}
