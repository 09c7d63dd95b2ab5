import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorkerBench, until, type WorkerBench } from '../fake-client/bench.ts';
import { tree } from './kit.ts';
import { leaked, ownPattern, secretLines } from './secret-lines.ts';

const cli = join(import.meta.dirname, '..', '..', 'dist', 'cli.js');
const session = '11111111-2222-4333-8444-555555555555';
/** Every ninth, where one process is needed for each. */
const some = secretLines
  .filter((_, index) => index % 9 === 0 || index >= secretLines.length - 2)
  .map(({ text }) => text);
const all = secretLines.map(({ text }) => text).join('\n');

let bench: WorkerBench;
let leaks: string[];
beforeEach(() => {
  bench = openWorkerBench();
  leaks = [];
  const settings = join(bench.sandbox.home, '.config', 'holdfast', 'config.json');
  mkdirSync(dirname(settings), { recursive: true });
  const config = {
    redact: [ownPattern],
    tracker: 'command',
    trackerLogCommand: 'false {id} {text}',
  };
  writeFileSync(settings, JSON.stringify(config));
});
afterEach(() => bench.close());

const look = (where: string, text: string): void => {
  leaks.push(...leaked(where, text));
};

async function own(...words: string[]): Promise<string> {
  const { out, err } = await bench.holdfast(words);
  look(words.slice(0, 2).join(' '), `${out}\n${err}`);
  return out;
}

function lookAtFiles(): void {
  for (const [name, text] of Object.entries(tree(bench.sandbox.holdfastHome)))
    look(`state ${name}`, `${name}\n${text}`);
  for (const [name, text] of Object.entries(tree(join(bench.sandbox.project, '.holdfast'))))
    look(`project ${name}`, `${name}\n${text}`);
}

/** A record in which each line stands in every kind of row. */
function record(): string {
  const path = join(bench.sandbox.home, '.claude', 'projects', 'p', `${session}.jsonl`);
  const rows: object[] = [];
  const row = (type: string, message: object) =>
    rows.push({
      type,
      message,
      uuid: `u${rows.length}`,
      sessionId: session,
      cwd: bench.sandbox.project,
      timestamp: new Date(1_767_225_600_000 + rows.length * 1000).toISOString(),
    });
  const call = (id: string, name: string, input: object, content: string) => {
    row('assistant', {
      id: `m${id}`,
      role: 'assistant',
      content: [{ type: 'tool_use', id, name, input }],
    });
    row('user', {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: id, content, is_error: true }],
    });
  };
  secretLines.forEach(({ text }, index) => {
    row('user', { role: 'user', content: `Never print ${text} anywhere, rule ${index}.` });
    call(`b${index}`, 'Bash', { command: `deploy '${text}'` }, `Exit code 1\nError: ${text}`);
    const todos = [{ content: `Rotate ${text}`, status: 'pending', activeForm: text }];
    call(`t${index}`, 'TodoWrite', { todos }, text);
    const content = [{ type: 'text', text: `I saw ${text}. Shall I use it?` }];
    row('assistant', { id: `a${index}`, role: 'assistant', content });
  });
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, rows.map((one) => `${JSON.stringify(one)}\n`).join(''));
  return path;
}

