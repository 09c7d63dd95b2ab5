import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { editCall, shellDone } from './calls.ts';
import { longPlan, type Payload, Rig, readPayload } from './rig.ts';

const rule = 'Never push to main.';
const other = '77777777-2222-4333-8444-555555555555';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
  rig.write('PLAN.md', longPlan);
  rig.setTask('PLAN.md');
  rig.userRow(`Do the plan. ${rule}`);
});
afterEach(() => rig.remove());

/** A compaction whose events name this path as the record. */
async function told(path: unknown): Promise<string> {
  const fields: Payload = { transcript_path: path };
  await rig.send('PreCompact', { trigger: 'auto', ...fields });
  return (await rig.send('SessionStart', { source: 'compact', ...fields })).context;
}

describe('a record that is not where the payload says', () => {
  it('is found beside the one of another session [case 28]', async () => {
    const mine = rig.session;
    rig.session = other;
    rig.userRow('Always paint it zanzibar blue.');
    const theirs = rig.transcript;
    rig.session = mine;
    const context = await told(theirs);
    expect(context).toContain(rule);
    expect(context).not.toContain('zanzibar');
  });

  it('is not taken from another session when there is none of its own [case 28]', async () => {
    const theirs = rig.transcript;
    rig.session = other;
    const context = await told(theirs);
    expect(context).toContain('PLAN.md');
    expect(context).not.toContain(rule);
  });

  it('is found in the folder of the project when the path follows a work tree [case 28]', async () => {
    const derived = join(
      dirname(dirname(rig.transcript)),
      'proj-worktree-x',
      `${rig.session}.jsonl`,
    );
    expect(await told(derived)).toContain(rule);
    mkdirSync(dirname(derived));
    rig.session = other;
    rig.userRow(rule);
    expect(await told(join(dirname(derived), `${other}.jsonl`))).toContain(rule);
  });

  it.each([
    ['does not exist', () => join(rig.root, 'no', 'such', 'file.jsonl')],
    ['is a folder', () => rig.root],
    ['is a device', () => '/dev/null'],
    ['is empty', () => ''],
    ['is no text', () => 7],
    ['is relative', () => 'x.jsonl'],
  ])('and %s gets the state of the journal and never an error [case 28]', async (_, path) => {
    await rig.send('PreCompact', { trigger: 'auto' });
    const context = await told(path());
    expect(context).toContain(rule);
    expect(
      (await rig.send('PreToolUse', { ...editCall('t1'), transcript_path: path() })).denied,
    ).toContain('PLAN.md');
    await rig.send('PostToolUse', {
      ...readPayload(join(rig.project, 'PLAN.md'), longPlan),
      transcript_path: path(),
    });
    expect((await rig.send('PreToolUse', { ...editCall('t2'), transcript_path: path() })).raw).toBe(
      '',
    );
    expect(rig.faults).toBe('');
  });

  it('that is deleted in the middle leaves what was known [case 28]', async () => {
    await rig.send('PreCompact', { trigger: 'auto' });
    rmSync(rig.transcript);
    expect((await rig.send('SessionStart', { source: 'compact' })).context).toContain(rule);
    expect((await rig.send('SessionEnd', { reason: 'other' })).raw).toBe('');
  });

  it('that moves to another folder is read on [case 28]', async () => {
    await rig.send('PreCompact', { trigger: 'auto' });
    const moved = join(dirname(dirname(rig.transcript)), 'moved');
    mkdirSync(moved);
    renameSync(rig.transcript, join(moved, `${rig.session}.jsonl`));
    const context = (await rig.send('SessionStart', { source: 'compact' })).context;
    expect(context).toContain(rule);
    expect(context.split(rule)).toHaveLength(2);
  });

  it('that stands still proves nothing: no second brief, and reading counts all the same [case 28]', async () => {
    const started = await rig.compact();
    expect(started.context).toContain(rule);
    await rig.send('PostToolUse', readPayload(join(rig.project, 'PLAN.md'), longPlan));
    for (let call = 0; call < 12; call += 1) {
      expect((await rig.send('PreToolUse', editCall(`t${call}`))).raw).toBe('');
      expect((await rig.send('PostToolUse', shellDone(`u${call}`))).raw).toBe('');
    }
    expect(rig.kinds().filter((kind) => kind === 'brief')).toHaveLength(1);
    expect(rig.kinds()).not.toContain('undelivered');
    expect(rig.kinds()).not.toContain('delivered');
    expect(rig.watchedFor).toEqual(['active guard (main session)']);
  });
});
