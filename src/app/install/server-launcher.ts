import type { McpTools } from './context.ts';

/**
 * What hosts start as our MCP server: a POSIX shell script at `<state folder>/bin/mcp`, whose first argument is the
 * host's id. What lies beside that program answers what a client says before it calls a tool (`src/entry/mcp/handshake.sh`). It runs the command line where that still is as `init` knew it, since the search needs what lies beside it,
 * else the program that `init` put into the state folder, and ends 0 without a word where neither is
 * there, and where everything is switched off. `tools`: which of them a client is shown.
 */
export function serverLauncherScript(
  version: string,
  nodePath: string,
  cli: string,
  tools: McpTools = 'small',
): string {
  return `#!/bin/sh
# Holdfast ${version}: the MCP server, started by agent hosts. Written by "holdfast init".
case "\${HOLDFAST_DISABLE:-}\${HOLDFAST_NESTED:-}" in ''|0|00) ;; *) exit 0 ;; esac
umask 077
home="\${0%/bin/mcp}"
case "$home" in /*|?:*) ;; *) home="$PWD/$home" ;; esac
server=${shellWord(cli)}
[ -f "$server" ] || server="$home/runtime/${version}/mcp.cjs"
if [ ! -f "$server" ]; then
  for found in "$home"/runtime/*/mcp.cjs; do
    if [ ! -f "$server" ] || [ "$found" -nt "$server" ]; then server="$found"; fi
  done
fi
[ -f "$server" ] || exit 0
node=${shellWord(nodePath)}
[ -x "$node" ] || node=$(command -v node 2>/dev/null) || exit 0
unset NODE_OPTIONS NODE_EXTRA_CA_CERTS
HOLDFAST_HOME="$home"
export HOLDFAST_HOME
tools=${tools === 'full' ? 'full' : ''}
# Most clients call nothing, and the shell answers sooner than Node starts.
[ -f "\${server%/*}/mcp-handshake.sh" ] && . "\${server%/*}/mcp-handshake.sh"
exec "$node" "$server" mcp --host "\${1:-}"${tools === 'full' ? allTools : ''}
`;
}

const allTools = ' --tools full';

/** Which tools an installed launcher shows; undefined where there is none. */
export function toolsOf(launcher: string | undefined): McpTools | undefined {
  if (launcher === undefined) return undefined;
  return launcher.trimEnd().endsWith(allTools) ? 'full' : 'small';
}

function shellWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
