import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';

const cli = join(import.meta.dirname, '..', '..', 'dist', 'cli.js');
const count = 2_000;

let folder: string;
let env: Record<string, string | undefined>;

/** Programs that must not be started: each leaves a mark. */
function forbid(name: string): void {
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, name), `#!/bin/sh\necho ${name} >> '${folder}/started'\nexit 1\n`, {
    mode: 0o755,
  });
}

const idOf = (at: number) => `t-${String(at).padStart(4, '0')}`;

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'holdfast-many-')));
  const tickets = join(folder, 'proj', '.holdfast', 'tickets');
  mkdirSync(tickets, { recursive: true });
  mkdirSync(join(folder, 'proj', '.git'));
  for (let at = 0; at < count; at += 1) {
    const status = at < 300 ? 'done' : 'queued';
    const result = at < 300 ? 'It was done.\n' : '';
    writeFileSync(
      join(tickets, `${idOf(at)}.md`),
      `---\nid: ${idOf(at)}\ntitle: Work ${at}\nstatus: ${status}\n---\n\n## Contract\n\nDo it.\n\n## Progress\n\n## Result\n\n${result}`,
    );
  }
  for (let at = 0; at < 50; at += 1) {
    const session = join(folder, 'state', 'sessions', 'claude-code', `s-${at}`);
    mkdirSync(session, { recursive: true });
    writeFileSync(join(session, 'journal.ndjson'), '');
  }
  forbid('git');
  const bin = join(folder, 'bin');
  env = { PATH: `${bin}:${process.env.PATH}`, HOME: folder, HOLDFAST_HOME: join(folder, 'state') };
});
afterAll(() => removeFolder(folder));

function run(...args: string[]) {
  const ran = spawnSync(process.execPath, [cli, 'ticket', ...args], {
    cwd: join(folder, 'proj'),
    env,
    encoding: 'utf8',
  });
  return { code: ran.status, out: ran.stdout, err: ran.stderr };
}

describe('two thousand tickets', () => {
  it('are listed, shown and claimed without starting git [case 85]', () => {
    expect(run('list').out).toContain(`queued (${count - 300})`);
    expect(JSON.parse(run('show', idOf(1_999), '--json').out)).toMatchObject({ status: 'queued' });
    expect(run('claim', idOf(1_999), '--owner', 'w').code).toBe(0);
    expect(run('claim', idOf(10), '--owner', 'w').err).toContain('is done; it cannot be claimed');
    expect(run('check').out).toBe(`${count} tickets, no problems.\n`);
    expect(() => rmSync(join(folder, 'started'))).toThrow();
  });

  it('are not held up by a lock of a process that died, and by a lease from the future for one term only [case 85]', () => {
    const id = idOf(1_000);
    expect(run('claim', id, '--owner', 'w1').code).toBe(0);
    for (const [kind, text] of [
      ['locks', '{"pid":999999,"identity":"gone"}'],
      [
        'leases',
        '{"owner":"w1","since":"2099-01-01T00:00:00.000Z","renewed":"2099-01-01T00:00:00.000Z","termMs":900000,"ticket":"x"}',
      ],
    ] as const) {
      const parent = join(folder, 'state', kind);
      const name = readdirSync(parent).find((one) => one.startsWith(id))!;
      const path = join(parent, name, '1000');
      writeFileSync(path, text);
      const future = Date.now() / 1000 + 1e8;
      utimesSync(path, future, future);
    }
    // A clock that went back is no reason to give work of another away; from now on it has one term like any other.
    const refused = run('claim', id, '--owner', 'w2');
    expect([refused.code, refused.out]).toEqual([1, expect.stringContaining('w1')]);
    const { lease } = JSON.parse(run('show', id, '--json').out);
    expect(lease.termMs).toBe(900_000);
    expect(Date.parse(lease.renewed)).toBeLessThanOrEqual(Date.now());
    expect(run('progress', id, 'went on', '--owner', 'w1').code).toBe(0);
  });
});
