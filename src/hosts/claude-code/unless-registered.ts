import { unlessRegistered as unless } from '../../core/shelf/unless-registered.ts';

/** A command of a plugin that does nothing where a settings file of the session has our hooks. */
export function unlessRegistered(command: string): string {
  const project = '"$CLAUDE_PROJECT_DIR/.claude/settings';
  const own = `"\${CLAUDE_CONFIG_DIR:-$HOME/.claude}/settings.json"`;
  return unless(command, 'claude-code', [own, `${project}.json"`, `${project}.local.json"`]);
}
