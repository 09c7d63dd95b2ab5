import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { removeFolder } from '../../harness/remove-folder.ts';
import { applyInit, planInit } from '../../src/app/install/init.ts';
import { writeSetTask } from '../../src/app/task/store.ts';
import type { HostInstall } from '../../src/core/install/host-install.ts';
import type { JournalEntry } from '../../src/core/recovery/entry.ts';
import { disk } from '../../src/platform/disk.ts';
import { statePaths } from '../../src/platform/paths.ts';
import { stateStore } from '../../src/platform/state-store.ts';
import { bundle } from '../cases/hook-process.ts';

/** A plan too long to be told inline, so that it must be read. */
export const longPlan = `# Plan: widgets\n- [x] Step 1: measure\n- [ ] Step 2: cut\n\n${Array.from({ length: 120 }, (_, at) => `- note ${at} that is long enough to make this plan too large to be told inline`).join('\n')}\n`;

type Handler = { command: string };

/**
 * A host that cannot be run here, played by its documents: Holdfast is put into its settings with its real launcher and
 * hook bundle, and the commands that are registered then get payloads as the host would give them.
 */
export class DocumentedSession {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'holdfast-documented-')));
  readonly home = join(this.root, 'home');
  readonly project = join(this.root, 'proj');
  readonly state = join(this.root, 'state');
  readonly record = join(this.root, 'record.jsonl');
  readonly plan = join(this.project, 'PLAN.md');
  readonly #files = new Map<string, string>();

  constructor(hosts: HostInstall[], plan = longPlan) {
    mkdirSync(this.home);
    mkdirSync(join(this.project, '.git'), { recursive: true });
    writeFileSync(this.plan, plan);
    writeFileSync(this.record, '');
    const context = {
      disk,
      clock: { now: () => new Date() },
      paths: statePaths(this.state),
      place: { env: {}, home: this.home, project: this.project },
      hosts,
      searchPath: [],
      version: '1.2.3',
      nodePath: process.execPath,
      bundlePath: bundle,
      windows: false,
    };
    for (const { host } of hosts) {
      const planned = planInit(context, { host });
      applyInit(context, planned);
      this.#files.set(host, planned.targets[0]!.file);
    }
    writeSetTask(stateStore(this.state), this.project, {
      path: this.plan,
      when: '2026-01-01T00:00:00.000Z',
      by: 'person',
    });
  }

  remove(): void {
    removeFolder(this.root);
  }

  /** Appends rows to the host's record. */
  rows(...rows: object[]): void {
    mkdirSync(dirname(this.record), { recursive: true });
    writeFileSync(this.record, rows.map((row) => `${JSON.stringify(row)}\n`).join(''), {
      flag: 'a',
    });
  }

  /** Runs what is registered of a host for an event, as the host would; answers with what is printed. */
  play(host: string, event: string, payload: object, env: Record<string, string> = {}): string {
    const { hooks } = JSON.parse(readFileSync(this.#files.get(host)!, 'utf8'));
    const [first] = hooks[event] as (Handler & { hooks?: Handler[] })[];
    const { command } = first!.hooks?.[0] ?? first!;
    const { stdout, stderr, status } = spawnSync('sh', ['-c', command], {
      cwd: this.project,
      input: JSON.stringify(payload),
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: this.home, HOLDFAST_HOME: this.state, ...env },
    });
    if (status !== 0 || stderr !== '') throw new Error(`${event} ended ${status}: ${stderr}`);
    return stdout.trim();
  }

  journal(host: string, session: string): JournalEntry[] {
    const path = join(this.state, 'sessions', host, session, 'journal.ndjson');
    if (!existsSync(path)) return [];
    return readFileSync(path, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  }

  kinds(host: string, session: string): string[] {
    return this.journal(host, session).map(({ kind }) => kind);
  }

  /** Whether tool events are needed for more than the guard. */
  watched(session: string): boolean {
    const path = join(this.state, 'watch', session);
    return existsSync(path) && readFileSync(path, 'utf8').trim() !== 'active guard (main session)';
  }

  get faults(): string {
    const path = join(this.state, 'faults.ndjson');
    return existsSync(path) ? readFileSync(path, 'utf8') : '';
  }
}
