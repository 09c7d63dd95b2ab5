/**
 * The launcher: a POSIX shell script at `<state folder>/bin/hook` that starts the newest installed hook
 * bundle, which is told the state folder as an absolute path. It always ends 0, prints nothing of its own, and runs no other program on its way to Node.
 * When switched off it ends at once, but for the start of a session: the person may have to be told who did that.
 * Where Node or the bundle is missing it leaves one note in `notes/`, which `holdfast doctor` shows.
 *
 * `nodePath` is the interpreter that ran init (never a version manager's shim); else `node` of PATH.
 */
export function launcherScript(version: string, nodePath: string): string {
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
export HOLDFAST_HOME
{ "$node" "$hook" "$@"; } 2>/dev/null
ended=$?
# 142: no whole payload came, and the hook ended by its alarm, since its input was still held open.
case $ended in 0|142) exit 0 ;; esac
note hook-failed "$node $hook ended with $ended"
`;
}

/**
 * The same for hosts that run hooks through cmd.exe on Windows. (Where Git Bash runs them, as Claude Code
 * does, the shell script above is used.) Its text is tested; it was not run on a Windows machine.
 */
export function windowsLauncherScript(version: string, nodePath: string): string {
  return [
    '@echo off',
    'setlocal',
    'if not "%HOLDFAST_DISABLE%"=="" if not "%HOLDFAST_DISABLE%"=="0" if "%HOLDFAST_SESSION_START%"=="" exit /b 0',
    'for %%I in ("%~dp0..") do set "HOLDFAST_HOME=%%~fI"',
    `set "HOOK=%HOLDFAST_HOME%\\runtime\\${version}\\hook.cjs"`,
    'if not exist "%HOOK%" for /f "delims=" %%D in (\'dir /b /ad /od "%HOLDFAST_HOME%\\runtime" 2^>nul\') do set "HOOK=%HOLDFAST_HOME%\\runtime\\%%D\\hook.cjs"',
    'if not exist "%HOOK%" exit /b 0',
    `set "NODE=${nodePath}"`,
    'if not exist "%NODE%" set "NODE=node"',
    'set "NODE_OPTIONS="',
    'set "NODE_EXTRA_CA_CERTS="',
    '"%NODE%" "%HOOK%" %* 2>nul',
    'exit /b 0',
    '',
  ].join('\r\n');
}

function shellWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
