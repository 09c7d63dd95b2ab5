import { backslashed, execCall } from '../hook-settings/windows-command.ts';
import type { LauncherForm } from './host-install.ts';

/** A program with its arguments, as hosts start it without a shell. */
export interface ServerCommand {
  command: string;
  args: string[];
}

/**
 * What a host starts as our MCP server. A file that is committed names no folder of a machine: the state folder is
 * looked up by the shell, by the same choice as `statePaths` makes. No braces: several hosts put values of variables in
 * their place themselves, and do not know those within one another. Where Holdfast is gone it ends without a word.
 */
export function serverCommand(host: string, launcher: LauncherForm): ServerCommand {
  if (launcher.form === 'windows') {
    const script = `${backslashed(launcher.stateFolder)}\\bin\\mcp.cmd`;
    return execCall([script, host]);
  }
  if (launcher.form === 'fixed') {
    return { command: `${launcher.stateFolder}/bin/mcp`, args: [host] };
  }
  const folder =
    's="$HOLDFAST_HOME";[ "$s" ]||{ s="$LOCALAPPDATA";[ "$s" ]||s="$XDG_STATE_HOME";[ "$s" ]||s="$HOME/.local/state";s="$s/holdfast";}';
  return {
    command: 'sh',
    args: ['-c', `${folder};[ -x "$s/bin/mcp" ]&&exec "$s/bin/mcp" ${host};:`],
  };
}

/** True for a command that this or an earlier version of Holdfast registered as the server of a host. */
export function isServerCommand(host: string, words: readonly unknown[]): boolean {
  const line = words.join(' ');
  return [`/bin/mcp ${host}`, `/bin/mcp" ${host}`, `\\bin\\mcp.cmd ${host}`].some((start) => {
    const at = line.indexOf(start);
    return at >= 0 && !/[\w]/.test(line.charAt(at + start.length));
  });
}
