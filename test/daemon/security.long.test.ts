import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesUnder } from '../cases/folder-state.ts';
import { isAlive, type Request, RunningDaemon } from './running.ts';

let daemon: RunningDaemon;
let pid: number;
beforeAll(() => {
  daemon = new RunningDaemon();
  pid = daemon.start().pid;
});
afterAll(() => daemon.remove());

/** What a test must not change: everything but the daemon's own files. */
const state = () =>
  Object.fromEntries(
    Object.entries(filesUnder(daemon.machine.state)).filter(([path]) => !path.includes('daemon')),
  );

const hook = '/hooks/claude-code/PostToolUse';
const payload = JSON.stringify({
  session_id: 'x1',
  hook_event_name: 'PostToolUse',
  tool_name: 'Bash',
  tool_use_id: 't',
  tool_input: { command: 'ls' },
  tool_response: {},
});

/** A connection of our own on which bytes are written as they are. */
function open(): { socket: Socket; told: () => string; closed: Promise<number> } {
  const began = Date.now();
  const socket = connect(daemon.record.port, '127.0.0.1');
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', () => {});
  const closed = new Promise<number>((resolve) =>
    socket.on('close', () => resolve(Date.now() - began)),
  );
  return { socket, told: () => text, closed };
}

const head = (length: number, more = '') =>
  `POST ${hook} HTTP/1.1\r\nHost: 127.0.0.1:${daemon.record.port}\r\nAuthorization: Bearer ${daemon.token}\r\nContent-Length: ${length}\r\n${more}\r\n`;

async function refused(request: Request & { path?: string }, status: number, logged: RegExp) {
  const before = state();
  const logBefore = daemon.log.length;
  const { path = hook, ...options } = request;
  const answer = await daemon.ask(path, { body: payload, ...options });
  expect([answer.status, answer.text]).toEqual([status, expect.stringContaining('"error"')]);
  expect(state()).toEqual(before);
  expect(daemon.log.slice(logBefore)).toMatch(logged);
  expect(isAlive(pid)).toBe(true);
}

