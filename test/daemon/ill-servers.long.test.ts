import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { findDaemon } from '../../src/app/daemon/find.ts';
import type { DaemonPorts } from '../../src/app/daemon/ports.ts';
import { askHttp } from '../../src/platform/http-ask.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A server that does this with each connection; answers with its port. */
function serve(answer: (write: (text: string) => void, end: () => void) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    answer(
      (text) => void socket.write(text),
      () => void socket.end(),
    );
  });
  servers.push(server);
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

const reply = (status: string, body: string, length = body.length) =>
  `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`;

/** What is found where the record names a process that lives, and this port. */
async function find(port: number): Promise<{ how: string; ms: number }> {
  const record = {
    v: 1,
    pid: process.pid,
    identity: 'ours',
    port,
    version: '0.1.0',
    protocol: 1,
    started: 'x',
  };
  const ports: DaemonPorts = {
    read: (name) => (name === 'token' ? 'a'.repeat(64) : JSON.stringify(record)),
    isAlive: () => true,
    ask: askHttp,
    random: () => '0'.repeat(32),
  };
  const began = Date.now();
  const { how } = await findDaemon(ports);
  return { how, ms: Date.now() - began };
}

const hello =
  '{"name":"holdfast","version":"0.1.0","protocol":1,"pid":1,"started":"x","proof":"00"}';

describe('whoever looks for the daemon has an answer within a second and a half [case 11]', () => {
  it.each<[string, string, Parameters<typeof serve>[0]]>([
    ['never says a word', 'silent', () => {}],
    ['says 500', 'foreign', (write) => write(reply('500 Oh', '{}'))],
    [
      'breaks off in the middle',
      'silent',
      (write, end) => [write(reply('200 OK', '{"na', 90)), end()],
    ],
    [
      'sends one byte a second',
      'silent',
      (write) => {
        const drip = setInterval(() => write('H'), 200);
        setTimeout(() => clearInterval(drip), 3_000);
      },
    ],
    [
      'answers too late',
      'silent',
      (write) => void setTimeout(() => write(reply('200 OK', hello)), 3_000),
    ],
    [
      'says that it is the daemon, and cannot prove it',
      'foreign',
      (write) => write(reply('200 OK', hello)),
    ],
    ['is no HTTP', 'silent', (write) => write('220 mail\r\n')],
  ])('where somebody listens that %s', async (_, how, answer) => {
    const found = await find(await serve(answer));
    expect(found.how).toBe(how);
    expect(found.ms).toBeLessThan(2_000);
  });

  it('where nobody listens', async () => {
    const port = await serve(() => {});
    servers.pop()!.close();
    const found = await find(port);
    expect(found.how).toBe('silent');
    expect(found.ms).toBeLessThan(1_000);
  });
});
