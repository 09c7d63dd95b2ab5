import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { arrived } from './kit.ts';
import { longPlan, type Payload, Rig } from './rig.ts';

const output = '/tmp/claude-1000/shop/tasks/b0be39e.output';
const server = 'npm run serve';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
  rig.write('PLAN.md', longPlan);
  rig.userRow('Do the plan.');
});
afterEach(() => rig.remove());

function startServer(): void {
  const text = `Command running in background with ID: b0be39e. Output is being written to: ${output}`;
  const structured = { stdout: '', stderr: '', interrupted: false, backgroundTaskId: 'b0be39e' };
  const input = { command: server, run_in_background: true };
  rig.callRows('toolu_b', 'Bash', input, { text, structured });
}

const request = (id: string, command: string, more: Payload = {}): Payload => ({
  tool_name: 'Bash',
  tool_use_id: id,
  tool_input: { command, ...more },
});
const again = (id: string) => request(id, server, { run_in_background: true });

/** What the client is told about a call: `ask`, `deny`, or nothing. */
async function decisionOn(payload: Payload): Promise<{ how: string; reason: string }> {
  const { json } = await rig.send('PreToolUse', payload);
  const { permissionDecision: how = '', permissionDecisionReason: reason = '' } =
    json?.hookSpecificOutput ?? {};
  return { how, reason };
}

describe('background work across a compaction', () => {
  it('stands in the brief with the file that its output goes to', async () => {
    startServer();
    const { context } = await rig.compact();
    expect(context).toContain(`- ${server}: background command b0be39e, output in ${output}`);
  });

  it('is asked about once where it is started once more, and passes then', async () => {
    startServer();
    arrived(rig, await rig.compact());
    const first = await decisionOn(again('toolu_1'));
    expect(first).toEqual({ how: 'ask', reason: expect.stringContaining(output) });
    expect(await decisionOn(again('toolu_2'))).toEqual({ how: '', reason: '' });
    expect(
      await decisionOn(request('toolu_3', 'npm run other', { run_in_background: true })),
    ).toEqual({ how: '', reason: '' });
  });

  it('is denied once where nobody can be asked, with what to do', async () => {
    rig.variables.HOLDFAST_WORKER = 'w1';
    startServer();
    arrived(rig, await rig.compact());
    const first = await decisionOn(again('toolu_1'));
    expect(first).toEqual({ how: 'deny', reason: expect.stringContaining('repeat this call') });
    expect((await decisionOn(again('toolu_2'))).how).toBe('');
  });

  it('may be started again once it ended, and before a compaction', async () => {
    startServer();
    expect((await decisionOn(again('toolu_0'))).how).toBe('');
    rig.userRow(
      `<task-notification>\n<task-id>b0be39e</task-id>\n<status>completed</status>\n</task-notification>`,
    );
    arrived(rig, await rig.compact());
    expect((await decisionOn(again('toolu_1'))).how).toBe('');
  });

  it('of an agent is asked about by its whole order', async () => {
    const input = { prompt: 'Count the sheep.', description: 'Count', run_in_background: true };
    const structured = {
      isAsync: true,
      status: 'async_launched',
      agentId: 'a7f',
      outputFile: output,
    };
    const text = `Async agent launched successfully.\nagentId: a7f\noutput_file: ${output}`;
    rig.callRows('toolu_a', 'Agent', input, { text, structured });
    const told = await rig.compact();
    expect(told.context).toContain(
      `Count the sheep.: background subagent a7f, output in ${output}`,
    );
    arrived(rig, told);
    const call = (id: string, prompt: string): Payload => ({
      tool_name: 'Agent',
      tool_use_id: id,
      tool_input: { prompt, description: 'Count' },
    });
    expect((await decisionOn(call('toolu_1', 'Count the goats.'))).how).toBe('');
    expect((await decisionOn(call('toolu_2', 'Count the sheep.'))).how).toBe('ask');
    expect((await decisionOn(call('toolu_3', 'Count the sheep.'))).how).toBe('');
  });
});
