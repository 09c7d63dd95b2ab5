import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readLastKnown, writeLastKnown } from '../../src/app/task/store.ts';
import { stateStore } from '../../src/platform/state-store.ts';
import { editCall, shellDone } from './calls.ts';
import { filesUnder, namesIn } from './folder-state.ts';
import { acceptPlan } from './plans.ts';
import { longPlan, Rig } from './rig.ts';

const sessionB = '99999999-2222-4333-8444-555555555555';
const mark = 'zanzibar';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
});
afterEach(() => rig.remove());

/** Session A has an accepted plan and an open recovery; afterwards the rig speaks for session B in the same folder. */
async function workInA(): Promise<{ folder: string; files: () => Record<string, string> }> {
  const sessionA = rig.session;
  rig.userRow(`Never touch ${mark}. Do the plan.`);
  acceptPlan(rig, `${mark}.md`, `${longPlan}\n${mark}\n`);
  rig.callRows('toolu_a', 'Edit', { file_path: join(rig.project, mark) }, { text: 'ok' });
  const started = await rig.compact();
  expect(started.context).toContain(mark);
  expect((await rig.send('PreToolUse', editCall('toolu_a2'))).denied).toContain(mark);
  rig.session = sessionB;
  rig.userRow('Say hello.');
  rig.callRows('toolu_b', 'Bash', { command: 'ls' }, { text: 'a.txt' });
  const folder = join(rig.state, 'sessions', 'claude-code', sessionA);
  return { folder, files: () => filesUnder(folder) };
}

describe('two sessions in one folder', () => {
  it('what session A has open says nothing to session B and does not hold it back [case 1]', async () => {
    const a = await workInA();
    const before = a.files();
    const told = [
      await rig.send('SessionStart', { source: 'startup' }),
      await rig.send('UserPromptSubmit', { prompt: 'hello', prompt_id: 'p1' }),
      await rig.send('PreToolUse', editCall('toolu_b2')),
      await rig.send('PostToolUse', shellDone('toolu_b3')),
      await rig.send('PostToolBatch', { tool_calls: [] }),
      await rig.send('Stop', { stop_hook_active: false, last_assistant_message: 'Hello.' }),
      await rig.send('SessionEnd', { reason: 'other' }),
    ];
    expect(told.map((answer) => answer.raw)).toEqual(told.map(() => ''));
    expect(a.files()).toEqual(before);
  });

  it('a compaction of session B is told with B’s own facts only, and never gates [case 1]', async () => {
    const a = await workInA();
    const before = a.files();
    const started = await rig.compact();
    expect(started.context).toContain('Say hello.');
    expect(started.context).not.toContain(mark);
    expect((await rig.send('PreToolUse', editCall('toolu_b4'))).denied).toBe('');
    const end = await rig.send('Stop', { last_assistant_message: 'Done.' });
    expect(end.raw).not.toContain(mark);
    expect(a.files()).toEqual(before);
  });

  it.each([
    ['empty', { session: '' }],
    ['the text null', { session: 'null' }],
    ['the text undefined', { session: 'undefined' }],
    ['null', { session: null }],
    ['absent', {}],
    ['session A', { session: 'claude-code/11111111-2222-4333-8444-555555555555' }],
  ])('a task record whose owner is %s is not adopted [case 1]', async (_, owner) => {
    rig.session = sessionB;
    rig.userRow('Say hello.');
    const plan = rig.write(`${mark}.md`, longPlan);
    const store = stateStore(rig.state);
    const task = { path: plan, confidence: 'high', method: 'calls', when: '2026-01-01T00:00:00Z' };
    const session = `claude-code/${sessionB}`;
    writeLastKnown(store, rig.project, { ...task, session });
    expect(readLastKnown(store, rig.project, session).record?.path).toBe(plan);
    const file = join(rig.state, 'tasks', namesIn(join(rig.state, 'tasks'))[0]!);
    const record = JSON.parse(readFileSync(file, 'utf8'));
    delete record.session;
    writeFileSync(file, JSON.stringify({ ...record, ...owner }));
    const started = await rig.compact();
    expect(started.context).not.toContain(mark);
    expect((await rig.send('PreToolUse', editCall('toolu_1'))).denied).toBe('');
  });

  it.each([
    ['absent', undefined],
    ['empty', ''],
    ['null', null],
    ['the text null', 'null'],
    ['the text undefined', 'undefined'],
    ['a number', 7],
  ])('an event whose session id is %s changes nothing [case 1]', async (_, id) => {
    rig.write('PLAN.md', longPlan);
    rig.setTask('PLAN.md');
    const before = filesUnder(join(rig.state, 'tasks'));
    for (const event of ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PreCompact', 'Stop']) {
      const payload = { ...rig.payload(event, { source: 'compact', trigger: 'auto' }) };
      delete payload.session_id;
      if (id !== undefined) payload.session_id = id;
      expect((await rig.sendRaw(JSON.stringify(payload))).raw).toBe('');
    }
    expect(namesIn(join(rig.state, 'sessions'))).toEqual([]);
    expect(namesIn(join(rig.state, 'watch'))).toEqual([]);
    expect(filesUnder(join(rig.state, 'tasks'))).toEqual(before);
  });
});
