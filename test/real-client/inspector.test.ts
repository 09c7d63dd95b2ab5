import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tools } from '../../harness/clients.ts';
import { type FetchedClient, fetchPinned } from '../../harness/fetch-client.ts';
import { ownTools } from '../../src/entry/mcp/tools.ts';
import { RunningDaemon } from '../daemon/running.ts';
import { type CliMachine, makeCliMachine } from '../entry/cli/machine.ts';

const cli = join(import.meta.dirname, '..', '..', 'dist', 'cli.js');

let machine: CliMachine;
let daemon: RunningDaemon;
let inspector: FetchedClient;
beforeAll(async () => {
  inspector = await fetchPinned(tools.inspector);
  machine = makeCliMachine();
  daemon = new RunningDaemon(machine);
  daemon.start();
  const payload = { session_id: 's1', hook_event_name: 'SessionStart', source: 'startup' };
  const input = JSON.stringify({ ...payload, cwd: machine.project });
  machine.run(['hook', 'claude-code'], { input });
  // Of these the tools are shown where there are some.
  machine.run(['ticket', 'new', 'Fix it', '--id', 't']);
  machine.run([
    'workflow',
    'start',
    'plan-first',
    '--set',
    'task=Fix it',
    '--set',
    'test=npm test',
  ]);
  writeFileSync(join(machine.project, 'a.txt'), 'a\n');
}, 300_000);
afterAll(() => {
  machine?.run(['daemon', 'stop']);
  machine?.remove();
});

interface Inspected {
  code: number | null;
  out: string;
  err: string;
  // biome-ignore lint/suspicious/noExplicitAny: what the inspector prints is looked at as it comes.
  json: any;
}

/** How the inspector reaches the server. */
const ways: Record<string, () => string[]> = {
  'standard input and output': () => [
    '-e',
    `HOLDFAST_HOME=${machine.state}`,
    process.execPath,
    cli,
    'mcp',
  ],
  'streamable HTTP': () => {
    const port = readFileSync(daemon.place('port'), 'utf8').trim();
    const query = new URLSearchParams({ project: machine.project });
    const place = `http://127.0.0.1:${port}/mcp?${query}`;
    return [place, '--header', `Authorization: Bearer ${daemon.token}`];
  },
};

function inspect(target: string[], ...args: string[]): Inspected {
  const { status, stdout, stderr } = spawnSync(
    inspector.node!,
    [inspector.path, '--cli', ...target, ...args],
    {
      cwd: machine.project,
      env: { PATH: process.env.PATH, HOME: machine.home, HOLDFAST_HOME: machine.state },
      encoding: 'utf8',
      timeout: 60_000,
    },
  );
  let json: unknown;
  try {
    json = JSON.parse(stdout);
  } catch {
    json = undefined;
  }
  return { code: status, out: stdout, err: stderr, json };
}

/** A call of each tool that is right, with what its answer holds. In this order each finds what it needs. */
const calls: [string, Record<string, string>, RegExp][] = [
  ['note', { text: 'Prices are rounded half up.' }, /^Noted/],
  ['resume', {}, /Prices are rounded half up/],
  ['rules', {}, /^No rule holds/],
  ['answer', {}, /asks nothing/],
  ['handoff', { to: 'codex' }, /The user hands you the work of session/],
  ['recall', { query: 'rounded' }, /./],
  ['evidence_check', { file: 'a.txt' }, /^Holds/],
  ['ticket_show', { id: 't' }, /Fix it/],
  ['ticket_claim', { id: 't', owner: 'w' }, /t is/],
  ['ticket_progress', { id: 't', text: 'begun', owner: 'w' }, /begun/],
  ['ticket_block', { id: 't', reason: 'no key', owner: 'w' }, /blocked/],
  ['ticket_claim', { id: 't', owner: 'w' }, /t is/],
  ['ticket_done', { id: 't', result: 'fixed', owner: 'w' }, /done/],
  ['workflow_list', {}, /plan-first/],
  [
    'workflow_start',
    { id: 'plan-first', parameters: '{"task":"Fix it","test":"npm test"}' },
    /Look around/,
  ],
  ['workflow_next', {}, /Look around/],
  ['workflow_checkpoint', { text: 'begun' }, /Noted/],
];

