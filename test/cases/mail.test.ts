import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { handleEvent } from '../../src/app/hook/handle-event.ts';
import type { WorkerNotice } from '../../src/core/worker/notice.ts';
import { composeHook } from '../../src/entry/compose.ts';
import { claudeCode } from '../../src/hosts/claude-code/index.ts';
import { postMessage, postNotice } from '../../src/journal/mail.ts';
import { shellDone } from './calls.ts';
import { beginWork } from './kit.ts';
import { Rig } from './rig.ts';
import { launch, ticketText } from './tickets.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
});
afterEach(() => rig.remove());

const notice = (more: Partial<WorkerNotice> = {}): WorkerNotice => ({
  task: 't-1',
  status: 'completed',
  summary: 'The ticket is done.',
  result: 'The widget <holds>.',
  usage: { tokens: 1200, toolUses: 3, durationMs: 60_000 },
  at: '2026-01-01T00:00:00.000Z',
  ...more,
});

const post = (name: string, more: Partial<WorkerNotice> = {}) =>
  postNotice(rig.state, { host: 'claude-code', session: rig.session }, name, notice(more));

const prompt = async (text = 'What now?') =>
  (await rig.send('UserPromptSubmit', { prompt: text })).context;
const result = async (id: string) => (await rig.send('PostToolUse', shellDone(id))).context;

describe('[R47] a session that started workers', () => {
  it('is told each end once, at its next prompt, as a block', async () => {
    await rig.send('SessionStart', { source: 'startup' });
    expect(rig.watched).toBe(false);
    post('w-1-1');
    expect(await prompt()).toBe(
      [
        '<task-notification>',
        '<task-id>t-1</task-id>',
        '<status>completed</status>',
        '<summary>The ticket is done.</summary>',
        '<result>The widget ‹holds>.</result>',
        '<usage><total_tokens>1200</total_tokens><tool_uses>3</tool_uses><duration_ms>60000</duration_ms></usage>',
        '</task-notification>',
      ].join('\n'),
    );
    expect(await prompt('And now?')).toBe('');
    expect(rig.watched).toBe(false);
  });

  it('is told it at the next event that its client waits for, where it came just after the client chose not to wait', async () => {
    await rig.send('SessionStart', { source: 'startup' });
    post('w-1-1');
    const unheard = rig.payload('UserPromptSubmit', { prompt: 'Go on.' });
    await rig.sendRaw(JSON.stringify(unheard), ['claude-code'], { HOLDFAST_NO_ANSWER: '1' });
    expect(rig.watched).toBe(true);
    expect(await result('toolu_1')).toContain('<task-id>t-1</task-id>');
    expect(await prompt()).toBe('');
  });

  it('is told it at the next tool result where it came while a hook was ending', async () => {
    await rig.send('SessionStart', { source: 'startup' });
    const decoded = claudeCode.decode(rig.payload('UserPromptSubmit', { prompt: 'Go on.' }));
    if (!('event' in decoded)) throw new Error('it is an event');
    const deps = composeHook(claudeCode, decoded.event, rig.env);
    post('w-1-1');
    const { store } = deps;
    let came = false;
    const watch = (reasons: readonly string[]): void => {
      if (!came) post('w-1-2', { task: 't-2' });
      came = true;
      store.watch(reasons);
    };
    await handleEvent({ ...deps, store: { ...store, watch } }, decoded.event);
    expect(rig.watched).toBe(true);
    expect(await result('toolu_1')).toContain('<task-id>t-2</task-id>');
    expect(rig.watched).toBe(false);
  });

  it('hears of it at the next tool result too: a notice makes tool events start Node', async () => {
    await rig.send('SessionStart', { source: 'startup' });
    post('w-1-1');
    expect(rig.watched).toBe(true);
    expect(await result('toolu_1')).toContain('<task-id>t-1</task-id>');
    expect(await result('toolu_2')).toBe('');
    expect(rig.watched).toBe(false);
  });

  it('is told nothing that belongs to another session', async () => {
    await rig.send('SessionStart', { source: 'startup' });
    post('w-1-1');
    rig.session = '99999999-2222-4333-8444-555555555555';
    await rig.send('SessionStart', { source: 'startup' });
    expect(await prompt()).toBe('');
    expect(await result('toolu_1')).toBe('');
  });

  it('is told in the order of the ends, and once across compaction and restart', async () => {
    await beginWork(rig);
    post('b', { task: 't-2', at: '2026-01-01T00:00:02.000Z', status: 'failed' });
    post('a', { task: 't-3', at: '2026-01-01T00:00:01.000Z', status: 'killed' });
    const told = await prompt();
    expect(told.indexOf('t-3')).toBeLessThan(told.indexOf('t-2'));
    await rig.compact();
    post('b', { task: 't-2', at: '2026-01-01T00:00:02.000Z', status: 'failed' });
    expect(await prompt('Go on.')).not.toContain('task-notification');
    await rig.send('SessionStart', { source: 'resume' });
    expect(await prompt('Again.')).not.toContain('task-notification');
  });

  it('[case 86] hears of a result that it was told before only that it is already handled, in a short line', async () => {
    await beginWork(rig);
    post('w-1-1');
    await prompt();
    await rig.compact();
    post('w-1-2');
    const line = /Holdfast: that the task t-1 .*/.exec(await prompt('Go on.'))?.[0];
    expect(line).toMatch(/was told before, at \S+Z: already handled\.$/);
    expect(line?.length).toBeLessThan(160);
    post('w-1-3', { result: 'Another one.' });
    expect(await prompt('Next.')).toContain('<result>Another one.</result>');
  });

  it('is reminded of its state after that, as a handler', async () => {
    await rig.send('SessionStart', { source: 'startup' });
    await rig.send('UserPromptSubmit', { prompt: '/handler' });
    await result('toolu_0');
    post('w-1-1');
    expect(await prompt()).toContain('task-notification');
    const changing = { ...shellDone('toolu_1', 'make') };
    expect((await rig.send('PostToolUse', changing)).context).toContain(
      'the worker of t-1 has completed its task, and your state has not been written',
    );
  });

  it('is told it later where the journal cannot be written now', async () => {
    post('w-1-1');
    writeFileSync(join(rig.state, 'sessions'), 'no folder');
    expect(await prompt()).toBe('');
    rmSync(join(rig.state, 'sessions'));
    expect(await prompt('Again.')).toContain('task-notification');
  });

  it('is not stuck with a file that says nothing', async () => {
    await rig.send('SessionStart', { source: 'startup' });
    postNotice(rig.state, { host: 'claude-code', session: rig.session }, 'x', {} as WorkerNotice);
    expect(await prompt()).toBe('');
    expect(rig.watched).toBe(false);
  });
});

