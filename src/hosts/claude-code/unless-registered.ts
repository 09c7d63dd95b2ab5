/**
 * A command that does nothing where a settings file of the session has our hooks: the client runs those of settings and of plugins alike,
 * and each event is to be answered once. Where a command asks first whether a call is watched, it still does.
 */
export function unlessRegistered(whole: string): string {
  const command = whole.replace(/;:$/, '');
  const project = '"$CLAUDE_PROJECT_DIR/.claude/settings';
  const files = `"\${CLAUDE_CONFIG_DIR:-$HOME/.claude}/settings.json" ${project}.json" ${project}.local.json"`;
  const registered = `grep -qs 'bin/hook.* claude-code' ${files}`;
  const watched = /^(h=.*?;\[ -e "\$h\/watch\/[^;]*?)&&(.*)$/.exec(command);
  if (watched !== null) return `${watched[1]}&&! ${registered}&&${watched[2]};:`;
  return `${registered}||{ ${command};};:`;
}
