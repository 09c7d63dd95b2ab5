import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';
import { everyEvent } from '../cases/every-event.ts';
import { filesUnder } from '../cases/folder-state.ts';
import { arrived, bash, beginWork, edit } from '../cases/kit.ts';
import { longPlan, type Payload, Rig } from '../cases/rig.ts';
import type { CliMachine } from '../entry/cli/machine.ts';
import { makeCliMachine } from '../entry/cli/machine.ts';
import { RunningDaemon } from './running.ts';

/** A recorded session, and a daemon that serves the same state folder. */
let rig: Rig;
let daemon: RunningDaemon;
beforeEach(() => {
  rig = new Rig();
  const made = makeCliMachine();
  const machine: CliMachine = {
    ...made,
    home: rig.home,
    project: rig.project,
    state: rig.state,
    run: (args, options = {}) =>
      made.run(args, {
        ...options,
        cwd: rig.project,
        env: { HOME: rig.home, HOLDFAST_HOME: rig.state, ...options.env },
      }),
  };
  daemon = new RunningDaemon(machine);
  daemon.start();
});
afterEach(() => {
  daemon.remove();
  rig.remove();
});

const post = (event: string, more: Payload = {}, headers: Record<string, string> = {}) =>
  daemon.hook(rig.payload(event, more), headers);

const sessions = () => join(rig.state, 'sessions');
const ledger = (): Record<string, unknown>[] => {
  const path = join(sessions(), 'claude-code', rig.session, 'evidence.ndjson');
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line));
};

/** Lets the launcher's program answer, puts everything back, and lets the daemon answer the same. */
async function both(event: string, more: Payload = {}): Promise<{ cold: string; told: string }> {
  const kept = join(rig.root, 'kept');
  const folders = ['sessions', 'watch'];
  const copy = (from: string, to: string): void => {
    for (const name of folders) {
      removeFolder(join(to, name));
      if (existsSync(join(from, name)))
        cpSync(join(from, name), join(to, name), { recursive: true, preserveTimestamps: true });
    }
  };
  copy(rig.state, kept);
  const cold = (await rig.send(event, more)).raw;
  copy(kept, rig.state);
  const told = (await post(event, more)).text;
  return { cold, told: told === '{}' ? '' : told };
}

