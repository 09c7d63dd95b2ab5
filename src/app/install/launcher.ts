/** When the launcher sends USR2, ALRM and KILL to a hook that has not ended, in seconds from its start; see `entry/hook.ts`. */
const alarmSeconds = [9, 14, 28] as const;

/**
 * The launcher: a POSIX shell script at `<state folder>/bin/hook` that starts the newest installed hook
 * bundle, which is told the state folder as an absolute path. It always ends 0, prints nothing of its own, and waits for no other
 * program on its way to Node. A hook that is blocked is ended from outside, by an alarm that costs nothing when it is not needed. Once
 * the hook says by USR1 that its answer is out, the launcher ends, so that the client goes on while the hook does the rest; with
 * HOLDFAST_NO_ANSWER it ends once the hook is started.
 * When switched off it ends at once, but for the start of a session: the person may have to be told who did that.
 * Where Node or the bundle is missing it leaves one note in `notes/`, which `holdfast doctor` shows.
 *
 * `nodePath` is the interpreter that ran init (never a version manager's shim); else `node` of PATH.
 */
export function launcherScript(
  version: string,
  nodePath: string,
  alarm: readonly [number, number, number] = alarmSeconds,
): string {
  return `#!/bin/sh
# Holdfast ${version}: started by the hooks of agent hosts. Written by "holdfast init".
case "\${HOLDFAST_DISABLE:-}" in ''|0) ;; *) [ "\${HOLDFAST_SESSION_START:-}" ] || exit 0 ;; esac
umask 077
home="\${0%/bin/hook}"
case "$home" in /*|?:*) ;; *) home="$PWD/$home" ;; esac
note() {
  [ -e "$home/notes/$1" ] && exit 0
  set -C # a link that leads nowhere is not written through
  { mkdir -p "$home/notes" && printf "%s\\n" "$2" > "$home/notes/$1"; } 2>/dev/null
  exit 0
}
hook="$home/runtime/${version}/hook.cjs"
if [ ! -f "$hook" ]; then
  for found in "$home"/runtime/*/hook.cjs; do
    if [ ! -f "$hook" ] || [ "$found" -nt "$hook" ]; then hook="$found"; fi
  done
fi
[ -f "$hook" ] || note bundle-missing "no hook bundle in $home/runtime"
# Beside the bundle may lie what was compiled of it at install.
start="\${hook%/hook.cjs}/start.cjs"
[ -f "$start" ] && hook="$start"
node=${shellWord(nodePath)}
[ -x "$node" ] || node=$(command -v node 2>/dev/null) || note node-missing "no node: neither $node nor one on PATH"
# Options meant for other programs must not load code into a hook or make it print.
unset NODE_OPTIONS NODE_EXTRA_CA_CERTS
HOLDFAST_HOME="$home"
HOLDFAST_LAUNCHER=$$
export HOLDFAST_HOME HOLDFAST_LAUNCHER
# Where standard input is closed, a shell would end here with the code that vetoes.
command exec 2>/dev/null 3<&0 || exec 2>/dev/null 3</dev/null
# Nobody waits for an answer: the hook goes on by itself from the beginning.
[ "\${HOLDFAST_NO_ANSWER:-}" ] && exec >/dev/null 2>&1
# The answer is out and the rest is nobody's to wait for: the hook goes on by itself, and the alarm with it.
trap 'exit 0' USR1
"$node" "$hook" "$@" <&3 3<&- &
hook_run=$!
# The alarm, for a hook whose one thread is blocked, so that its own deadline never comes. Hooks that may take longer do not
# heed the first signals; nothing survives the last.
call="$node $hook $*"
(
  PATH=/usr/bin:/bin:$PATH
  nap=
  trap 'kill $nap; exit 0' TERM
  ring() {
    naps=0
    while [ $naps -lt "$1" ]; do
      sleep 1 &
      nap=$!
      wait $nap && kill -0 $hook_run || exit 0
      naps=$((naps + 1))
    done
    (note hook-late "$call was ended by the alarm")
    kill -"$2" $hook_run
  }
  ring ${alarm[0]} USR2
  ring ${alarm[1] - alarm[0]} ALRM
  ring ${alarm[2] - alarm[1]} KILL
) </dev/null >/dev/null 3<&- &
alarm=$!
[ "\${HOLDFAST_NO_ANSWER:-}" ] && exit 0
exec 3<&-
wait $hook_run
ended=$?
kill $alarm
# 142: no whole payload came, and the hook ended itself by a signal, since its input was still held open. The others: the alarm.
case $ended in
  0|142) exit 0 ;;
  137|140|159) [ -e "$home/notes/hook-late" ] && exit 0 ;;
esac
note hook-failed "$node $hook ended with $ended"
`;
}

function shellWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
