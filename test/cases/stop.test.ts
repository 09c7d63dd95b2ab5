import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { handleEvent } from '../../src/app/hook/handle-event.ts';
import type { HostEvent } from '../../src/core/event.ts';
import { composeHook } from '../../src/entry/compose.ts';
import { claudeCode } from '../../src/hosts/claude-code/index.ts';
import { shellDone } from './calls.ts';
import { type Answer, longPlan, Rig, readPayload } from './rig.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
});
afterEach(() => rig.remove());

/** A turn with a plan, interrupted by a compaction. */
async function interrupted(trigger: 'auto' | 'manual' = 'auto'): Promise<void> {
  rig.write('PLAN.md', longPlan);
  rig.setTask('PLAN.md');
  rig.userRow('Do the plan.');
  rig.callRows('toolu_1', 'Bash', { command: 'npm test' }, { text: 'ok' });
  await rig.compact({ trigger });
}

/** Answers that say something to the agent: what only the user is shown continues nothing. */
const continued = (answers: Answer[]) =>
  answers.filter(({ json }) => Object.keys(json ?? {}).some((name) => name !== 'systemMessage'))
    .length;

describe('the end of a turn behind a compaction', () => {
  it.each([
    ['false every time', { stop_hook_active: false }, 20],
    ['true every time', { stop_hook_active: true }, 4],
    ['written in the other style', { stopHookActive: true }, 4],
    ['absent', {}, 4],
    ['no boolean', { stop_hook_active: 'no' }, 4],
  ])(
    'is continued once, however often it ends, when the host’s flag is %s [R6] [case 7]',
    async (_, flag, ends) => {
      await interrupted();
      const answers: Answer[] = [];
      for (let end = 0; end < ends; end += 1) {
        answers.push(await rig.send('Stop', { ...flag, last_assistant_message: 'Done.' }));
        const id = `toolu_after_${end}`;
        rig.callRows(id, 'Bash', { command: 'ls' }, { text: 'x' });
        await rig.send('PostToolUse', shellDone(id));
      }
      expect(continued(answers)).toBe(1);
      expect(answers[0]!.context).toContain('Holdfast c1-');
      expect(answers[0]!.json).not.toHaveProperty('decision');
    },
    120_000,
  );

  it('counts in the journal, so that another process does not begin again [case 7]', async () => {
    await interrupted();
    expect((await rig.send('Stop', { last_assistant_message: 'Done.' })).raw).not.toBe('');
    expect(rig.kinds().filter((kind) => kind === 'continued')).toHaveLength(1);
    const again = await rig.send('Stop', { last_assistant_message: 'Done.' });
    // The user learns once that something is unread; the agent may end.
    expect(Object.keys(again.json ?? {})).toEqual(['systemMessage']);
    expect((await rig.send('Stop', { last_assistant_message: 'Done.' })).raw).toBe('');
  });

  it('is let be when its continuation could not be written down [case 7]', async () => {
    await interrupted();
    const event: HostEvent = {
      type: 'turn.ending',
      sessionId: rig.session,
      cwd: rig.project,
      transcriptPath: rig.transcript,
      lastMessage: 'Done.',
    };
    const deps = composeHook(claudeCode, event, rig.env);
    const refusing = { ...deps, store: { ...deps.store, append: () => false } };
    expect(await handleEvent(refusing, event)).toEqual([]);
    expect((await handleEvent(deps, event)).map((reply) => reply.type)).toEqual(['continue']);
  });

  it.each([
    ['the task cannot be worked out', 'tasks'],
    ['git fails', 'git'],
    ['the record cannot be read', 'records'],
  ] as const)(
    'passes when %s: the fault is written down and the answer is empty [case 7]',
    async (_, part) => {
      await interrupted();
      const event: HostEvent = {
        type: 'turn.ending',
        sessionId: rig.session,
        cwd: rig.project,
        transcriptPath: rig.transcript,
      };
      const deps = composeHook(claudeCode, event, rig.env);
      const fail = () => {
        throw new Error('out of order');
      };
      const broken = {
        ...deps,
        tasks: part === 'tasks' ? { ...deps.tasks, find: fail } : deps.tasks,
        git: part === 'git' ? { state: async () => fail() } : deps.git,
        records: part === 'records' ? fail : deps.records,
      };
      await expect(handleEvent(broken, event)).rejects.toThrow('out of order');
      expect(rig.kinds()).not.toContain('continued');
    },
  );

  it('is left alone after a compaction that the person asked for, behind an open question, and after a call [case 7]', async () => {
    await interrupted('manual');
    expect((await rig.send('Stop', { last_assistant_message: 'Done.' })).raw).toBe('');
    rig.session = '22222222-2222-4333-8444-555555555555';
    await interrupted();
    const question = 'Shall I delete the old table?';
    expect((await rig.send('Stop', { last_assistant_message: question })).raw).toBe('');
    rig.session = '33333333-2222-4333-8444-555555555555';
    await interrupted();
    await rig.send('PostToolUse', readPayload(join(rig.project, 'PLAN.md'), longPlan));
    expect((await rig.send('Stop', { last_assistant_message: 'Done.' })).raw).toBe('');
  });
});
