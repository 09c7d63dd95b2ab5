import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, relative, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';
import { shelves } from '../../scripts/shelf-files.ts';
import type { LauncherForm } from '../../src/core/install/host-install.ts';
import { commandHandler, hookTimeouts } from '../../src/hosts/claude-code/install-commands.ts';
import { hookHandlers as codex } from '../../src/hosts/codex/install-commands.ts';
import { hookHandlers as copilot } from '../../src/hosts/copilot/install-commands.ts';
import { hookHandlers as gemini } from '../../src/hosts/gemini/install-commands.ts';
import { hookHandlers as qwen } from '../../src/hosts/qwen/install-commands.ts';

const root = resolve(import.meta.dirname, '..', '..');
const portable: LauncherForm = { form: 'portable' };

interface Commands {
  /** What `init` registers. */
  handlers: ReadonlyMap<string, Record<string, unknown>>;
  /** The variable of the session's id, where there is one. */
  session?: string;
  /** The variable of the project's folder. */
  project: string;
  /** Settings files that `init` may have written. */
  settings: string[];
  /** What an event must say for its command to go on. */
  input?: string;
}

const claudeCode = new Map(
  Object.keys(hookTimeouts).map((event) => [event, commandHandler(event, portable)]),
);

/** The clients whose plugins are commands. */
const clients: Record<string, Commands> = {
  'claude-code': {
    handlers: claudeCode,
    session: 'CLAUDE_CODE_SESSION_ID',
    project: 'CLAUDE_PROJECT_DIR',
    settings: [
      '.claude/settings.json',
      'proj/.claude/settings.json',
      'proj/.claude/settings.local.json',
    ],
  },
  codex: {
    handlers: codex(portable),
    project: 'PWD',
    settings: ['.codex/hooks.json', 'proj/.codex/hooks.json'],
  },
  copilot: {
    handlers: copilot(portable),
    project: 'COPILOT_PROJECT_DIR',
    settings: ['.copilot/hooks/holdfast.json', 'proj/.github/hooks/holdfast.json'],
  },
  gemini: {
    handlers: gemini(portable),
    session: 'GEMINI_SESSION_ID',
    project: 'GEMINI_PROJECT_DIR',
    settings: ['.gemini/settings.json', 'proj/.gemini/settings.json'],
    input: '<state_snapshot>',
  },
  qwen: {
    handlers: qwen(portable),
    session: 'QWEN_CODE_SESSION_ID',
    project: 'QWEN_PROJECT_DIR',
    settings: ['.qwen/settings.json', 'proj/.qwen/settings.json'],
  },
};

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'holdfast-shelf-'));
  // Stands for the launcher: says that it ran.
  put('state/bin/hook', '#!/bin/sh\n# Holdfast 1.2.3: test\necho "ran $1"\n');
  put('state/watch/s1', '');
  put('proj/README.md', '');
});
afterEach(() => removeFolder(home));

