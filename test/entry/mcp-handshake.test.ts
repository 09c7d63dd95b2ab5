import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type InstallRecord, writeRecords } from '../../src/app/install/record.ts';
import { serverLauncherScript } from '../../src/app/install/server-launcher.ts';
import { disk } from '../../src/platform/disk.ts';
import { type CliMachine, makeCliMachine } from './cli/machine.ts';

const root = join(import.meta.dirname, '..', '..');
const cli = join(root, 'dist', 'cli.js');
const recorded = join(root, 'test', 'fixtures', 'mcp');

/** What each client said to the server before it called a tool, a message a line. */
const clients = readdirSync(recorded).map((name) => ({
  host: name.replace('.jsonl', ''),
  lines: readFileSync(join(recorded, name), 'utf8').trimEnd().split('\n'),
}));

let machine: CliMachine;
let open: Talk[];
beforeEach(() => {
  machine = makeCliMachine();
  open = [];
});
afterEach(async () => {
  for (const talk of open) await talk.end();
  machine.remove();
});

interface Talk {
  child: ChildProcessWithoutNullStreams;
  /** Says a line, and gives what comes until its answer is there: nothing for what gets none. */
  say(line: string): Promise<string[]>;
  /** Ends the input. */
  end(): Promise<number | null>;
}

function talkTo(program: string, args: string[], env: Record<string, string> = {}): Talk {
  const child = spawn(program, args, {
    cwd: machine.project,
    env: { PATH: process.env.PATH, HOME: machine.home, HOLDFAST_HOME: machine.state, ...env },
  });
  child.stdin.on('error', () => {});
  const gone = new Promise<number | null>((resolve) => child.once('close', resolve));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const talk: Talk = {
    child,
    async say(line) {
      child.stdin.write(`${line}\n`);
      const { id, method } = parsed(line);
      const came: string[] = [];
      while (id !== undefined) {
        const { value, done } = await lines.next();
        if (done) throw new Error(`no answer to ${line}`);
        came.push(value);
        const said = parsed(value);
        if (
          said.id === id ||
          said.method?.endsWith(method === 'subscriptions/listen' ? '/acknowledged' : '!')
        )
          break;
      }
      return came;
    },
    async end() {
      child.stdin.end();
      return gone;
    },
  };
  open.push(talk);
  return talk;
}

function parsed(line: string): { id?: unknown; method?: string } {
  try {
    const message = JSON.parse(line);
    return Array.isArray(message) ? { id: null } : message;
  } catch {
    return { id: null };
  }
}

const nodeStarts = () => join(machine.folder, 'node-starts');

/** What `init` leaves for the server: the launcher, whose Node says when it is started, and what is registered where. */
function install(
  host: string,
  { scope = 'user', tools = 'small', inserted = '' }: Partial<Record<string, string>> = {},
): void {
  const node = join(machine.folder, 'node');
  const script = `#!/bin/sh\necho started >> '${nodeStarts()}'\nexec '${process.execPath}' "$@"\n`;
  writeFileSync(node, script, { mode: 0o700 });
  mkdirSync(join(machine.state, 'bin'), { recursive: true });
  const launcher = serverLauncherScript('0.0.0', node, cli, tools as 'small' | 'full');
  writeFileSync(join(machine.state, 'bin', 'mcp'), launcher, { mode: 0o700 });
  const record: InstallRecord = {
    host,
    scope: scope as 'user' | 'project',
    part: 'hooks',
    file: join(scope === 'user' ? machine.home : machine.project, '.x', 'hooks.json'),
    version: '0.0.0',
    time: '2026-01-02T03:04:05.678Z',
    createdFile: true,
    created: [],
    steps: [{ before: '', after: '', passes: [[{ offset: 0, remove: '', insert: inserted }]] }],
  };
  writeRecords(disk, join(machine.state, 'installs.json'), [record]);
}

/** The server as it is registered. */
const launched = (host: string, env: Record<string, string> = {}): Talk =>
  talkTo(join(machine.state, 'bin', 'mcp'), [host], env);

const built = (host: string, ...more: string[]) =>
  talkTo(process.execPath, [cli, 'mcp', '--host', host, ...more]);

const call = (id: number, name: string, args: object = {}, meta?: object) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name, arguments: args, ...(meta && { _meta: meta }) },
  });

/** What stands beside each request of the newer protocol. */
function metaOf(lines: readonly string[]): object | undefined {
  const { params } = JSON.parse(lines[0]!) as { params: { _meta?: object } };
  return params._meta;
}

