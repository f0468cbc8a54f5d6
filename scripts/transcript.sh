# shellcheck shell=bash
# transcript.sh: to be sourced. Writes the transcript of a made-up session as
# Claude Code would: the test is the tool that writes, the app reads.
#   session NAME TITLE     choose the session that the next lines belong to
#   prompt | finish | ask | limit    append one record of now

HOME_FOR_TRANSCRIPTS=${HOME_FOR_TRANSCRIPTS:-$HOME}
record_number=0

session() {
  session_title=$2 session_cwd=/w/$1 # the folder as JSON has it
  session_id=$(printf '%s' "$1" | md5sum | sed 's/^\(.\{8\}\)\(.\{4\}\).\(.\{3\}\).\(.\{3\}\)\(.\{12\}\).*/\1-\2-4\3-8\4-\5/')
  session_dir=$HOME_FOR_TRANSCRIPTS/.claude/projects/-w-$1
  mkdir -p "$session_dir"
}

record() { # record TYPE MESSAGE [MORE FIELDS]
  record_number=$((record_number + 1))
  local at
  at=$(date -u +%Y-%m-%dT%H:%M:%S.%3NZ)
  {
    printf '{"parentUuid":null,"isSidechain":false,"type":"%s",%s"message":%s,"uuid":"%s-%d","timestamp":"%s","sessionId":"%s","cwd":"%s","gitBranch":"main","version":"2.1.332","entrypoint":"cli"}\n' \
      "$1" "${3:-}" "$2" "$session_id" "$record_number" "$at" "$session_id" "$session_cwd"
    printf '{"type":"ai-title","aiTitle":"%s","sessionId":"%s"}\n' "$session_title" "$session_id"
  } >>"$session_dir/$session_id.jsonl"
}

assistant() { # assistant STOP_REASON BLOCK
  record assistant "{\"id\":\"msg_$record_number\",\"role\":\"assistant\",\"model\":\"claude-demo\",\"content\":[$2],\"stop_reason\":\"$1\"}"
}

prompt() { record user '{"role":"user","content":"Please go on."}'; }
finish_turn() { assistant end_turn '{"type":"text","text":"Done."}'; }
ask() { assistant tool_use '{"type":"tool_use","id":"toolu_1","name":"AskUserQuestion","input":{"questions":[{"question":"SQLite or PostgreSQL?"}]}}'; }
limit() {
  record assistant '{"role":"assistant","model":"<synthetic>","stop_reason":"stop_sequence","content":[{"type":"text","text":"You'"'"'ve hit your session limit."}]}' \
    "\"isApiErrorMessage\":true,\"error\":\"rate_limit\",\"apiErrorStatus\":429,\"quotaLimits\":{\"status\":\"rejected\",\"resetsAt\":$(($(date +%s) + 7200))},"
}