function put(name: string, text: string): void {
  const path = join(home, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  if (text.startsWith('#!')) chmodSync(path, 0o700);
}

/** The commands of a client's plugin, by their event. */
function commandsOf(host: string): [string, string][] {
  const file = shelves[host]!('1.2.3').find(({ path }) => /hooks[\w/]*\.json$/.test(path))!;
  const { hooks } = JSON.parse(file.content) as {
    hooks: Record<string, { hooks?: { command: string }[]; command: string }[]>;
  };
  return Object.entries(hooks).map(([event, [entry]]) => [
    event,
    (entry!.hooks?.[0] ?? entry!).command,
  ]);
}

function run(host: string, command: string, path = process.env.PATH!): [number | null, string] {
  const { session, project, input = '' } = clients[host]!;
  const env = {
    PATH: path,
    HOME: home,
    HOLDFAST_HOME: join(home, 'state'),
    [project]: join(home, 'proj'),
    ...(session === undefined ? {} : { [session]: 's1' }),
    CLAUDE_PLUGIN_ROOT: join(home, 'plugin'),
  };
  const ran = spawnSync('sh', ['-c', command], {
    cwd: join(home, 'proj'),
    env,
    encoding: 'utf8',
    input,
  });
  return [ran.status, ran.stdout + ran.stderr];
}

it('what clients install by their own means is in the repository as this version writes it: "npm run shelf"', () => {
  const { version, files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string;
    files: string[];
  };
  const made = Object.values(shelves).flatMap((shelf) => shelf(version));
  for (const { path, content } of made) {
    expect([path, existsSync(join(root, path))]).toEqual([path, true]);
    const there = readFileSync(join(root, path), 'utf8');
    if (!path.endsWith('.json')) expect([path, there]).toEqual([path, content]);
    else expect([path, JSON.parse(there)]).toEqual([path, JSON.parse(content)]);
    expect(files).toContain(path.split('/')[0]);
  }
  const names = readdirSync(join(root, 'shelf'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
  expect(names.filter((name) => !made.some(({ path }) => path === name))).toEqual([]);
});

describe.each(Object.keys(clients))('the plugin of %s', (host) => {
  const { handlers, settings } = clients[host]!;

  it('has every event that init registers, and each does its work', () => {
    expect(commandsOf(host).map(([event]) => event)).toEqual([...handlers.keys()]);
    for (const [event, command] of commandsOf(host)) {
      expect([event, ...run(host, command)]).toEqual([event, 0, `ran ${host}\n`]);
    }
  });

  it.each(settings)('leaves every event to the hooks that init put into %s', (name) => {
    const hooks = [...handlers].map(([event, handler]) => [event, [{ hooks: [handler] }]]);
    put(name, JSON.stringify({ hooks: Object.fromEntries(hooks) }, null, 2));
    for (const [event, command] of commandsOf(host)) {
      expect([event, ...run(host, command)]).toEqual([event, 0, '']);
    }
    put(name, '{"hooks": {}}');
    expect(run(host, commandsOf(host)[0]![1])[1]).toBe(`ran ${host}\n`);
  });
});

describe.each(Object.keys(clients).filter((host) => host !== 'claude-code'))(
  'the program that the plugin of %s starts',
  (host) => {
    /** Puts programs on PATH that write down how they were called. */
    function programs(version: string): string {
      for (const name of ['holdfast', 'npx']) {
        const say = name === 'holdfast' ? `[ "$*" = --version ]&&echo ${version}&&exit;` : '';
        put(`bin/${name}`, `#!/bin/sh\n${say}echo "${name} $*" >> '${home}/asked'\n`);
      }
      return [join(home, 'bin'), '/usr/bin', '/bin'].join(delimiter);
    }
    function asked(path: string): string {
      removeFolder(join(home, 'asked'));
      run(host, commandsOf(host)[0]![1], path);
      return existsSync(join(home, 'asked')) ? readFileSync(join(home, 'asked'), 'utf8') : '';
    }

    it('is left alone where it is of this version or a newer one, or where init brought it', () => {
      const path = programs('1.2.3');
      expect(asked(path)).toBe('');
      put('state/bin/hook', '#!/bin/sh\n# Holdfast 1.2.2: test\n');
      expect(asked(path)).not.toBe('');
      put('state/bin/newer-than-1.2.3', '');
      expect(asked(path)).toBe('');
      removeFolder(join(home, 'state', 'bin', 'newer-than-1.2.3'));
      put('state/installs.json', '{}');
      expect(asked(path)).toBe('');
    });

    it('comes from PATH where that has this version, else from npm', () => {
      removeFolder(join(home, 'state', 'bin'));
      expect(asked(programs('1.2.3'))).toBe('holdfast plugin launcher\n');
      expect(asked(programs('1.2.2'))).toBe('npx --yes holdfast@1.2.3 plugin launcher\n');
      removeFolder(join(home, 'bin', 'holdfast'));
      expect(asked([join(home, 'bin'), '/usr/bin', '/bin'].join(delimiter))).toBe(
        'npx --yes holdfast@1.2.3 plugin launcher\n',
      );
    });
  },
);
