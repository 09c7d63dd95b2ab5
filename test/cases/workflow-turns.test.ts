import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { handleEvent } from '../../src/app/hook/handle-event.ts';
import type { HostEvent } from '../../src/core/event.ts';
import type { Reply } from '../../src/core/reply.ts';
import type { MissingEvidence } from '../../src/core/workflow/step-view.ts';
import { composeHook } from '../../src/entry/compose.ts';
import { claudeCode } from '../../src/hosts/claude-code/index.ts';
import { beginWork } from './kit.ts';
import { longPlan, Rig, readPayload } from './rig.ts';
import { takeStep, tellJournal, token } from './steps.ts';

let rig: Rig;
let missing: MissingEvidence[];
let judged: string[];
beforeEach(async () => {
  rig = new Rig();
  missing = [{ what: '1 of 3 files was read.', next: 'Read two more.', asked: 0 }];
  judged = [];
  await beginWork(rig, 'Plan it.');
});
afterEach(() => rig.remove());

/** A turn ends; what the run lacks is what the test says. */
async function end(message: string | null = 'Done.', capabilities = {}): Promise<Reply[]> {
  const event: HostEvent = {
    type: 'turn.ending',
    sessionId: rig.session,
    cwd: rig.project,
    transcriptPath: rig.transcript,
    ...(message === null ? {} : { lastMessage: message }),
  };
  const host = {
    ...claudeCode,
    capabilities: { ...claudeCode.capabilities, ...capabilities },
  };
  const deps = composeHook(host, event, rig.env);
  const missingOf = async (run: string) => {
    judged.push(run);
    return missing;
  };
  return handleEvent({ ...deps, missingOf }, event);
}

const types = (replies: readonly Reply[]) => replies.map(({ type }) => type);
const textOf = ([reply]: readonly Reply[]) =>
  reply?.type === 'continue' ? reply.reason : reply?.type === 'notify' ? reply.text : '';

describe('the end of a turn in a step of a workflow', () => {
  it('is continued with what the step lacks, how to get it, and the next command', async () => {
    takeStep(rig);
    const replies = await end();
    expect(types(replies)).toEqual(['continue']);
    for (const part of ['"explore"', 'r-7f3a', '1 of 3 files was read. Read two more.', token])
      expect(textOf(replies)).toContain(part);
  });

  it('is continued three times in a row without progress, then left to the person, who is told once [case 7]', async () => {
    takeStep(rig);
    const all: string[][] = [];
    for (let at = 0; at < 12; at += 1) all.push(types(await end()));
    expect(all.slice(0, 5)).toEqual([['continue'], ['continue'], ['continue'], ['notify'], []]);
    expect(all.slice(5).flat()).toEqual([]);
  });

  it('counts anew when something was got, and at the next step', async () => {
    takeStep(rig);
    for (let at = 0; at < 3; at += 1) await end();
    missing = [{ what: '2 of 3 files were read.', next: 'Read one more.', asked: 0 }];
    expect(types(await end())).toEqual(['continue']);
    for (let at = 0; at < 5; at += 1) await end();
    expect(await end()).toEqual([]);
    takeStep(rig, { step: 'plan', token: `${token}2` });
    expect(types(await end())).toEqual(['continue']);
  });

  it('ends the turn while a worker is at the step, whatever else it lacks [R48]', async () => {
    takeStep(rig);
    missing = [
      { what: 'The worker w1 is at it.', next: 'Wait for it.', asked: 0, waits: true },
      ...missing,
    ];
    expect(await end()).toEqual([]);
  });

  it('is continued once where nothing is missing and the run was not gone on with', async () => {
    takeStep(rig);
    missing = [];
    const replies = await end();
    expect(textOf(replies)).toContain('has all that it asks for');
    expect(textOf(replies)).toContain(token);
    expect(await end()).toEqual([]);
    expect(await end()).toEqual([]);
  });

  it.each([
    ['the agent asked a question', () => end('Shall I read the tests too?')],
    ['nothing shows what the agent said last', () => end(null)],
    ['the host cannot continue a turn', () => end('Done.', { continuesTurn: false })],
  ])('is left alone where %s', async (_, ends) => {
    takeStep(rig);
    rig.callRows('toolu_x', 'Bash', { command: 'ls' }, { text: 'x' });
    if (_.startsWith('nothing')) await rig.compact();
    expect(await ends()).toEqual([]);
    expect(rig.kinds()).not.toContain('workflow.held');
  });

  it('is left alone in a step that asks the user, and its evidence is not even looked at', async () => {
    takeStep(rig, { asks: 'Is this plan approved?' });
    expect(await end()).toEqual([]);
    expect(judged).toEqual([]);
  });

  it('is left alone where the person stopped the turn', async () => {
    takeStep(rig);
    rig.userRow('[Request interrupted by user]');
    expect(await end()).toEqual([]);
    rig.userRow('Go on.');
    expect(types(await end())).toEqual(['continue']);
  });

  it('belongs to an open recovery first', async () => {
    rig.write('PLAN.md', `${longPlan}${'more\n'.repeat(3_000)}`);
    rig.setTask('PLAN.md');
    takeStep(rig);
    await rig.compact();
    const replies = await end();
    expect(types(replies)).toEqual(['continue']);
    expect(textOf(replies)).toContain('[Holdfast c1-');
    expect(textOf(replies)).toContain('1 of 3 files was read. Read two more.');
    expect(rig.kinds()).not.toContain('workflow.held');
  });

  it('[R41] does not end unproved because a compaction came, whether its files were read or not', async () => {
    const plan = rig.write('PLAN.md', `${longPlan}${'more\n'.repeat(3_000)}`);
    rig.setTask('PLAN.md');
    takeStep(rig);
    await rig.compact();
    await end();
    const unread = await end();
    expect(types(unread)).toEqual(['continue']);
    expect(textOf(unread)).toContain(`First read again, whole: ${plan}`);
    await rig.send('PostToolUse', readPayload(plan, `${longPlan}${'more\n'.repeat(3_000)}`));
    const read = await end();
    expect(types(read)).toEqual(['continue']);
    expect(textOf(read)).toContain('1 of 3 files was read. Read two more.');
    expect(textOf(read)).not.toContain('First read again');
  });

  it('[R41] is judged behind a compaction that left nothing to read', async () => {
    takeStep(rig);
    await rig.compact();
    const replies = await end();
    expect(types(replies)).toEqual(['continue']);
    expect(textOf(replies)).toContain('1 of 3 files was read. Read two more.');
  });

  it('is nothing in a session without a run, or whose run is over', async () => {
    expect(await end()).toEqual([]);
    takeStep(rig);
    tellJournal(rig, { kind: 'workflow.left', run: 'r-7f3a', why: 'done' });
    expect(await end()).toEqual([]);
    expect(judged).toEqual([]);
  });

  it('is let be when the continuation could not be written down [case 7]', async () => {
    takeStep(rig);
    const event: HostEvent = {
      type: 'turn.ending',
      sessionId: rig.session,
      cwd: rig.project,
      transcriptPath: rig.transcript,
      lastMessage: 'Done.',
    };
    const deps = composeHook(claudeCode, event, rig.env);
    const store = { ...deps.store, append: () => false };
    expect(await handleEvent({ ...deps, store, missingOf: async () => missing }, event)).toEqual(
      [],
    );
  });
});
