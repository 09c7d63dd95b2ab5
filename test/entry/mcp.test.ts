import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CliMachine, makeCliMachine } from './cli/machine.ts';

const cli = join(import.meta.dirname, '..', '..', 'dist', 'cli.js');

let machine: CliMachine;
let server: ChildProcessWithoutNullStreams;
let lines: AsyncIterator<string>;
let next = 1;
const said: string[] = [];

function startServer(env: Record<string, string> = {}, ...args: string[]): void {
  server = spawn(process.execPath, [cli, 'mcp', ...args], {
    cwd: machine.project,
    env: { PATH: process.env.PATH, HOME: machine.home, HOLDFAST_HOME: machine.state, ...env },
  });
  // One that ends by itself, switched off, does not read what it is given.
  server.stdin.on('error', () => {});
  lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  said.length = 0;
}

async function endServer(): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const gone = new Promise((resolve) => server.once('close', resolve));
  server.stdin.end();
  await gone;
}

beforeEach(() => {
  machine = makeCliMachine();
  startServer();
});
afterEach(async () => {
  await endServer();
  machine.remove();
});

/** The next line that the server says. */
const nextLine = async () => JSON.parse((await lines.next()).value) as Record<string, unknown>;

const write = (message: string) => server.stdin.write(`${message}\n`);

