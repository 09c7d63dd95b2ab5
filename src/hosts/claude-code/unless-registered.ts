/**
 * A command that does nothing where a settings file of the session has our hooks: the client runs those of settings and of plugins alike,
 * and each event is to be answered once. Where a command asks first whether a call is watched, it still does.
 */
export function unlessRegistered(whole: string): string {
  const command = whole.replace(/;:$/, '');
  const project = '"$CLAUDE_PROJECT_DIR/.claude/settings';
  const files = `"\${CLAUDE_CONFIG_DIR:-$HOME/.claude}/settings.json" ${project}.json" ${project}.local.json"`;
  const registered = `grep -qs 'bin/hook.* claude-code' ${files}`;
  const look = ';[ -e "$h/watch/';
  const at = command.startsWith('h=') ? command.indexOf(look) : -1;
  const and = at < 0 ? -1 : command.indexOf('&&', at + look.length);
  if (and >= 0 && !command.slice(at + look.length, and).includes(';'))
    return `${command.slice(0, and)}&&! ${registered}&&${command.slice(and + 2)};:`;
  return `${registered}||{ ${command};};:`;
}