describe('[case 52] [case 55] a message for a worker', () => {
  const message = { from: 'the handler', text: 'Use oak.\nNot pine.', at: '2026-01-01T00:00:00Z' };

  async function worker(): Promise<void> {
    launch(rig, rig.write('.holdfast/tickets/t-1.md', ticketText()));
    await beginWork(rig);
  }

  it('that comes while it compacts is told once afterwards, also when it was sent twice', async () => {
    await worker();
    await rig.send('PreCompact', { trigger: 'auto' });
    postMessage(rig.state, 'w-1', 'm-1', message);
    postMessage(rig.state, 'w-1', 'm-1', message);
    expect(await result('toolu_beside')).toBe('');
    const started = await rig.send('SessionStart', { source: 'compact' });
    expect(started.context).not.toContain('Use oak.');
    const told = await result('toolu_1');
    expect(told).toContain('a message for you from the handler');
    expect(told).toContain('> Use oak.\n> Not pine.');
    expect(await result('toolu_2')).not.toContain('Use oak.');
    postMessage(rig.state, 'w-1', 'm-1', message);
    expect(await result('toolu_3')).not.toContain('Use oak.');
  });

  it('stays on disk when it was told, so that nothing is lost with the worker', async () => {
    await worker();
    postMessage(rig.state, 'w-1', 'm-1', message);
    const inbox = join(rig.state, 'workers', 'w-1', 'inbox');
    expect(readdirSync(inbox)).toEqual(['m-1.json']);
    await prompt();
    expect(readdirSync(join(inbox, 'told'))).toEqual(['m-1.json']);
  });

  it('is no other session’s', async () => {
    await worker();
    postMessage(rig.state, 'w-1', 'm-1', message);
    rig.session = '99999999-2222-4333-8444-555555555555';
    await rig.send('SessionStart', { source: 'startup' });
    expect(await prompt()).toBe('');
  });
});

describe('[case 58] a handler whose context was compacted', () => {
  it('is told its workers, each with its ticket and how it stands, and they are not told of each other', async () => {
    const handler = { host: 'claude-code', session: rig.session };
    const ticket = rig.write('.holdfast/tickets/t-1.md', ticketText());
    const scratch = join(rig.state, 'scratch');
    const launched = (n: number) => ({
      handler,
      ticketId: `t-${n}`,
      launched: `2026-01-0${n}`,
      scratch,
    });
    launch(rig, ticket, 'w-b', launched(1));
    launch(rig, ticket, 'w-a', launched(2));
    launch(rig, ticket, 'w-other', { ...launched(3), handler: { ...handler, session: 'x' } });
    const standing = (worker: string, status: string) =>
      writeFileSync(join(rig.state, 'workers', worker, 'state.json'), JSON.stringify({ status }));
    standing('w-b', 'running');
    const { variables } = rig;
    rig.variables = {};
    await beginWork(rig);
    await rig.send('PreCompact', { trigger: 'auto' });
    standing('w-a', 'completed');
    const { context } = await rig.send('SessionStart', { source: 'compact' });
    expect(context).toContain(
      '- w-b: ticket t-1 on claude-code: running\n- w-a: ticket t-2 on claude-code: completed\n',
    );
    expect(context).not.toContain('w-other');
    rig.session = '99999999-2222-4333-8444-555555555555';
    rig.variables = { ...variables, HOLDFAST_WORKER: 'w-a' };
    await beginWork(rig);
    const worker = await rig.compact();
    expect(worker.context).toContain(`Files for other workers belong in ${scratch}`);
    expect(worker.context).not.toContain('w-b');
  });
});
