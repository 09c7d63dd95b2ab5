import { expect, it } from 'vitest';
import { isSettingsFile } from '../../src/hosts/settings-names.ts';

it.each([
  '.claude/settings.json',
  '.claude/settings.local.json',
  'sub/.Claude/commands/x.md',
  '.mcp.json',
  '.codex/config.toml',
  '.gemini/settings.json',
  '.qwen/settings.json',
  '.opencode/plugin/x.ts',
  'opencode.json',
  'opencode.jsonc',
  '.pi/extensions/x.ts',
  '.github/workflows/x.yml',
  '.holdfast/config.json',
  '.husky/pre-commit',
  '.vscode/tasks.json',
  '.gitattributes',
  '.gitmodules',
  'package.json',
  'AGENTS.md',
  'CLAUDE.local.md',
])('names %s as a file that is more than content', (path) => {
  expect(isSettingsFile(path)).toBe(true);
});

it.each(['src/claude.ts', 'docs/opencode.md', 'a.github.txt', 'pi/x.ts', 'packages.json'])(
  'takes %s for content',
  (path) => {
    expect(isSettingsFile(path)).toBe(false);
  },
);
