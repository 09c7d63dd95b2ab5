import { launcherHome } from '../../core/hook-settings/launcher-command.ts';
import { hookCommand, hookTimeouts } from './install-commands.ts';
import { unlessRegistered } from './unless-registered.ts';

const about = 'Keeps the work of a session intact through context compaction.';
const program = `node "\${CLAUDE_PLUGIN_ROOT}/dist/cli.js"`;

/** What the plugin's slash commands run, and what they say of themselves. */
const commands: readonly { name: string; description: string; words: string; hint?: string }[] = [
  {
    name: 'brief',
    description: 'What Holdfast would tell after a compaction of this session',
    words: 'brief "$CLAUDE_CODE_SESSION_ID"',
  },
  {
    name: 'rules',
    description: 'The rules you gave in this session, word for word',
    words: 'rules "$CLAUDE_CODE_SESSION_ID"',
  },
  {
    name: 'recall',
    description: 'Search what was said and done in earlier sessions',
    words: 'recall "$ARGUMENTS"',
    hint: '[words]',
  },
  {
    name: 'handoff',
    description: 'What the next session has to know of this one',
    words: 'show "$CLAUDE_CODE_SESSION_ID"',
  },
  { name: 'ticket', description: 'The tickets of this project', words: 'ticket list' },
];

/**
 * The files of the plugin that the npm package is, by their path in it: the client installs it from its marketplaces. `version`: of the
 * package. The hooks are those that `init` registers for all clients of a user; the start of a session besides sees to it that what they
 * start is there and of this version, and leaves both to `init` where that was run.
 */
export function shelfFiles(version: string): { path: string; content: string }[] {
  const hooks = Object.entries(hookTimeouts).map(([event, timeout]) => {
    const isStart = event === 'SessionStart';
    const own = hookCommand(event, { form: 'portable' }).replace(/;:$/, '');
    const command = isStart ? `${bringUp(version)};${own}` : own;
    const handler = {
      type: 'command',
      command: unlessRegistered(`${command};:`),
      timeout: isStart ? 30 : timeout,
    };
    return [event, [{ hooks: [handler] }]];
  });
  const plugin = {
    name: 'holdfast',
    version,
    description: about,
    author: { name: 'Holdfast' },
    license: 'MIT',
    hooks: './shelf/claude-code/hooks.json',
    commands: ['./shelf/claude-code/commands/'],
  };
  const marketplace = {
    name: 'holdfast',
    description: about,
    owner: { name: 'Holdfast' },
    plugins: [
      { name: 'holdfast', description: about, source: { source: 'npm', package: 'holdfast' } },
    ],
  };
  return [
    { path: '.claude-plugin/plugin.json', content: json(plugin) },
    { path: '.claude-plugin/marketplace.json', content: json(marketplace) },
    { path: 'shelf/claude-code/hooks.json', content: json({ hooks: Object.fromEntries(hooks) }) },
    ...commands.map(({ name, description, words, hint }) => ({
      path: `shelf/claude-code/commands/${name}.md`,
      content: `---
description: ${description}
${hint === undefined ? '' : `argument-hint: "${hint}"\n`}allowed-tools: Bash(node:*)
---

Run \`${program} ${words}\` and show what it prints as it is, without adding to it.
`,
    })),
  ];
}

/** Puts launcher and hook program in place, in the shell of a session's start. */
function bringUp(version: string): string {
  const current = `[ -x "$h/bin/hook" ]&&{ [ -e "$h/installs.json" ]||grep -qs '^# Holdfast ${version}:' "$h/bin/hook";}`;
  const missing = `printf '%s' '{"systemMessage":"Holdfast needs Node 20.19 or newer on PATH. Install it, then restart this session."}'`;
  const install = `${program} plugin path </dev/null >/dev/null 2>&1`;
  const home = `h=${launcherHome({ form: 'portable' })}`;
  return `${home};${current}||if command -v node >/dev/null;then ${install};else ${missing};fi`;
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