describe.each(Object.keys(ways))('the official inspector over %s', (way) => {
  const target = () => ways[way]!();

  it('lists every tool, and finds no fault in the schemas', () => {
    const listed = inspect(target(), '--method', 'tools/list', '--strict');
    expect(listed.code, listed.err).toBe(0);
    expect(listed.err).not.toMatch(/[1-9]\d* (?:errors?|warnings?)/);
    const names = listed.json.tools.map(({ name }: { name: string }) => name);
    expect(names).toEqual(ownTools.map(({ name }) => name));
  });

  it('calls every tool', () => {
    if (way === 'streamable HTTP') machine.run(['ticket', 'new', 'Fix it', '--id', 'u']);
    const id = way === 'streamable HTTP' ? 'u' : 't';
    for (const [name, given, answer] of calls) {
      const input = given.id === 't' ? { ...given, id } : given;
      const args = Object.entries(input).flatMap(([key, value]) => [
        '--tool-arg',
        `${key}=${value}`,
      ]);
      const called = inspect(target(), '--method', 'tools/call', '--tool-name', name, ...args);
      const said = `${name}: ${called.out}${called.err}`;
      expect(called.json?.content?.[0]?.type, said).toBe('text');
      expect(called.json.content[0].text, said).toMatch(
        answer.source.startsWith('t is') ? new RegExp(`${id} is`) : answer,
      );
    }
    expect(calls.map(([name]) => name)).toEqual(
      expect.arrayContaining(ownTools.map(({ name }) => name)),
    );
  }, 120_000);

  it('lists and reads the resources, and finds that there are no prompts', () => {
    const listed = inspect(target(), '--method', 'resources/list');
    const uris = listed.json.resources.map(({ uri }: { uri: string }) => uri);
    expect(uris).toEqual(['holdfast://brief', 'holdfast://memory']);
    for (const uri of uris) {
      const read = inspect(target(), '--method', 'resources/read', '--uri', uri);
      expect(read.json.contents[0], read.err).toMatchObject({ uri, mimeType: 'text/markdown' });
      expect(read.json.contents[0].text).not.toBe('');
    }
    expect(inspect(target(), '--method', 'prompts/list').json).toEqual({ prompts: [] });
  });

  it('is told what is wrong with a call', () => {
    const unknown = inspect(target(), '--method', 'tools/call', '--tool-name', 'hook');
    expect(unknown.code).not.toBe(0);
    const wrong = inspect(target(), '--method', 'tools/call', '--tool-name', 'note');
    expect(wrong.out + wrong.err).toMatch(/text/);
    expect(inspect(target(), '--method', 'resources/read', '--uri', 'holdfast://x').code).not.toBe(
      0,
    );
  });
});

describe('streamable HTTP', () => {
  const opening = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'resume', arguments: {} },
  });
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };

  it('takes no request without the token, from another origin, of too many bytes, or for no folder', async () => {
    const post = (path: string, more: object) =>
      daemon.ask(path, { body: opening, headers, ...more });
    expect((await post('/mcp', { token: '' })).status).toBe(401);
    expect(
      (await post('/mcp', { headers: { ...headers, origin: 'http://example.org' } })).status,
    ).toBe(403);
    expect((await post('/mcp', { body: 'x'.repeat(5_000_000) })).status).toBe(413);
    expect((await post('/mcp?project=relative', {})).status).toBe(400);
    expect((await daemon.ask('/mcp')).status).toBe(405);
    expect((await post('/mcp', { body: '['.repeat(10_000) })).status).toBe(400);
  });

  it('speaks of the session that a request names, in the query or in a header', async () => {
    const inQuery = await daemon.ask('/mcp?session=s1', { body: opening, headers });
    const inHeader = await daemon.ask('/mcp', {
      body: opening,
      headers: { ...headers, 'x-holdfast-session': 's1' },
    });
    for (const { status, text } of [inQuery, inHeader]) {
      expect(status).toBe(200);
      expect(text).toContain('Prices are rounded half up.');
    }
    const another = await daemon.ask('/mcp?session=none', { body: opening, headers });
    expect(another.text).toContain('No session matches');
  });
});
