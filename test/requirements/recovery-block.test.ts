import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';
import { arrived } from '../cases/kit.ts';
import { Rig } from '../cases/rig.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
});
afterEach(() => rig.remove());

const plan = `---
objective: Round prices half up everywhere
scope: [src/pricing, test/pricing]
success: [all tests pass, no price changes by more than a cent]
---
# Plan: rounding
## Phase 1: measure
- [x] list every call of round()
## Phase 2: replace
- [ ] replace round() in src/pricing
- [ ] run the tests
`;

/** The same text for every run: the folders, the ids and the times are the test's own. */
const neutral = (text: string): string =>
  text
    .replaceAll(rig.project, '/home/dev/shop')
    .replaceAll(rig.home, '/home/dev')
    .replaceAll(rig.state, '/home/dev/.local/state/holdfast')
    .replace(/Holdfast c1-\w{6}/g, 'Holdfast c1-abcdef')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '2026-01-02T03:04:05.000Z')
    .replace(/\b[0-9a-f]{40}\b/g, 'f'.repeat(40));

const git = (...args: string[]) =>
  execFileSync(
    'git',
    ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'commit.gpgsign=false', ...args],
    {
      cwd: rig.project,
      stdio: 'ignore',
    },
  );

/** A plan that the user approved, an edit, and a compaction in the middle of the turn. */
async function approvedAndEdited(text: string): Promise<string> {
  const path = join(rig.home, '.claude', 'plans', 'rounding.md');
  mkdirSync(join(rig.home, '.claude', 'plans'), { recursive: true });
  writeFileSync(path, text);
  removeFolder(join(rig.project, '.git'));
  git('init', '-q', '-b', 'main');
  rig.write('src/pricing/round.ts', 'a\n');
  git('add', '-A');
  git('commit', '-qm', 'All');
  rig.userRow('Make rounding half up. Never touch the invoices.');
  rig.callRows('toolu_w', 'Write', { file_path: path, content: text }, { text: 'created' });
  const structured = { plan: text, isAgent: false, filePath: path };
  rig.callRows('toolu_p', 'ExitPlanMode', {}, { text: 'User has approved your plan.', structured });
  const file_path = rig.write('src/pricing/round.ts', 'b\n');
  const edit = { file_path, old_string: 'a', new_string: 'b' };
  rig.callRows('toolu_e', 'Edit', edit, { text: 'The file has been updated.' });
  return path;
}

/** What the events give when git answered in time, which a busy machine may miss. */
async function withGit(ask: (tries: number) => Promise<string>): Promise<string> {
  for (let tries = 0; ; tries += 1) {
    const text = await ask(tries);
    if (/dirty|uncommitted/.test(text) || tries > 20) return text;
  }
}

const file = (name: string): string =>
  join(import.meta.dirname, '..', 'fixtures', 'recovery', name);

describe('plan, approval, compaction', () => {
  it('[R24] [R29] carries the state of the approved plan at each prompt', async () => {
    // Short enough that nothing is cut, however long the folder of the test is called.
    await approvedAndEdited(plan.replace(', no price changes by more than a cent', ''));
    const line = await withGit(async (tries) => {
      const more = { prompt: 'go on', prompt_id: `p${tries}` };
      return (await rig.send('UserPromptSubmit', more)).context;
    });
    await expect(`${neutral(line)}\n`).toMatchFileSnapshot(file('state-line.txt'));
    expect(line.length).toBeLessThanOrEqual(300);
  });

  it('[R25] [R26] begins the brief with the four steps, and asks for no file that the brief holds', async () => {
    await approvedAndEdited(plan);
    const { context } = await rig.compact();
    const head = neutral(context.slice(0, context.indexOf('You work in')));
    await expect(head).toMatchFileSnapshot(file('brief-head.txt'));
  });

  it('[R26] asks for the plan at its path where the brief has no room for it', async () => {
    await approvedAndEdited(`${plan}${'- [ ] one more place of the many\n'.repeat(400)}`);
    const { context } = await rig.compact();
    const head = neutral(context.slice(0, context.indexOf('Task: Plan')));
    await expect(head).toMatchFileSnapshot(file('brief-head-unread.txt'));
  });

  it('[R26] says the same at a prompt that carries the brief', async () => {
    await approvedAndEdited(plan);
    await rig.send('UserPromptSubmit', { prompt: 'go on', prompt_id: 'p1' });
    rig.boundaryRows('B1');
    const { context } = await rig.send('UserPromptSubmit', { prompt: 'go on', prompt_id: 'p2' });
    const warning = neutral(context.slice(0, context.indexOf('\n\n[Holdfast')));
    await expect(`${warning}\n`).toMatchFileSnapshot(file('warning.txt'));
    expect(context.split('git diff --stat`.').length - 1).toBe(1);
  });

  it('[R26] keeps the four steps where compactions follow each other closely', async () => {
    const path = await approvedAndEdited(plan);
    let context = '';
    for (let at = 0; at < 4; at += 1) {
      rig.callRows(`toolu_c${at}`, 'Bash', { command: 'ls' }, { text: 'x' });
      const started = await rig.compact();
      arrived(rig, started, `B${at}`);
      ({ context } = started);
    }
    expect(context.length).toBeLessThanOrEqual(600);
    expect(context).toContain(`1. Read ${path}, the plan.`);
    for (const part of [
      '2. Look at `git diff --stat`.',
      '3. Review the files in scope',
      '4. Rebuild your position',
    ])
      expect(context).toContain(part);
  });
});
