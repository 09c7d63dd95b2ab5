import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RunningDaemon } from './running.ts';

let daemon: RunningDaemon;
let open: Set<Socket>;
let port: number;
let going: { now: boolean };
beforeEach(() => {
  daemon = new RunningDaemon();
  daemon.start();
  ({ port } = daemon.record);
  going = { now: true };
  open = new Set();
});
afterEach(() => {
  going.now = false;
  for (const socket of open) socket.destroy();
  daemon.remove();
});

/** Opens a connection that says so much and nothing more; `again`: another one in its place whenever it is cut off. */
function idle(text: string, again: () => boolean, from = '127.0.0.1'): void {
  const socket = connect({ host: '127.0.0.1', port, localAddress: from });
  open.add(socket);
  socket.on('connect', () => text !== '' && socket.write(text));
  socket.on('error', () => {});
  socket.on('close', () => {
    open.delete(socket);
    if (again()) setTimeout(() => again() && idle(text, again, from), 1_000);
  });
}

async function slowest(asks: number): Promise<number> {
  let most = 0;
  for (let count = 0; count < asks; count += 1) {
    const began = performance.now();
    const payload = {
      hook_event_name: 'SubagentStart',
      session_id: 's',
      cwd: daemon.machine.project,
    };
    expect((await daemon.hook(payload)).status).toBe(200);
    most = Math.max(most, performance.now() - began);
  }
  return most;
}

describe('connections without a token', () => {
  it.each([
    ['say nothing', '', ['127.0.0.1']],
    [
      'never end their request',
      'POST /hooks/claude-code/Stop HTTP/1.1\r\nHost: x\r\n',
      ['127.0.0.1'],
    ],
    ['come from many addresses', '', ['127.0.0.1', '127.0.0.2', '127.0.0.3', '127.0.0.4']],
  ])(
    'that %s, a thousand of them and always new ones, keep the daemon from no answer',
    async (_, text, from) => {
      const flood = going;
      for (let count = 0; count < 1_000; count += 1)
        idle(text, () => flood.now, from[count % from.length]);
      await new Promise((resolve) => setTimeout(resolve, 300));
      const over = await slowest(10);
      flood.now = false;
      expect(over).toBeLessThan(5_000);
      expect(daemon.machine.run(['daemon', 'status']).code).toBe(0);
    },
    60_000,
  );

  it('are cut off after two seconds, and the one that brought the token stays', async () => {
    const said = (path: string, token: string) =>
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${token && `Authorization: Bearer ${token}\r\n`}\r\n`;
    const lasts = (text: string) =>
      new Promise<number>((resolve) => {
        const began = performance.now();
        const socket = connect({ host: '127.0.0.1', port }, () => socket.write(text));
        open.add(socket);
        socket.resume();
        socket.on('error', () => {});
        socket.on('close', () => resolve(performance.now() - began));
        setTimeout(() => resolve(Number.POSITIVE_INFINITY), 6_000);
      });
    const [nothing, half, open1, known] = await Promise.all([
      lasts(''),
      lasts('GET / HTTP/1.1\r\n'),
      lasts(said('/api/v1/hello', '')),
      lasts(said('/api/v1/sessions', daemon.token)),
    ]);
    const cut = [nothing, half, open1];
    expect(
      cut.map((ms) => ms! > 1_000 && ms! < 5_500),
      String(cut),
    ).toEqual([true, true, true]);
    expect(known).toBe(Number.POSITIVE_INFINITY);
  }, 60_000);
});

describe('our own programs', () => {
  it('ask over the socket, whatever is done to the port', () => {
    const { pid } = daemon.record;
    let met = 0;
    idle('', () => {
      met += 1;
      return false;
    });
    const ran = daemon.machine.run(['daemon', 'status', '--json']);
    expect([ran.code, JSON.parse(ran.out).pid, met]).toEqual([0, pid, 0]);
  });
});
