import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { removeFolder } from '../../../harness/remove-folder.ts';
import type { InstallContext } from '../../../src/app/install/context.ts';
import { applyInit, planInit } from '../../../src/app/install/init.ts';
import { applyUninstall, planUninstall } from '../../../src/app/install/uninstall.ts';
import type { Scope } from '../../../src/core/install/host-install.ts';
import { claudeCodeInstall } from '../../../src/hosts/claude-code/install.ts';
import { disk } from '../../../src/platform/disk.ts';
import { statePaths } from '../../../src/platform/paths.ts';

/** A machine of its own for one test: a home, a project and a state folder with odd names, and a hook bundle. */
export interface Machine {
  folder: string;
  home: string;
  project: string;
  state: string;
  user: string;
  shared: string;
  context: InstallContext;
  init(scope?: Scope): ReturnType<typeof applyInit>;
  uninstall(scope?: Scope): ReturnType<typeof planUninstall>;
  write(path: string, text: string): void;
  read(path: string): string;
  exists(path: string): boolean;
  remove(): void;
}

/** Answers as a server does, so far as doctor asks. */
const serverProgram = `console.log('{"result":{"serverInfo":{"name":"holdfast"}}}')`;

/** `bundle`: what the hook program is. */
export function makeMachine(bundle = '// nothing', over: Partial<InstallContext> = {}): Machine {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-install-'));
  const home = join(folder, 'home');
  const project = join(folder, 'pro ject');
  const state = join(folder, "state it's \\ 山田");
  const bundlePath = join(folder, 'hook.cjs');
  for (const path of [home, project]) mkdirSync(path);
  writeFileSync(bundlePath, bundle);
  writeFileSync(join(folder, 'cli-mcp.js'), serverProgram);
  writeFileSync(join(folder, 'cli-mcp-tools.cjs'), '// nothing');
  writeFileSync(join(folder, 'mcp-handshake.sh'), '# nothing');
  const context: InstallContext = {
    disk,
    clock: { now: () => new Date('2026-01-02T03:04:05.678Z') },
    paths: statePaths(state),
    place: { env: {}, home, project },
    hosts: [claudeCodeInstall],
    searchPath: [],
    version: '1.2.3',
    nodePath: process.execPath,
    bundlePath,
    windows: false,
    ...over,
  };
  return {
    folder,
    home,
    project,
    state,
    user: join(home, '.claude', 'settings.json'),
    shared: join(project, '.claude', 'settings.json'),
    context,
    init: (scope) =>
      applyInit(context, planInit(context, { host: 'claude-code', ...(scope ? { scope } : {}) })),
    uninstall(scope) {
      const plan = planUninstall(context, scope ? { scope } : {});
      applyUninstall(context, plan);
      return plan;
    },
    write(path, text) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    },
    read: (path) => readFileSync(path, 'utf8'),
    exists: existsSync,
    remove: () => removeFolder(folder),
  };
}
