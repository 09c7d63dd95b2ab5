import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';

const root = resolve(import.meta.dirname, '../..');
const failing = resolve(process.env.HOLDFAST_SHARED ?? join(root, '../shared'), 'failing');
if (!existsSync(failing) && process.env.CI) throw new Error(`${failing} is missing`);

const home = mkdtempSync(join(tmpdir(), 'holdfast-taken-back-'));
afterAll(() => removeFolder(home));

/** What the built command line prints. */
function printed(...args: string[]): string {
  const env = { PATH: process.env.PATH, HOME: home, HOLDFAST_HOME: join(home, 'state') };
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'dist', 'cli.js'), ...args],
    { encoding: 'utf8', env, cwd: home },
  );
  expect([status, stderr]).toEqual([0, '']);
  return stdout;
}

describe.skipIf(!existsSync(failing))('the built command line, of shared records', () => {
  const rewound = join(failing, 'rewound-turns-still-hold');

  it('shows nothing that was said in turns that were taken back, and the files that they changed', () => {
    const brief = printed('brief', '--transcript', join(rewound, 'claude.jsonl'));
    expect(brief).toContain('Use Postgres for this.');
    expect(brief).not.toMatch(/never touch Postgres|push to main|Approved by the user/);
    const files = brief.slice(brief.indexOf('turns that the user took back'));
    expect(files).toContain('- src/mysql.ts (modified; ');
    expect(brief.slice(0, -files.length)).toContain('- src/postgres.ts (modified)');
  });

  it.each(['codex', 'gemini', 'pi'])('finds no rule of such turns in a record of %s', (host) => {
    const record = join(rewound, `${host}.jsonl`);
    const facts = printed('snapshot', '--host', host, '--transcript', record);
    expect(facts).toContain('Use Postgres for this.');
    expect(facts).not.toContain('never touch Postgres');
  });

  it('takes a plan that was accepted with the conversation cleared for the task', () => {
    const record = join(failing, 'plan-accepted-with-cleared-context', 'record.jsonl');
    const brief = printed('brief', '--transcript', record);
    expect(brief).toMatch(/^Task: Rename the price module$/m);
    expect(brief).toMatch(/^Approved by the user at .*Rename the price module/m);
    expect(brief.match(/Move helper \d+ out/g)).toHaveLength(30);
    expect(brief).not.toContain('word for word (they still hold)');
    expect(brief).toContain('Plan accepted: Rename the price module');
  });
});
