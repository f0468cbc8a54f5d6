#!/usr/bin/env bash
# The Windows program as we ship it starts, answers and ends.
set -u
timeout 60 wine "${APP:?}" version >"$WSESS_DIR/out" 2>&1
code=$?
tr -d '\r' <"$WSESS_DIR/out"
if [ "$code" = 0 ]; then echo "ok    agentisland.exe version"; else echo "FAIL  agentisland.exe version: exit code $code"; fi
exit "$code"