describe('the daemon refuses, says so in its log, and changes nothing [R42]', () => {
  it('a request without its token, or with another', async () => {
    await refused({ token: '' }, 401, /refused 401 token: POST \/hooks/);
    await refused({ token: 'x'.repeat(64) }, 401, /refused 401/);
    await refused({ headers: { authorization: `Basic ${daemon.token}` } }, 401, /refused 401/);
    await refused({ path: '/api/v1/stop', token: 'x' }, 401, /refused 401 token: POST \/api/);
  });

  it('the key of the hooks anywhere but at the hooks', async () => {
    const { hookKeyOf } = await import('../../src/app/daemon/proof.ts');
    const token = hookKeyOf(daemon.token);
    expect(
      (await daemon.ask(hook, { body: '{"session_id":"","hook_event_name":"Stop"}', token }))
        .status,
    ).toBe(200);
    await refused({ path: '/api/v1/stop', token }, 401, /refused 401 token: POST \/api\/v1\/stop/);
  });

  it('a foreign Origin, also one of another port of this machine', async () => {
    const { port } = daemon.record;
    const others = [
      'https://example.com',
      'null',
      `http://127.0.0.1:${port + 1}`,
      `https://127.0.0.1:${port}`,
    ];
    for (const origin of others) {
      await refused({ headers: { origin } }, 403, /refused 403 origin/);
    }
    const own = { origin: `http://localhost:${port}` };
    expect((await daemon.ask('/api/v1/hello', { headers: own })).status).toBe(200);
  });

  it('a Host that is another name, as a page that was led here sends it', async () => {
    const { port } = daemon.record;
    const others = [
      `evil.example:${port}`,
      '127.0.0.1',
      `127.0.0.1:${port}.evil.example`,
      `127.0.0.2:${port}`,
    ];
    for (const host of others) await refused({ headers: { host } }, 421, /refused 421 host/);
    for (const host of [`localhost:${port}`, `[::1]:${port}`]) {
      expect((await daemon.ask('/api/v1/hello', { headers: { host } })).status).toBe(200);
    }
  });

  it('a body of 100 MB, of which it takes next to nothing', async () => {
    const size = 100 * 1024 * 1024;
    const { socket, told, closed } = open();
    socket.write(head(size));
    const part = Buffer.alloc(1024 * 1024, 0x20);
    let sent = 0;
    const write = (): void => {
      while (sent < size && !socket.destroyed) {
        sent += part.length;
        if (!socket.write(part)) return void socket.once('drain', write);
      }
    };
    write();
    await closed;
    expect(told()).toMatch(/^HTTP\/1\.1 413 /);
    expect(sent).toBeLessThan(20 * 1024 * 1024);
    expect(daemon.log).toMatch(/refused 413 body: POST \/hooks/);
  });

  it('such a body without a length, as soon as it is too long', async () => {
    const { socket, told, closed } = open();
    socket.write(head(0).replace('Content-Length: 0', 'Transfer-Encoding: chunked'));
    const part = Buffer.alloc(256 * 1024, 0x20);
    let sent = 0;
    const write = (): void => {
      while (sent < 100 * 1024 * 1024 && !socket.destroyed) {
        sent += part.length;
        socket.write(`${part.length.toString(16)}\r\n`);
        socket.write(part);
        if (!socket.write('\r\n')) return void socket.once('drain', write);
      }
    };
    write();
    await closed;
    expect(told()).toMatch(/^HTTP\/1\.1 413 /);
    expect(sent).toBeLessThan(30 * 1024 * 1024);
  });

  it('a body that comes too slowly, while it answers others', async () => {
    const { socket, told, closed } = open();
    socket.write(head(payload.length));
    const drip = setInterval(() => socket.write(' '), 500);
    const began = Date.now();
    expect((await daemon.ask('/api/v1/hello')).status).toBe(200);
    expect(Date.now() - began).toBeLessThan(2_000);
    const took = await closed;
    clearInterval(drip);
    expect(took).toBeLessThan(15_000);
    expect(told()).toMatch(/^HTTP\/1\.1 408 /);
    expect(daemon.log).toMatch(/refused: ERR_HTTP_REQUEST_TIMEOUT/);
  }, 30_000);

  it('an id that leads to another folder, however it is written', async () => {
    const ways = ['..%2f..%2fetc', '%2e%2e', '..', '..%5c..', '%00', 'a%2fb', '%ff', '%'];
    for (const id of ways) {
      for (const path of [
        `/api/v1/sessions/${id}`,
        `/hooks/${id}/Stop`,
        `/hooks/claude-code/${id}`,
      ]) {
        const before = state();
        const answer = await daemon.ask(path, path.startsWith('/hooks') ? { body: payload } : {});
        expect([path, answer.status]).toEqual([path, 404]);
        expect(state()).toEqual(before);
      }
    }
    expect(daemon.log).toMatch(/refused 404 not-found: GET \/api\/v1\/sessions\/\.\.%2f/);
  });

  it('a session’s id that leads out of the state folder lies inside of it all the same', async () => {
    const answer = await daemon.hook({ ...JSON.parse(payload), session_id: '../../../../escaped' });
    expect(answer.status).toBe(200);
    const written = Object.keys(filesUnder(daemon.machine.folder)).filter((path) =>
      path.includes('evidence'),
    );
    expect(written).toEqual([
      expect.stringMatching(/sessions\/claude-code\/x-[0-9a-f]{32}\/evidence\.ndjson$/),
    ]);
  });

  it('to look after a worker that there is none of', async () => {
    const before = state();
    const path = '/internal/supervise/nobody-1a2b';
    expect((await daemon.ask(path, { body: '{"env":{}}' })).status).toBe(404);
    expect(state()).toEqual(before);
  });

  it('JSON that lies 10,000 deep, and what is none', async () => {
    const deep = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`;
    const lists = `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`;
    for (const body of [deep, lists, '{', '[]', 'null', '"x"', '\u0000']) {
      await refused({ body }, 400, /refused 400 request: POST \/hooks/);
    }
  });

  it('methods and paths that there are none of', async () => {
    await refused({ path: '/hooks/nobody/Stop' }, 404, /^$/);
    await refused({ path: '/api/v1/sessions', body: payload, method: 'PUT' }, 405, /refused 405/);
    await refused({ path: '/nowhere', body: payload }, 404, /refused 404/);
  });

  it('what is no HTTP', async () => {
    const { socket, closed } = open();
    socket.write('\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\r\n\r\n');
    await closed;
    expect(daemon.log).toMatch(/refused: HPE_/);
    expect((await daemon.ask('/api/v1/hello')).status).toBe(200);
  });
});

describe('a client that wants its connection closed behind the answer', () => {
  it('has it closed, over MCP too', async () => {
    const body = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ticket_show"}}';
    const { socket, told, closed } = open();
    socket.write(
      `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${daemon.record.port}\r\nAuthorization: Bearer ${daemon.token}\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    await closed;
    expect(told()).toMatch(/^HTTP\/1\.1 200 /);
    expect(told()).toContain('"jsonrpc":"2.0"');
  }, 20_000);
});
