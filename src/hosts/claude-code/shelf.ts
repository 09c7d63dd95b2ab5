import { bringUp } from '../../core/shelf/bring-up.ts';
import { commandPrompt, sessionCommands } from '../../core/shelf/session-commands.ts';
import { about, jsonText as json, type ShelfFile } from '../../core/shelf/shelf-file.ts';
import { shelfHandlers } from '../../core/shelf/shelf-hooks.ts';
import { commandHandler, hookTimeouts } from './install-commands.ts';
import { unlessRegistered } from './unless-registered.ts';

const program = `node "\${CLAUDE_PLUGIN_ROOT}/dist/cli.js"`;

/**
 * The files of the plugin that the npm package is, by their path in it: the client installs it from its marketplaces. `version`: of the
 * package. The hooks are those that `init` registers for all clients of a user; the start of a session besides sees to it that what they
 * start is there and of this version, and leaves both to `init` where that was run.
 */
export function shelfFiles(version: string): ShelfFile[] {
  const registered = Object.keys(hookTimeouts).map(
    (event) => [event, commandHandler(event, { form: 'portable' })] as const,
  );
  const hooks = shelfHandlers(new Map(registered), {
    start: 'SessionStart',
    bringUp: bringUp(version, `${program} plugin path`, 'node'),
    startTimeout: { timeout: 30 },
    unless: unlessRegistered,
  });
  const groups = [...hooks].map(([event, handler]) => [event, [{ hooks: [handler] }]]);
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
    { path: 'shelf/claude-code/hooks.json', content: json({ hooks: Object.fromEntries(groups) }) },
    ...sessionCommands.map((command) => ({
      path: `shelf/claude-code/commands/${command.name}.md`,
      content: `---
description: ${command.description}
${command.hint === undefined ? '' : `argument-hint: "${command.hint}"\n`}allowed-tools: Bash(node:*)
---

${commandPrompt(program, command, '$ARGUMENTS')}
`,
    })),
  ];
}