describe('a hook over HTTP', () => {
  it('is answered in the client’s dialect as the launcher’s program answers [R42]', async () => {
    rig.write('PLAN.md', longPlan);
    rig.setTask('PLAN.md');
    await beginWork(rig, 'Do the plan. Never push to main.');
    arrived(rig, await rig.compact());
    const denied = await both('PreToolUse', edit('toolu_1', join(rig.project, 'a.ts')));
    expect(denied.cold).toContain('"permissionDecision":"deny"');
    expect(denied.told).toBe(denied.cold);
    for (const [event, more] of [
      ['UserPromptSubmit', { prompt: 'go on', source: 'user' }],
      ['PreToolUse', bash('toolu_2', 'ls')],
      ['PostToolUse', { ...bash('toolu_2', 'ls'), tool_response: { stdout: 'a', stderr: '' } }],
      ['Stop', { stop_hook_active: false }],
    ] as const) {
      const { cold, told } = await both(event, more);
      expect([event, told]).toEqual([event, cold]);
    }
    expect(existsSync(join(rig.state, 'faults.ndjson'))).toBe(false);
  });

  it('meets an obligation that the launcher’s program opened, and the next edit passes [R42]', async () => {
    rig.write('PLAN.md', longPlan);
    rig.setTask('PLAN.md');
    await beginWork(rig);
    arrived(rig, await rig.compact());
    const file = join(rig.project, 'PLAN.md');
    const read = { tool_name: 'Read', tool_use_id: 'toolu_r', tool_input: { file_path: file } };
    expect((await post('PreToolUse', edit('toolu_1'))).text).toContain('deny');
    const lines = longPlan.split('\n').length;
    const response = {
      type: 'text',
      file: { filePath: file, content: longPlan, numLines: lines, startLine: 1, totalLines: lines },
    };
    await post('PreToolUse', read);
    await post('PostToolUse', { ...read, tool_response: response });
    expect((await post('PreToolUse', edit('toolu_2'))).text).toBe('{}');
    expect(rig.kinds()).toContain('read');
  });

  it('leaves each call in the ledger, without the secrets of person and project [R41]', async () => {
    mkdirSync(join(rig.home, '.config', 'holdfast'), { recursive: true });
    const config = join(rig.home, '.config', 'holdfast', 'config.json');
    writeFileSync(config, '{"redact": ["hunter[0-9]"]}');
    const call = bash('toolu_1', 'echo hunter2 ghp_0123456789abcdefghijklmnopqrstuvwxyz');
    await post('PreToolUse', call);
    await post('PostToolUse', { ...call, tool_response: { stdout: 'x', stderr: '' } });
    expect(ledger().map(({ id, source, outcome }) => [id, source, outcome])).toEqual([
      ['toolu_1', 'hook', 'unknown'],
      ['toolu_1', 'hook', 'ok'],
    ]);
    expect(JSON.stringify(ledger())).not.toMatch(/hunter2|ghp_0123/);
    // A pattern that is added counts soon.
    writeFileSync(config, '{"redact": ["hunter[0-9]", "swordfish"]}');
    await new Promise((resolve) => setTimeout(resolve, 100));
    await post('PreToolUse', bash('toolu_2', 'echo swordfish'));
    expect(JSON.stringify(ledger())).not.toContain('swordfish');
  });

  it('is taken at the fixed path for results of calls as at the path with names [R42]', async () => {
    const call = bash('toolu_1', 'ls');
    const payload = { ...call, tool_response: { stdout: 'a', stderr: '' } };
    const sent = { ...rig.payload('PostToolUse', payload), hook_event_name: undefined };
    const answer = await daemon.ask('/hooks/post-tool-use', { body: JSON.stringify(sent) });
    expect([answer.status, answer.text]).toEqual([200, '{}']);
    expect(ledger().map(({ id, outcome }) => [id, outcome])).toEqual([['toolu_1', 'ok']]);
  });

  it.each([
    ['that is gone', () => join(rig.root, 'gone'), 'The working folder is gone'],
    ['that no payload names', () => undefined, 'The event names no working folder'],
    ['with an empty name', () => '', 'The event names no working folder'],
  ])('tells of a working folder %s as what it is [R4]', async (_, cwd, note) => {
    rig.userRow('Do the plan. Never push to main.');
    const { text } = await post('SessionStart', { source: 'compact', cwd: cwd() });
    expect(text).toContain('Never push to main.');
    expect(text).toContain(`Note: ${note}, so no task can be found.`);
  });

  it('leaves a ledger that is listed, where no other event of the session was heard [R42]', async () => {
    const call = bash('toolu_1', 'make');
    await post('PostToolUse', { ...call, tool_response: { stdout: 'a', stderr: '' } });
    const { code, out } = daemon.machine.run(['evidence', 'list', rig.session.slice(0, 8)]);
    expect([code, out]).toEqual([0, expect.stringContaining('make')]);
  });

  it('writes nothing of a session that nothing is open in, but for the ledger', async () => {
    await post('PreToolUse', bash('toolu_1', 'ls'));
    await post('PostToolBatch', { tool_calls: [{ tool_use_id: 'toolu_1', tool_name: 'Bash' }] });
    expect(Object.keys(filesUnder(sessions()))).toEqual([
      `claude-code/${rig.session}/evidence.ndjson`,
    ]);
  });

  it.each([
    ['a nested run', { 'x-holdfast-env-holdfast-nested': '1' }],
    ['depth 3', { 'x-holdfast-env-holdfast-nested': '3' }],
    ['a client that is switched off', { 'x-holdfast-env-holdfast-disable': '1' }],
    ['a client with another state folder', { 'x-holdfast-env-holdfast-home': '/tmp/elsewhere' }],
    ['another client that runs these hooks', { 'x-holdfast-env-cursor-version': '2' }],
  ])('says and writes nothing for %s [case 10]', async (_, headers) => {
    const before = filesUnder(sessions());
    for (const [event, fields] of everyEvent(rig)) {
      expect([event, (await post(event, fields, headers)).text]).toEqual([event, '{}']);
    }
    expect(filesUnder(sessions())).toEqual(before);
  });

  it('says and writes nothing for what happens inside of our own state folder [case 10]', async () => {
    const before = filesUnder(sessions());
    for (const [event, fields] of everyEvent(rig)) {
      expect((await post(event, { ...fields, cwd: rig.state })).text).toBe('{}');
    }
    expect(filesUnder(sessions())).toEqual(before);
  });

  it('is not taken for another client’s by the shell that the daemon was started from', async () => {
    daemon.machine.run(['daemon', 'stop']);
    const ticket = join(rig.project, 'other.md');
    const shell = { CURSOR_VERSION: '2', COPILOT_CLI: '1', CLAUDE_PROJECT_DIR: '/elsewhere' };
    daemon.start({ ...shell, HOLDFAST_TICKET: ticket, HOLDFAST_WORKER: 'w-1' });
    await post('PreToolUse', bash('toolu_1', 'ls'));
    await post('UserPromptSubmit', { prompt: 'Work.', source: 'user' });
    expect(ledger()).toHaveLength(1);
    expect(rig.kinds()).not.toContain('role');
  });

  it('knows a worker by the variables that its client sends in headers', async () => {
    const ticket = rig.write(
      '.holdfast/tickets/t1.md',
      '---\nid: t1\ntitle: One\nstatus: in-progress\n---\n## Progress\n- began\n',
    );
    const headers = { 'x-holdfast-env-holdfast-ticket': ticket };
    await post('UserPromptSubmit', { prompt: 'Work on it.', source: 'user' }, headers);
    const role = rig.journal().find((entry) => entry.kind === 'role') as { role?: unknown };
    expect(JSON.stringify(role)).toContain(ticket);
    // A variable that the client does not have comes as it is written in its settings.
    const unset = { 'x-holdfast-env-holdfast-disable': '$HOLDFAST_DISABLE' };
    await post('PreToolUse', bash('toolu_1', 'ls'), unset);
    expect(ledger()).toHaveLength(1);
  });

  it('starts no process beside the one that works on hooks, whatever comes [case 10]', async () => {
    const { processesWith } = await import('../cases/hook-process.ts');
    await post('UserPromptSubmit', { prompt: 'Go on.', source: 'user' });
    const before = processesWith(`HOLDFAST_HOME=${rig.state}`).length;
    for (let round = 0; round < 10; round += 1) {
      for (const [event, fields] of everyEvent(rig)) await post(event, fields);
    }
    expect(processesWith(`HOLDFAST_HOME=${rig.state}`)).toHaveLength(before);
    expect(before).toBe(2);
  });

  it('that nobody took is found in the record by the next one that is taken, and told once [case 11]', async () => {
    rig.write('PLAN.md', longPlan);
    rig.setTask('PLAN.md');
    await post('UserPromptSubmit', { prompt: 'Do the plan.', source: 'user' });
    rig.userRow('Do the plan.');
    rig.callRows('toolu_begin', 'Bash', { command: 'npm test' }, { text: 'ok' });
    daemon.kill();
    await expect(post('PostCompact', { trigger: 'auto' })).rejects.toThrow();
    rig.boundaryRows('B1');
    daemon.start();
    const next = { prompt: 'go on', source: 'user' };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => post('UserPromptSubmit', next)),
    );
    expect(answers.filter(({ text }) => text.includes('PLAN.md'))).not.toHaveLength(0);
    expect(rig.kinds().filter((kind) => kind === 'armed')).toHaveLength(1);
    // What the daemon began the launcher's program ends, and neither needs the other.
    daemon.kill();
    expect((await rig.send('PreToolUse', edit('toolu_9'))).denied).toContain('PLAN.md');
  });

  it('of a payload that is no event of the client’s comes a harmless answer, and a line for doctor', async () => {
    const strange = await daemon.ask('/hooks/claude-code/Strange', {
      body: JSON.stringify({ session_id: 's', hook_event_name: 'Strange' }),
    });
    expect([strange.status, strange.text]).toEqual([200, '{}']);
    expect(rig.faults).toContain('Strange');
  });
});
