import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { atExit } from './cleanup.ts';
import { removeFolder } from './remove-folder.ts';

/** Temporary folders for one run: nothing of the person's own home is seen or touched. */
export interface Sandbox {
  root: string;
  home: string;
  project: string;
  /** Where Holdfast keeps its state, should it run. */
  holdfastHome: string;
  /** Writes a file of the project, and its folders. Returns its absolute path. */
  write(relative: string, text: string): string;
  remove(): void;
}

export function createSandbox(label = 'run'): Sandbox {
  const root = realpathSync(mkdtempSync(join(tmpdir(), `holdfast-${label}-`)));
  const project = join(root, 'proj');
  const home = join(root, 'home');
  for (const folder of [project, home, join(root, 'tmp')]) mkdirSync(folder, { recursive: true });
  const remove = () => removeFolder(root);
  const done = atExit(remove);
  return {
    root,
    home,
    project,
    holdfastHome: join(root, 'state'),
    write(relative, text) {
      const path = join(project, relative);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      return path;
    },
    remove() {
      remove();
      done();
    },
  };
}

/** Stands where a key must stand; it opens nothing. */
export const dummyKey = 'sk-ant-dummy-0000000000000000000000';

/** What every client is given: of the caller's environment only PATH goes in, so no credential can. */
export function isolatedEnvironment(sandbox: Sandbox): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '/usr/bin:/bin',
    HOME: sandbox.home,
    TMPDIR: join(sandbox.root, 'tmp'),
    LANG: 'C.UTF-8',
    TERM: 'xterm-256color',
    HOLDFAST_HOME: sandbox.holdfastHome,
  };
}

/**
 * The whole environment of Claude Code. `IS_SANDBOX` lets the client run its tools unasked even for root, as in a
 * container.
 */
export function clientEnvironment(
  sandbox: Sandbox,
  serverUrl: string,
  extra: Record<string, string> = {},
): Record<string, string> {
  return {
    ...isolatedEnvironment(sandbox),
    CLAUDE_CODE_TMPDIR: join(sandbox.root, 'tmp'),
    ANTHROPIC_BASE_URL: serverUrl,
    ANTHROPIC_API_KEY: dummyKey,
    DISABLE_TELEMETRY: '1',
    DISABLE_AUTOUPDATER: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    IS_SANDBOX: '1',
    ...extra,
  };
}