describe('the beginning of a client’s talk with the MCP server', () => {
  it.each(clients)(
    'of $host: the shell answers it byte for byte as the server, without Node',
    async ({ host, lines }) => {
      install(host);
      const shell = launched(host);
      const server = built(host);
      for (const line of lines) expect(await shell.say(line)).toEqual(await server.say(line));
      expect(existsSync(nodeStarts())).toBe(false);
    },
  );

  it.each(clients)(
    'of $host: the first call of a tool starts Node in the same process, where the client left off',
    async ({ host, lines }) => {
      install(host);
      const shell = launched(host);
      const { pid } = shell.child;
      for (const line of lines) await shell.say(line);
      const notes = await shell.say(call(71, 'rules', {}, metaOf(lines)));
      expect(notes).toHaveLength(1);
      expect(JSON.parse(notes[0]!)).toMatchObject({
        id: 71,
        result: { content: [{ type: 'text' }] },
      });
      expect(readFileSync(nodeStarts(), 'utf8')).toBe('started\n');
      const again = await shell.say(call(72, 'rules', {}, metaOf(lines)));
      expect(JSON.parse(again[0]!).result).toEqual(JSON.parse(notes[0]!).result);
      expect(shell.child.pid).toBe(pid);
      expect(await shell.end()).toBe(0);
    },
  );

  it('shows all tools from the start where that was chosen, as the server does', async () => {
    install('codex', { tools: 'full' });
    const { lines } = clients.find(({ host }) => host === 'codex')!;
    const [shell, server] = [launched('codex'), built('codex', '--tools', 'full')];
    const more = ['resources/list', 'prompts/list', 'ping'].map((method, at) =>
      JSON.stringify({ jsonrpc: '2.0', id: 50 + at, method }),
    );
    for (const line of [...lines, ...more])
      expect(await shell.say(line)).toEqual(await server.say(line));
    expect(existsSync(nodeStarts())).toBe(false);
  });

  it('a ticket that came meanwhile is told of with the next message, and its tools are listed', async () => {
    install('codex');
    const { lines } = clients.find(({ host }) => host === 'codex')!;
    const shell = launched('codex');
    for (const line of lines) await shell.say(line);
    machine.run(['ticket', 'new', 'Fix it', '--id', 't']);
    const came = await shell.say('{"jsonrpc":"2.0","id":9,"method":"tools/list"}');
    expect(came.filter((line) => line.includes('notifications/tools/list_changed'))).toHaveLength(
      1,
    );
    expect(came.at(-1)).toContain('"ticket_progress"');
  });

  const first =
    '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}';
  const ready = '{"jsonrpc":"2.0","method":"notifications/initialized"}';
  it.each([
    ['a text as id', [first.replace('"id":1', '"id":"a:b.1-_"')], false],
    ['an id with an escape', [first.replace('"id":1', '"id":"a\\u00e9"')], true],
    ['an id with other letters', [first.replace('"id":1', '"id":"é"')], true],
    ['a negative id', [first.replace('"id":1', '"id":-1')], true],
    ['spaces', [first.replace('"id":1', '"id": 1')], true],
    ['an unknown version', [first.replace('2025-06-18', '1999-01-01')], true],
    ['two versions in one', [first.replace('2025-06-18', '2025-11-25 2025-06-18')], true],
    ['a long name', [first.replace('"name":"x"', `"name":"${'x'.repeat(300_000)}"`)], true],
    ['an ability that no client was seen to have', [first.replace('{}', '{"tasks":{}}')], true],
    ['a client without a version', [first.replace(',"version":"1"', '')], true],
    ['a member that is twice there', [first.replace('"id":1', '"id":1,"id":2')], true],
    ['an array of messages', [`[${first}]`], true],
    ['no JSON', ['{"jsonrpc":"2.0",'], true],
    ['a list before the beginning', ['{"jsonrpc":"2.0","id":1,"method":"ping"}'], true],
    [
      'a list with a cursor',
      [first, ready, '{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"cursor":"x"}}'],
      true,
    ],
    [
      'a method that nobody knows',
      [first, ready, '{"jsonrpc":"2.0","id":2,"method":"O:ping"}'],
      true,
    ],
    ['letters of other scripts in a name', [first.replace('"name":"x"', '"name":"山田 é"')], false],
  ] as const)('%s: is answered as the server does', async (_, lines, byNode) => {
    install('codex');
    const [shell, server] = [launched('codex'), built('codex')];
    for (const line of lines) expect(await shell.say(line)).toEqual(await server.say(line));
    expect(existsSync(nodeStarts())).toBe(byNode);
  });

  it.each(['1.5', '12345678901234567', 'null', '"id"id'])(
    'the id %s is left to Node',
    async (id) => {
      install('codex');
      const shell = launched('codex');
      shell.child.stdin.write(`${first.replace('"id":1', `"id":${id}`)}\n`);
      await vi.waitFor(() => expect(existsSync(nodeStarts())).toBe(true), 30_000);
    },
  );

  it.each([
    ['no hooks of the client are registered', 'qwen', {}, {}],
    ['the session was launched for a ticket', 'codex', {}, { HOLDFAST_TICKET: 't' }],
    ['events come over MCP', 'codex', { inserted: '"type": "mcp_tool"' }, {}],
  ])('is left to Node where %s', async (_, host, more, env) => {
    install('codex', more);
    const shell = launched(host, env as Record<string, string>);
    expect((await shell.say(first)).join()).toContain('serverInfo');
    expect(existsSync(nodeStarts())).toBe(true);
  });

  it('hooks of a project count in its top folder only', async () => {
    install('codex', { scope: 'project' });
    const shell = launched('codex');
    expect(await shell.say(first)).toEqual(await built('codex').say(first));
    expect(existsSync(nodeStarts())).toBe(false);
    mkdirSync(join(machine.project, 'deep'));
    machine.project = join(machine.project, 'deep');
    expect(await launched('codex').say(first)).toEqual(await built('codex').say(first));
    expect(existsSync(nodeStarts())).toBe(true);
  });

  it('a first call that is long arrives whole', async () => {
    install('codex');
    const { lines } = clients.find(({ host }) => host === 'codex')!;
    const shell = launched('codex');
    for (const line of lines) await shell.say(line);
    const [answer] = await shell.say(call(5, 'recall', { query: 'x '.repeat(150_000), limit: 99 }));
    expect(JSON.parse(answer!)).toMatchObject({ id: 5 });
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    '%s ends it before Node and with it',
    async (signal) => {
      install('codex');
      const { lines } = clients.find(({ host }) => host === 'codex')!;
      for (const withNode of [false, true]) {
        const shell = launched('codex');
        for (const line of lines) await shell.say(line);
        if (withNode) await shell.say(call(5, 'rules'));
        // What the client waits for: nobody holds its streams any more.
        const gone = new Promise((resolve) => shell.child.once('close', resolve));
        shell.child.kill(signal);
        await gone;
      }
    },
  );
});
