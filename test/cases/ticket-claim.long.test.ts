import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';

const cli = join(import.meta.dirname, '..', '..', 'dist', 'cli.js');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-claim-'));
  // Else one that somebody left in the folder above would be the project's.
  mkdirSync(join(folder, '.holdfast'));
});
afterEach(() => removeFolder(folder));

const env = () => ({ PATH: process.env.PATH, HOME: folder, HOLDFAST_HOME: join(folder, 'state') });

function start(args: string[]): ChildProcess {
  return spawn(process.execPath, [cli, 'ticket', ...args], {
    cwd: folder,
    env: env(),
    stdio: 'pipe',
  });
}

function ended(child: ChildProcess): Promise<{ code: number | null; out: string }> {
  let out = '';
  child.stdout?.on('data', (chunk) => (out += chunk));
  child.stderr?.on('data', (chunk) => (out += chunk));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out })));
}

const run = (...args: string[]) => ended(start(args));
const ticketText = (id: string) =>
  readFileSync(join(folder, '.holdfast/tickets', `${id}.md`), 'utf8');

/** A process that lives until it is ended, in place of a worker. */
function worker(): ChildProcess {
  return spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' });
}

describe('claiming a ticket', () => {
  it('lets exactly one of eight win, round after round, whoever is killed meanwhile [case 22]', async () => {
    for (let round = 1; round <= 50; round += 1) {
      const id = `t${round}`;
      await run('new', 'Race', '--id', id);
      const claimers = Array.from({ length: 8 }, (_, at) =>
        start(['claim', id, '--owner', `w${at}`]),
      );
      const results = claimers.map(ended);
      // Every third round some claimers are killed in the middle of it.
      const killed = round % 3 === 0 ? [0, 3] : [];
      setTimeout(
        () => {
          for (const at of killed) claimers[at]!.kill('SIGKILL');
        },
        25 + (round % 12) * 4,
      );
      const codes = (await Promise.all(results)).map(({ code }) => code);
      const winners = codes.flatMap((code, at) => (code === 0 ? [at] : []));
      const heldByKilled = winners.length === 0;
      if (!heldByKilled) expect(winners).toHaveLength(1);
      expect(codes.filter((code) => code !== 0 && code !== 1 && code !== null)).toEqual([]);
      const { out } = await run('claim', id, '--owner', 'late');
      const owner = /is claimed by (w\d) \(since/.exec(out)?.[1];
      // A claimer that is killed has either claimed for its worker, or nobody has.
      if (heldByKilled) expect(owner === undefined || killed.includes(Number(owner[1]))).toBe(true);
      else expect(owner).toBe(`w${winners[0]}`);
      expect(ticketText(id)).toContain('status: claimed');
    }
  }, 240_000);

  it('ends with the process of its worker, and refuses what that one says afterwards [case 22]', async () => {
    await run('new', 'Work', '--id', 'a');
    const first = worker();
    expect((await run('claim', 'a', '--owner', 'w1', '--pid', String(first.pid))).code).toBe(0);
    expect((await run('claim', 'a', '--owner', 'w2')).out).toMatch(
      /a is claimed by w1 \(since \d{4}-/,
    );
    expect((await run('progress', 'a', 'began', '--owner', 'w1')).code).toBe(0);
    const gone = ended(first);
    first.kill('SIGKILL');
    await gone;
    expect((await run('claim', 'a', '--owner', 'w2')).code).toBe(0);
    const before = ticketText('a');
    for (const late of [
      ['progress', 'a', 'late', '--owner', 'w1'],
      ['done', 'a', '--result', 'all', '--owner', 'w1'],
    ]) {
      const { code, out } = await run(...late);
      expect(code).toBe(1);
      expect(out).toMatch(/is claimed by w2 \(since .*\), not by w1\.[\s\S]*Nothing was written/);
    }
    expect(ticketText('a')).toBe(before);
  });

  it('lasts its term where no process is known', async () => {
    await run('new', 'Work', '--id', 'a');
    expect((await run('claim', 'a', '--owner', 'w1', '--term', '0.01')).code).toBe(0);
    expect((await run('claim', 'a', '--owner', 'w2', '--term', '10')).code).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect((await run('claim', 'a', '--owner', 'w2')).code).toBe(0);
    expect((await run('claim', 'a', '--owner', 'w1')).code).toBe(1);
  });

  it('loses no line of progress of many writers, some of which are killed [R10]', async () => {
    await run('new', 'Work', '--id', 'a');
    await run('claim', 'a', '--owner', 'w');
    const written = new Set<string>();
    for (let round = 0; round < 5; round += 1) {
      const lines = Array.from({ length: 6 }, (_, at) => `line ${round}-${at}`);
      const children = lines.map((line) => start(['progress', 'a', line]));
      const results = children.map(ended);
      setTimeout(() => children[round]!.kill('SIGKILL'), 60);
      for (const [at, { code }] of (await Promise.all(results)).entries()) {
        if (code === 0) written.add(lines[at]!);
      }
    }
    const text = ticketText('a');
    for (const line of written) expect(text.split(`${line}\n`)).toHaveLength(2);
    expect(written.size).toBeGreaterThanOrEqual(20);
    expect((await run('check')).out).toContain('no problems');
  }, 120_000);
});
