import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../../harness/remove-folder.ts';
import { statusLineScript } from '../../../src/app/install/status-line-script.ts';

let root: string;
let home: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'holdfast-line-'));
  home = join(root, "state it's 山田");
  for (const name of ['bin', 'status-line']) mkdirSync(join(home, name), { recursive: true });
  writeScript(60);
  writeFileSync(shown('abc-1'), '2 compactions, T-12, 5 rules\n');
});
afterEach(() => removeFolder(root));

/** `seconds`: what the user's command gets. */
function writeScript(seconds: number): void {
  const script = statusLineScript('1.2.3', seconds);
  writeFileSync(join(home, 'bin', 'status-line'), script, { mode: 0o700 });
}

const shown = (id: string) => join(home, 'status-line', id);

function run(own = '', payload: unknown = told(), env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(join(home, 'bin', 'status-line'), [own], {
    input: typeof payload === 'string' ? payload : JSON.stringify(payload),
    encoding: 'utf8',
    env: { PATH: '/usr/bin:/bin', HOME: root, ...env },
  });
  return { code: status, line: stdout, stderr };
}

function told(id = 'abc-1', full: number | null = 62.4, more = {}) {
  return {
    session_id: id,
    ...more,
    context_window: { size: 200_000, used_percentage: full },
    rate_limits: { five_hour: { used_percentage: 3 } },
  };
}

const ours = 'Holdfast 62% full, 2 compactions, T-12, 5 rules\n';

describe('the script of the status line', () => {
  it('tells how full the context is and what hooks keep', () => {
    expect(run()).toEqual({ code: 0, line: ours, stderr: '' });
    expect(run('', told('abc-1', null)).line).toBe('Holdfast, 2 compactions, T-12, 5 rules\n');
    expect(run('', JSON.stringify(told(), null, 2)).line).toBe(ours);
  });

  it('keeps how full the context is for hooks', () => {
    run();
    expect(readFileSync(`${shown('abc-1')}.full`, 'utf8')).toBe('62\n');
  });

  it('wakes the session where it is to be told that a compaction is near', () => {
    const folders = ['quiet', 'quiet-ends'].map((name) => join(home, name));
    for (const folder of folders) {
      mkdirSync(folder);
      writeFileSync(join(folder, 'abc-1'), '');
    }
    const there = () =>
      [...folders, join(home, 'watch')].map((folder) => existsSync(join(folder, 'abc-1')));
    writeFileSync(shown('abc-1'), '2 compactions, T-12, 5 rules\n63\n');
    expect([run().line, there()]).toEqual([ours, [true, true, false]]);
    writeFileSync(shown('abc-1'), '2 compactions, T-12, 5 rules\n62\n');
    expect([run().line, there()]).toEqual([ours, [false, false, true]]);
  });

  it("shows the user's own line before ours, gives it the client's JSON and keeps its exit code", () => {
    expect(run('echo "my line"').line).toBe(`my line | ${ours}`);
    expect(run('printf "a\\nb\\n"').line).toBe(`a\nb | ${ours}`);
    expect(run('grep -o used_per; exit 7')).toMatchObject({
      code: 7,
      line: `used_per\nused_per | ${ours}`,
    });
    expect(run('for i in 1 2 3; do printf $i; done; exit 3').code).toBe(3);
    expect(run('kill -9 $$').code).toBe(137);
  });

  it('ends a command that hangs and what it started, and shows what it printed', () => {
    writeScript(4);
    const pid = join(root, 'pid');
    const own = `echo part; sh -c 'echo $$ > "${pid}"; exec sleep 600'`;
    expect(run(own)).toMatchObject({ code: 0, line: `part | ${ours}` });
    const { status } = spawnSync('sh', [
      '-c',
      'for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do kill -0 "$0" 2>/dev/null || exit 0; sleep 0.5; done; exit 1',
      readFileSync(pid, 'utf8').trim(),
    ]);
    expect(status).toBe(0);
  });

  it('does not wait for a process that the command leaves behind', () => {
    const pid = join(root, 'pid');
    const { code, line } = run(`sleep 600 & echo $! > "${pid}"; echo hi; exit 2`);
    // It is still there: nobody waited for its end.
    process.kill(Number(readFileSync(pid, 'utf8')), 'SIGKILL');
    expect({ code, line }).toEqual({ code: 2, line: `hi | ${ours}` });
  });

  it.each(['yes', 'yes | tr -d "\\n"', 'cat /dev/zero'])(
    'shows a bounded part of a flood: %s',
    (own) => {
      const { line } = run(own);
      expect(line.length).toBeLessThan(9_000);
      expect(line).toContain(ours);
    },
  );

  it('takes a long JSON, with texts in it that look like its own fields', () => {
    const more = { text: '"session_id":"other"\\"}'.repeat(5_000) };
    expect(run('', { ...more, ...told('abc-1', 62.4, more) }).line).toBe(ours);
    expect(run('wc -c', told('abc-1', 62.4, more)).line).toMatch(/^\d{6} \| Holdfast 62%/);
  });

  it.each(['../x', '..', '.', '', '-n', 'a/b', 'a b', 'x'.repeat(200)])(
    'makes no path of the session id %j',
    (id) => {
      writeFileSync(join(home, 'x'), 'stolen\n');
      expect(run('', told(id))).toEqual({ code: 0, line: '', stderr: '' });
    },
  );

  it('follows no symbolic link and shows nothing that is no line of ours', () => {
    const secret = join(root, 'secret');
    writeFileSync(secret, 'stolen\n');
    symlinkSync(secret, shown('linked'));
    expect(run('', told('linked')).line).toBe('');
    symlinkSync(secret, `${shown('abc-1')}.full`);
    expect(run().line).toBe(ours);
    expect(readFileSync(secret, 'utf8')).toBe('stolen\n');
    writeFileSync(shown('odd'), '\u001b[31mred\u0007\n');
    expect(run('', told('odd')).line).toBe('Holdfast 62% full\n');
    removeFolder(join(home, 'status-line'));
    symlinkSync(root, join(home, 'status-line'));
    expect(run('', told('secret')).line).toBe('');
  });

  it('shows the own line alone where Holdfast is switched off or knows nothing of the session', () => {
    expect(run('echo mine', told(), { HOLDFAST_DISABLE: '1' }).line).toBe('mine\n');
    expect(run('echo mine', told('unknown')).line).toBe('mine\n');
    expect(run('echo mine', 'no JSON').line).toBe('mine\n');
    expect(existsSync(`${shown('unknown')}.full`)).toBe(false);
  });
});