async function ask(method: string, params: object = {}): Promise<Record<string, never>> {
  const id = next++;
  write(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
  for (;;) {
    const { value } = await lines.next();
    said.push(value);
    const answer = JSON.parse(value);
    if (answer.id === id) return answer.result ?? answer.error;
  }
}

async function open(): Promise<Record<string, unknown>> {
  const opened = await ask('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  });
  write('{"jsonrpc":"2.0","method":"notifications/initialized"}');
  return opened;
}

async function tool(name: string, input: object = {}): Promise<{ text: string; failed: boolean }> {
  const result = (await ask('tools/call', { name, arguments: input })) as unknown as {
    content: { text: string }[];
    isError?: boolean;
  };
  return { text: result.content[0]!.text, failed: result.isError === true };
}

/** A session of the project as a host's hook tells of it. */
function beginSession(id = 's1'): void {
  const payload = { session_id: id, hook_event_name: 'SessionStart', source: 'startup' };
  const input = JSON.stringify({ ...payload, cwd: machine.project });
  machine.run(['hook', 'claude-code'], { input });
}

const sessionFolder = () => join(machine.state, 'sessions', 'claude-code', 's1');

describe('holdfast mcp', () => {
  it('says in its instructions to call resume after a summary, and lists few tools with schemas', async () => {
    const opened = await open();
    expect(opened.instructions).toMatch(/^After a summary.*call `resume` first/);
    const { tools } = (await ask('tools/list')) as unknown as {
      tools: { name: string; description: string; inputSchema: { type: string } }[];
    };
    expect(tools.map((each) => each.name)).toEqual(['resume', 'note', 'rules', 'recall']);
    // What every session pays for, used or not.
    expect(JSON.stringify(tools).length).toBeLessThanOrEqual(2_000);
    for (const { inputSchema, description } of tools) {
      expect(inputSchema.type).toBe('object');
      expect(description.length).toBeLessThan(300);
    }
  });

  it('gives no instructions where hooks bring the brief after a summary', async () => {
    const done = machine.run(['init', '--host', 'claude-code', '--scope', 'project', '--yes']);
    expect(done.code).toBe(0);
    for (const [host, instructed] of [
      ['claude-code', false],
      ['codex', true],
    ] as const) {
      await endServer();
      startServer({}, '--host', host);
      expect((await open()).instructions !== undefined).toBe(instructed);
    }
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'ends by %s while its input is still open, as clients end their servers',
    async (signal) => {
      await open();
      const gone = new Promise((resolve) => server.once('close', resolve));
      server.kill(signal);
      await gone;
      expect(server.exitCode).toBe(0);
    },
  );

  it('shows the tools of tickets and workflows where there are some, and answers a call of any', async () => {
    const names = async () =>
      ((await ask('tools/list')) as unknown as { tools: { name: string }[] }).tools.map(
        ({ name }) => name,
      );
    await open();
    expect(await names()).not.toContain('ticket_show');
    expect((await tool('workflow_list')).text).toContain('plan-first');
    expect(await names()).toContain('workflow_list');
    machine.run(['ticket', 'new', 'Fix it', '--id', 't']);
    expect(await names()).toEqual(expect.arrayContaining(['ticket_claim', 'evidence_check']));
    expect(await names()).not.toContain('workflow_next');
    machine.run(['workflow', 'start', 'plan-first', '--set', 'task=x', '--set', 'test=npm test']);
    expect(await names()).toContain('workflow_next');
  });

  it('shows all from the start where that is asked for', async () => {
    await endServer();
    startServer({}, '--tools', 'full');
    await open();
    const { tools } = (await ask('tools/list')) as unknown as { tools: { name: string }[] };
    expect(tools.map(({ name }) => name)).toEqual([
      'resume',
      'note',
      'rules',
      'answer',
      'recall',
      'evidence_check',
      'handoff',
      'ticket_show',
      'ticket_claim',
      'ticket_progress',
      'ticket_block',
      'ticket_done',
      'workflow_list',
      'workflow_start',
      'workflow_next',
      'workflow_checkpoint',
    ]);
  });

  it('takes a ticket from its claim to its end', async () => {
    await open();
    machine.run(['ticket', 'new', 'Fix it', '--id', 't']);
    expect((await tool('ticket_claim', { id: 't', owner: 'w1' })).failed).toBe(false);
    expect(await tool('ticket_claim', { id: 't', owner: 'w2' })).toMatchObject({ failed: true });
    await tool('ticket_progress', { id: 't', text: '-- found it' });
    expect((await tool('ticket_done', { id: 't', result: '--json' })).text).toContain('t is done');
    const shown = await tool('ticket_show', { id: 't' });
    expect(shown.text).toMatch(
      /status {6}done[\s\S]*- \S+ \S+ UTC -- found it[\s\S]*Result\n {2}--json/,
    );
  });

  it('tells a session’s brief as a tool and as a resource, with a note that was kept', async () => {
    await endServer();
    startServer({}, '--tools', 'full');
    beginSession();
    await open();
    expect(await tool('note', { text: 'Prices are rounded half up.' })).toEqual({
      text: 'Noted (decision) for session s1.',
      failed: false,
    });
    const { text } = await tool('resume');
    expect(text).toContain('Prices are rounded half up.');
    const { contents } = (await ask('resources/read', { uri: 'holdfast://brief' })) as unknown as {
      contents: { text: string }[];
    };
    expect(contents[0]!.text).toBe(text);
  });

  it('gives the text of a handoff and the command for the user, and starts nothing', async () => {
    beginSession();
    await open();
    await tool('note', { text: 'Prices are rounded half up.' });
    const given = await tool('handoff', { to: 'codex' });
    expect(given.failed).toBe(false);
    expect(given.text).toContain('Prices are rounded half up.');
    expect(given.text).toMatch(/^Handoff \[Holdfast h[0-9a-f]{16}\] The user hands you the work/);
    expect(given.text).toContain('holdfast handoff s1 --to codex');
    expect((await tool('handoff', { to: 'nobody' })).failed).toBe(true);
  });

  it('leads through a workflow, whose step stays until its evidence is there [R41]', async () => {
    beginSession();
    await open();
    expect((await tool('workflow_list')).text).toMatch(/plan-first/);
    const started = await tool('workflow_start', {
      id: 'plan-first',
      parameters: { task: 'Fix it', test: 'npm test' },
    });
    const token = /hfw1\.\S+/.exec(started.text)?.[0];
    expect(token).toBeDefined();
    // The newest session of the folder is the one that works on it.
    expect(readFileSync(join(sessionFolder(), 'journal.ndjson'), 'utf8')).toContain(
      '"kind":"workflow"',
    );
    expect((await tool('workflow_next')).text).toContain(token);
    const held = await tool('workflow_next', { token });
    expect(held).toMatchObject({ failed: true, text: expect.stringContaining('explore') });
    expect(await tool('workflow_next', { token: `${token}x` })).toMatchObject({ failed: true });
    const noted = await tool('workflow_checkpoint', { text: '--all is read', name: 'read' });
    expect(noted).toMatchObject({ failed: false });
    expect((await tool('workflow_list', { runs: true })).text).toContain('plan-first');
  });

  it('speaks of the session that the client started it for, and of its follower once that has ended', async () => {
    beginSession('s1');
    beginSession('other');
    await endServer();
    startServer({ CLAUDE_CODE_SESSION_ID: 's1' }, '--host', 'claude-code');
    await open();
    expect((await tool('note', { text: 'first' })).text).toContain('session s1');
    const end = { session_id: 's1', hook_event_name: 'SessionEnd', reason: 'clear' };
    const input = JSON.stringify({ ...end, cwd: machine.project });
    machine.run(['hook', 'claude-code'], { input });
    beginSession('s2');
    expect((await tool('note', { text: 'second' })).text).toContain('session s2');
  });

  it('has no resources, for which clients show tools of their own, until there is something to work with', async () => {
    const { capabilities } = await open();
    expect(capabilities).not.toHaveProperty('resources');
    await endServer();
    machine.run(['ticket', 'new', 'Fix it', '--id', 't']);
    startServer();
    expect((await open()).capabilities).toHaveProperty('resources');
  });

  it('gives the session’s memory as a resource', async () => {
    await endServer();
    startServer({}, '--tools', 'full');
    beginSession();
    await open();
    const { resources } = (await ask('resources/list')) as unknown as {
      resources: { uri: string }[];
    };
    expect(resources.map(({ uri }) => uri)).toEqual(['holdfast://brief', 'holdfast://memory']);
    const { contents } = (await ask('resources/read', { uri: 'holdfast://memory' })) as unknown as {
      contents: { text: string }[];
    };
    expect(contents[0]!.text).toMatch(/^No memory of session s1 has been written yet/);
  });

  it('takes events by a tool that is in no list, as a command would', async () => {
    beginSession();
    await open();
    const event = (fields: object) =>
      tool('hook', { host: 'claude-code', session_id: 's1', cwd: machine.project, ...fields });
    writeFileSync(join(machine.project, 'PLAN.md'), '# Plan\n\n- [ ] round half up\n');
    machine.run(['task', 'set', 'PLAN.md']);
    const steering = await event({ hook_event_name: 'PreCompact', trigger: 'auto' });
    expect(steering).toEqual({ text: expect.stringContaining('round half up'), failed: false });
    const journal = sessionFolder();
    expect(readFileSync(join(journal, 'journal.ndjson'), 'utf8')).toContain('"kind":"expected"');
    const call = { tool_name: 'Bash', tool_input: '{"command":"ls"}', tool_use_id: 'c1' };
    expect((await event({ hook_event_name: 'PreToolUse', ...call })).text).toBe('');
    await event({ hook_event_name: 'PostToolUse', ...call, tool_response: '{"stdout":"x"}' });
    // Events come one after the other, each behind what the one before left to do.
    await event({ hook_event_name: 'UserPromptSubmit', prompt: 'Go on' });
    expect(readFileSync(join(journal, 'evidence.ndjson'), 'utf8')).toMatch(/"command":"ls"/);
    expect((await event({ hook_event_name: 'Nonsense' })).text).toBe('');
    expect(await tool('hook', { host: 'nobody' })).toEqual({ text: '', failed: false });
    expect(readFileSync(join(machine.state, 'faults.ndjson'), 'utf8')).toContain('nobody');
  });

  it('answers an event whose members are of any kind with nothing, and goes on', async () => {
    await open();
    const odd = { toString: 1, valueOf: 1, toJSON: 1 };
    const told = { session_id: 'e1', hook_event_name: 'PreToolUse', tool_name: 'Bash' };
    const calls: object[] = [
      { host: odd, ...told },
      { host: 'claude-code', ...told, hook_event_name: odd },
      { host: 'claude-code', ...told, session_id: odd, tool_name: odd, tool_input: odd },
      { host: 'claude-code', ...told, transcript_path: odd, timestamp: 'x', cwd: odd },
      { host: 'codex', ...told, tool_input: odd, tool_response: odd },
    ];
    for (const call of calls) expect(await tool('hook', call)).toEqual({ text: '', failed: false });
    expect((await tool('ticket_show')).failed).toBe(false);
  });

  it('answers wrong input with a sentence, and goes on', async () => {
    await open();
    write('this is no JSON');
    write('{"jsonrpc":"2.0"}');
    write(
      `{"jsonrpc":"2.0","id":"deep","method":"tools/call","params":${'['.repeat(10_000)}${']'.repeat(10_000)}}`,
    );
    expect((await tool('note', { text: 5 })).text).toContain('must be string');
    expect(await tool('ticket_show', { id: '../../etc/passwd' })).toMatchObject({ failed: true });
    expect((await tool('resume')).text).toContain('No session is known for this project.');
    expect((await tool('resume', { surprise: true })).failed).toBe(true);
    expect((await ask('tools/call', { name: 'rm', arguments: {} })) as unknown).toMatchObject({
      message: expect.stringContaining('rm'),
    });
    for (const line of said) expect(() => JSON.parse(line)).not.toThrow();
  });
});

describe('a value that is a lone dash', () => {
  it('is taken as it is, and never reads what the client says next', async () => {
    await open();
    machine.run(['ticket', 'new', 'A', '--id', 'a']);
    await tool('ticket_claim', { id: 'a', owner: 'w' });
    expect((await tool('ticket_done', { id: 'a', owner: 'w', result: '-' })).failed).toBe(false);
    expect((await tool('ticket_show', { id: 'a' })).text).toContain('Result\n  -');
  });
});

describe('a line that is no message', () => {
  it.each([
    ['not json', null, -32700],
    ['{"jsonrpc":"2.0","id":7}', 7, -32600],
    ['{"id":"x","method":"ping"}', 'x', -32600],
    ['[]', null, -32600],
    ['"text"', null, -32600],
  ])('is answered as JSON-RPC has it, and the server goes on: %s', async (line, id, code) => {
    write(line);
    expect(await nextLine()).toMatchObject({ jsonrpc: '2.0', id, error: { code } });
    write('{"jsonrpc":"2.0","id":"after","method":"nope"}');
    expect(await nextLine()).toMatchObject({ id: 'after', error: { code: -32601 } });
  });
});
