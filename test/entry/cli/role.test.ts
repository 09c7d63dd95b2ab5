import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { postNotice } from '../../../src/journal/mail.ts';
import { answerOfHook } from '../../built/answer-of-hook.ts';
import { type CliMachine, makeCliMachine } from './machine.ts';

let machine: CliMachine;
beforeEach(async () => {
  machine = makeCliMachine();
  await session('s-1');
});
afterEach(() => machine.remove());

async function session(id: string): Promise<void> {
  const payload = { session_id: id, cwd: machine.project, source: 'startup' };
  const text = JSON.stringify({ ...payload, hook_event_name: 'SessionStart' });
  const env = { HOME: machine.home, HOLDFAST_HOME: machine.state, PATH: process.env.PATH };
  await answerOfHook(['claude-code'], env, text);
}

const role = (...words: string[]) => machine.run(['role', ...words]);
const watched = (id = 's-1'): boolean => existsSync(join(machine.state, 'watch', id));

describe('holdfast role [R2] [R12]', () => {
  it('shows that a session is regular until something gives it another role', () => {
    expect(role().out).toBe('Session s-1 is regular: nothing gave it a role.\n');
    expect(JSON.parse(role('show', '--json').out)).toMatchObject({ role: { role: 'regular' } });
  });

  it('says one role everywhere: in status, in show and by itself', () => {
    const said = () => [
      JSON.parse(role('show', '--json').out).role.role,
      JSON.parse(machine.run(['status', '--json']).out).sessions[0].role,
      JSON.parse(machine.run(['show', '--json']).out).agents[0].role.role,
    ];
    expect(said()).toEqual(['regular', 'regular', 'regular']);
    role('set', 'loop');
    expect(said()).toEqual(['loop', 'loop', 'loop']);
  });

  it('gives one session a role with what belongs to it, and no other session', async () => {
    await session('s-2');
    const state = join(machine.project, 'state.md');
    expect(role('set', 'handler', '--state', 'state.md', '--session', 's-1').code).toBe(0);
    expect(role('show', '--session', 's-1').out).toBe(
      `Session s-1 is a handler, set by a person.\nstate      ${state}\n`,
    );
    expect(role('show', '--session', 's-2').out).toContain('is regular');
    expect([watched('s-1'), watched('s-2')]).toEqual([true, false]);
  });

  it('takes a role back, with what tool events were needed for, but not what waits to be told', () => {
    role('set', 'handler');
    role('set', 'regular');
    expect(watched()).toBe(false);
    role('set', 'handler');
    const notice = { task: 't', status: 'completed' as const, summary: 'Done.', at: '2026-01-01' };
    postNotice(machine.state, { host: 'claude-code', session: 's-1' }, 'n', notice);
    role('set', 'regular');
    expect(watched()).toBe(true);
  });

  it('refuses a role that is none, a file that is not there, and one that does not belong to it', () => {
    expect(role('set', 'boss').err).toContain('The roles are handler, worker, loop, regular.');
    expect(role('set', 'worker', '--ticket', 'gone.md').err).toContain('There is no file');
    mkdirSync(join(machine.project, 'docs'));
    writeFileSync(join(machine.project, 'docs', 'loop.md'), '# Loop\n');
    expect(role('set', 'worker', '--document', 'docs/loop.md').err).toContain('does not go with');
    expect(role('set', 'loop', '--document', 'docs/loop.md').code).toBe(0);
  });
});