describe('[case 34] no service gives a secret of the corpus away', () => {
  it('the daemon: hooks, API, events, log', { timeout: 240_000 }, async () => {
    const transcript = record();
    const { project, holdfastHome } = bench.sandbox;
    bench.ticket('known');
    await own('daemon', 'start');
    const { port } = JSON.parse(readFileSync(join(holdfastHome, 'daemon', 'daemon.json'), 'utf8'));
    const token = readFileSync(join(holdfastHome, 'daemon', 'token'), 'utf8').trim();
    const ask = async (path: string, body?: unknown, given: object = {}): Promise<string> => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...given },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      look(path, `${JSON.stringify([...answer.headers])}\n${text}`);
      return text;
    };
    const hook = (event: string, more: object) =>
      ask(`/hooks/claude-code/${event}`, {
        session_id: session,
        transcript_path: transcript,
        cwd: project,
        hook_event_name: event,
        ...more,
      });
    const gone = new AbortController();
    let events = '';
    const stream = await fetch(
      `http://127.0.0.1:${port}/api/v1/events?project=${encodeURIComponent(project)}`,
      { headers: { authorization: `Bearer ${token}` }, signal: gone.signal },
    );
    const heard = (async () => {
      const decoder = new TextDecoder();
      for await (const bytes of stream.body ?? []) events += decoder.decode(bytes);
    })().catch(() => {});
    const command = { tool_name: 'Bash', tool_use_id: 'x', tool_input: { command: all } };
    try {
      await hook('SessionStart', { source: 'startup' });
      await hook('UserPromptSubmit', { prompt: all });
      await hook('PreToolUse', command);
      await hook('PostToolUse', { ...command, tool_response: { stdout: all, stderr: all } });
      await hook('PreCompact', { trigger: 'auto', custom_instructions: all });
      await hook('SessionStart', { source: 'compact' });
      await hook('PostCompact', { trigger: 'auto', compact_summary: all });
      await hook('PreToolUse', { ...command, tool_name: 'Edit', tool_input: { file_path: all } });
      await hook('Stop', { last_assistant_message: all });
      const api = (path: string, body?: unknown) => {
        const sign = path.includes('?') ? '&' : '?';
        return ask(`/api/v1${path}${sign}project=${encodeURIComponent(project)}`, body);
      };
      for (const text of some) {
        await api(`/sessions/${session}/notes`, { text });
        await api('/tickets', { title: `Rotate ${text}` });
        await api(`/tickets/${encodeURIComponent(text)}`);
        await api(`/tickets/known/claim`, { owner: text });
        await hook(text, {});
        await ask(`/${encodeURIComponent(text)}?a=${encodeURIComponent(text)}`);
      }
      const one = `/sessions/${session}`;
      for (const path of ['', '/receipts', '/brief', '/rules', '/evidence', '/questions'])
        await api(`${one}${path}`);
      for (const path of [
        '/sessions',
        '/tickets',
        '/tickets/known',
        '/workers',
        '/workflows',
        '/runs',
      ])
        await api(path);
      await until(() => events.includes('event: ticket'), 'an event tells of a ticket');
    } finally {
      gone.abort();
      await heard;
      await own('daemon', 'logs');
      await own('daemon', 'status', '--json');
      await own('daemon', 'stop');
    }
    look('events', events);
    lookAtFiles();
    expect([...new Set(leaks)]).toEqual([]);
    expect(events).toContain('event: ');
    expect(readFileSync(join(holdfastHome, 'daemon', 'daemon.log'), 'utf8')).not.toBe('');
    const files = Object.values(tree(holdfastHome)).join('\n');
    expect(files).toContain('[redacted:');
  });

  it('tools over MCP, tickets and their files, the tracker’s outbox', {
    timeout: 240_000,
  }, async () => {
    record();
    bench.ticket('tracked', ['tracker: ts-1']);
    const server = spawn(process.execPath, [cli, 'mcp', '--tools', 'full'], {
      cwd: bench.sandbox.project,
      env: bench.env,
    });
    let said = '';
    const collect = (bytes: Buffer): void => {
      said += bytes;
    };
    server.stdout.on('data', collect);
    server.stderr.on('data', collect);
    let id = 0;
    const send = async (method: string, params: object): Promise<string> => {
      id += 1;
      const from = said.length;
      server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
      await until(() => said.slice(from).includes(`"id":${id}`), `${method} is answered`);
      return said.slice(from);
    };
    const clientInfo = { name: 'test', version: '1' };
    await send('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
    server.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
    const { result } = JSON.parse((await send('tools/list', {})).trim());
    const tools = result.tools as { name: string; inputSchema: { properties?: object } }[];
    for (const text of some.slice(0, 8).concat(some.slice(-2))) {
      for (const { name, inputSchema } of tools) {
        const words = Object.keys(inputSchema.properties ?? {}).map((key) => [key, text]);
        await send('tools/call', { name, arguments: Object.fromEntries(words) });
      }
      for (const name of ['ticket_progress', 'note', 'ticket_block', text])
        await send('tools/call', {
          name,
          arguments: { ticket: 'tracked', id: 'tracked', text, reason: text },
        });
    }
    for (const { name } of tools) await send('tools/call', { name, arguments: { session } });
    server.stdin.end();
    look('mcp', said);
    for (const text of some) {
      await own(
        'ticket',
        'new',
        `Rotate ${text}`,
        '--contract',
        text,
        '--objective',
        text,
        '--success',
        text,
        '--question',
        text,
      );
      await own('ticket', 'progress', 'tracked', text);
    }
    await own('ticket', 'block', 'tracked', all);
    await own('ticket', 'done', 'tracked', '--result', all);
    await own('ticket', 'list', '--json');
    await own('ticket', 'show', 'tracked', '--json');
    await own('ticket', 'check', 'tracked');
    await own('tracker', 'send');
    await own('tracker', 'status', '--json');
    lookAtFiles();
    expect([...new Set(leaks)]).toEqual([]);
    const outbox = tree(join(bench.sandbox.holdfastHome, 'outbox'));
    expect(Object.values(outbox).join('\n')).toContain('[redacted:');
    expect(Object.values(tree(join(bench.sandbox.project, '.holdfast'))).join('\n')).toContain(
      '[redacted:',
    );
  });

  it('workers: their logs, questions and ends', { timeout: 240_000 }, async () => {
    const text = (line: string) => `I found ${line}`;
    bench.script([
      'init',
      ...secretLines.map(({ text: line }) => ['say', text(line)]),
      ...some.map((line) => ['sh', `printf '%s\\n' '${line.replaceAll("'", '')}'`]),
      ['raw', `not json ${some[0]}\n`],
      ['ask', 'Bash', { command: `deploy ${some[1]}` }],
      ['error', 500, `it broke: ${all}`],
    ]);
    bench.ticket('T');
    await own('run', 'T', '--host', 'claude-code', '--detach');
    const state = () => bench.worker('T')?.state;
    await until(() => state()?.status !== 'running' && state() !== undefined, 'it waits', 60_000);
    await own('workers');
    await own('workers', '--json');
    await own('logs', 'T');
    await own('logs', 'T', '--raw');
    await own('send', 'T', all);
    await own('stop', 'T', '--now');
    await own('logs', 'T');
    await own('workers', '--json');
    lookAtFiles();
    expect([...new Set(leaks)]).toEqual([]);
    expect(Object.values(tree(bench.sandbox.holdfastHome)).join('\n')).toContain(
      'I found [redacted:',
    );
  });
});
