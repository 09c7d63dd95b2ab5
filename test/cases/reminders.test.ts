import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Rig } from './rig.ts';
import { launch, ticketText } from './tickets.ts';

let rig: Rig;
let ticket: string;
let calls = 0;
beforeEach(() => {
  rig = new Rig();
  ticket = rig.write('.holdfast/tickets/t-1.md', ticketText());
});
afterEach(() => {
  vi.useRealTimers();
  rig.remove();
});

async function call(command = 'make', does = () => {}): Promise<string> {
  calls += 1;
  const payload = { tool_name: 'Bash', tool_use_id: `toolu_${calls}`, tool_input: { command } };
  await rig.send('PreToolUse', payload);
  does();
  const tool_response = { stdout: 'ok', stderr: '', interrupted: false };
  return (await rig.send('PostToolUse', { ...payload, tool_response })).context;
}

async function callsUntilReminded(most: number): Promise<number> {
  for (let count = 1; count <= most; count += 1) if ((await call()) !== '') return count;
  return 0;
}

function addProgress(): void {
  const text = readFileSync(ticket, 'utf8');
  writeFileSync(ticket, text.replace('cut the boards', 'cut the boards\n- and more'));
}

describe('[R11] a worker', () => {
  beforeEach(async () => {
    launch(rig, ticket);
    await rig.send('SessionStart', { source: 'startup' });
  });

  it('is reminded once after 25 changing calls without a line of progress, and again after the next 25', async () => {
    expect(await callsUntilReminded(40)).toBe(25);
    expect(await callsUntilReminded(40)).toBe(0);
    addProgress();
    expect(await callsUntilReminded(40)).toBe(26);
  });

  it('is reminded with the call behind the change that makes it due, where the transcript is a moment late', async () => {
    rig.userRow('Do it.');
    const input = { command: 'make' };
    const ask = (n: number) =>
      rig.send('PreToolUse', { tool_name: 'Bash', tool_use_id: `late_${n}`, tool_input: input });
    for (let n = 1; n <= 24; n += 1) {
      expect((await ask(n)).context).toBe('');
      rig.callRows(`late_${n}`, 'Bash', input, { text: 'ok' });
    }
    expect((await ask(25)).context).toBe('');
    const later = setTimeout(() => {
      rig.callRows('late_25', 'Bash', input, { text: 'ok' });
      rig.callRows('late_26', 'Bash', input);
    }, 120);
    const told = (await ask(26)).context;
    clearTimeout(later);
    expect(told).toContain('25 changes');
  });

  it('is not reminded for calls that only look', async () => {
    for (let count = 0; count < 40; count += 1) expect(await call('ls')).toBe('');
  });

  it('is told how long it worked and how to write the line', async () => {
    vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
    expect(await call()).toBe('');
    vi.setSystemTime(Date.now() + 21 * 60_000);
    const told = await call();
    expect(told).toContain('2 changes in 21 minutes without a line under Progress');
    expect(told).toContain('holdfast ticket progress t-1');
    expect(await call()).toBe('');
  });
});

describe('[R11] a handler', () => {
  beforeEach(async () => {
    await rig.send('SessionStart', { source: 'startup' });
    await rig.send('UserPromptSubmit', { prompt: '/handler' });
  });

  it('is reminded of its state with the next change after a ticket moved, once', async () => {
    await call();
    const moves = () => writeFileSync(ticket, ticketText({ status: 'review' }));
    expect(await call('sed -i s/in-progress/review/ .holdfast/tickets/t-1.md', moves)).toBe('');
    expect(await call('ls')).toBe('');
    expect(await call()).toContain('the ticket t-1 is review, and your state has not been written');
    expect(await call()).toBe('');
    expect(await call('holdfast ticket done t-1')).toBe('');
    expect(await call()).toContain('a ticket was moved (`holdfast ticket done t-1`)');
  });

  it('is not reminded where it writes its state right after', async () => {
    await call();
    expect(await call('holdfast ticket done t-1')).toBe('');
    const state = join(rig.project, '.holdfast/handler-state.md');
    expect(await call('echo >> state', () => appendFileSync(state, 'one\n'))).toBe('');
    expect(await call()).toBe('');
  });

  it('is reminded after 25 changing calls without writing its state', async () => {
    expect(await callsUntilReminded(40)).toBe(25);
    const state = join(rig.project, '.holdfast/handler-state.md');
    appendFileSync(state, 'one\n');
    expect(await callsUntilReminded(40)).toBe(26);
  });
});
