/**
 * The script of a client's status line, at `<state folder>/bin/status-line`: the user's own line and ours behind it. It is `sh` alone,
 * since a client runs it many times a minute; what it shows of a session is in a small file that hooks keep. The user's command gets
 * the client's JSON on standard input and three seconds, and 8 kB of what it prints are shown, with its exit code. A file that is
 * a symbolic link, or no line of ours, is not shown.
 */
export function statusLineScript(version: string, seconds = 3): string {
  return `#!/bin/sh
# Holdfast ${version}: the status line. Written by "holdfast init --statusline". $1: the user's own command.
umask 077
PATH="\${PATH:-/bin}:/usr/bin:/bin"
home="\${0%/bin/status-line}"
own="\${1-}"
if [ -t 0 ]; then input=; else input=$(head -c 1048576 2>/dev/null); fi
mark="holdfast-end-$$"
# The user's command. The nap is ended by it, or ends it: whichever comes first, the other gets its signal.
run_own() {
  sleep ${seconds} </dev/null >/dev/null 2>&1 &
  nap=$!
  {
    printf '%s' "$input" | sh -c "$own"
    code=$?
    kill "$nap"
    printf '\\n%s %s\\n' "$mark" "$code"
  } 2>/dev/null &
  run=$!
  wait "$nap" 2>/dev/null || return 0
  late=$(ps -A -o ppid= -o pid= 2>/dev/null | awk -v top="$run" '
    { below[$1] = below[$1] " " $2 }
    END {
      list = top
      for (at = 1; at <= split(list, all, " "); at++) list = list below[all[at]]
      print list
    }')
  kill \${late:-$run} 2>/dev/null
  (sleep 1; kill -9 \${late:-$run}) </dev/null >/dev/null 2>&1 &
  printf '\\n%s 0\\n' "$mark"
}
# At most 1 MB, whatever the command prints. Its number comes first, so that it can be ended.
pass_on() {
  exec sh -c 'echo "$$"; exec dd bs=1024 count=1024 2>/dev/null'
}
# Up to the mark, since a process that the command left may hold the pipe open.
read_own() {
  read -r passer
  text= code=0
  while IFS= read -r line || [ -n "$line" ]; do
    case "$line" in "$mark "*) code="\${line#"$mark "}"; break ;; esac
    text="$text$line
"
    [ "\${#text}" -gt 8192 ] && break
  done
  kill "$passer" 2>/dev/null
  printf '%s\\n%s' "$code" "$text" | head -c 8192
}
code=0 text=
if [ -n "$own" ]; then
  told=$({ run_own | pass_on | read_own; } 2>/dev/null)
  code="\${told%%
*}"
  [ "$told" = "$code" ] || text="\${told#*
}"
fi
case "\${HOLDFAST_DISABLE:-}" in ''|0) ;; *) home= ;; esac
line=
if [ -n "$home" ] && [ -d "$home/status-line" ] && [ ! -L "$home/status-line" ]; then
  set -- $(printf '%s' "$input" | awk '
    BEGIN { RS = "\\001" }
    NR == 1 {
      id = full = "-"
      if (match($0, /"session_id"[ \\t\\r\\n]*:[ \\t\\r\\n]*"[A-Za-z0-9_-]+"/)) {
        id = substr($0, RSTART, RLENGTH - 1)
        sub(/.*"/, "", id)
      }
      at = index($0, "\\"context_window\\"")
      rest = at ? substr($0, at) : ""
      if (match(rest, /"used_percentage"[ \\t\\r\\n]*:[ \\t\\r\\n]*[0-9a-z]+/)) {
        full = substr(rest, RSTART, RLENGTH)
        sub(/.*[^0-9a-z]/, "", full)
      }
      print id, full
    }')
  id="\${1:--}" full="\${2:--}"
  case "$full" in *[!0-9]*|????*) full= ;; esac
  case "$id" in -*|*[!A-Za-z0-9_-]*) id= ;; esac
  [ "\${#id}" -gt 128 ] && id=
  file="$home/status-line/$id"
  if [ -n "$id" ] && [ -f "$file" ] && [ ! -L "$file" ]; then
    notice=
    { IFS= read -r line; IFS= read -r notice; } < "$file"
    case "$notice" in *[!0-9]*) notice= ;; esac
    # A compaction is near: the next event of the session is heard, so that hooks tell of it.
    if [ "$notice" ] && [ "\${full:--1}" -ge "$notice" ]; then
      for folder in quiet quiet-ends; do
        [ -e "$home/$folder/$id" ] && rm -f "$home/$folder/$id"
      done
      if [ ! -e "$home/watch/$id" ] && [ ! -L "$home/watch/$id" ]; then
        { [ -d "$home/watch" ] || mkdir "$home/watch"; } 2>/dev/null && : > "$home/watch/$id"
      fi
    fi
    case "$line" in *[!-A-Za-z0-9\\ ,.#_]*) line= ;; esac
    line="Holdfast\${full:+ $full% full}\${line:+, $line}"
    # What hooks know of how full the context is.
    known=
    [ -f "$file.full" ] && IFS= read -r known < "$file.full"
    [ -n "$full" ] && [ "$known" != "$full" ] && [ ! -L "$file.full" ] && printf '%s\\n' "$full" > "$file.full"
  fi
fi
[ -n "$text" ] && printf '%s' "$text"
[ -n "$text" ] && [ -n "$line" ] && printf ' | '
[ -n "$line" ] && printf '%s' "$line"
[ -n "$text$line" ] && printf '\\n'
exit "$code"
`;
}
