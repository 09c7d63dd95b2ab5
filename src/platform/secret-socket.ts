import { chmodSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';

/** The name of the socket in a folder. Its path may be longer than a socket's can be, so that it is always named from inside. */
const socketName = 'control.sock';
const longest = 64 * 1024;
const limitMs = 5_000;

/** A secret that is handed over, by the name of its variable. */
export interface HandedSecret {
  name: string;
  value: string;
}

/**
 * Takes secrets on a socket in the current folder, for our user alone. `take` answers with why it does not take one, or with
 * nothing. Nothing is kept and nothing is written. Returns how to end it.
 */
export function takeSecrets(take: (secret: HandedSecret) => string | undefined): () => void {
  if (process.platform === 'win32') return () => {};
  rmSync(socketName, { force: true });
  const server = createServer((socket) => {
    receive(socket, (text) => {
      const secret = secretIn(text);
      const refused = secret === undefined ? 'What came is no secret.' : take(secret);
      socket.end(`${JSON.stringify({ refused: refused ?? null })}\n`);
    });
  });
  server.on('error', () => {});
  server.listen(socketName, () => {
    try {
      chmodSync(socketName, 0o600);
    } catch {
      // The folder is for our user alone anyway.
    }
  });
  server.unref();
  return () => {
    server.close();
    rmSync(socketName, { force: true });
  };
}

/**
 * Hands a secret to the process that listens in a folder. Answers with why it was not taken; undefined when it was.
 * Changes the current folder of this process.
 */
export function handSecret(folder: string, secret: HandedSecret): Promise<string | undefined> {
  process.chdir(folder);
  return new Promise((resolve) => {
    const socket = createConnection(socketName);
    const nobody = () => resolve('Nobody listens: the worker does not run.');
    socket.on('error', nobody);
    socket.setTimeout(limitMs, () => {
      socket.destroy();
      nobody();
    });
    socket.write(`${JSON.stringify(secret)}\n`);
    receive(socket, (text) => {
      socket.end();
      try {
        resolve((JSON.parse(text) as { refused: string | null }).refused ?? undefined);
      } catch {
        nobody();
      }
    });
    socket.on('close', nobody);
  });
}

/** Gives the first line that comes. */
function receive(socket: Socket, onLine: (text: string) => void): void {
  let text = '';
  socket.setEncoding('utf8');
  socket.on('error', () => {});
  socket.on('data', function take(chunk: string) {
    text += chunk;
    const end = text.indexOf('\n');
    if (end < 0 && text.length < longest) return;
    socket.off('data', take);
    onLine(end < 0 ? '' : text.slice(0, end));
  });
}

function secretIn(text: string): HandedSecret | undefined {
  try {
    const { name, value } = JSON.parse(text) as Partial<HandedSecret>;
    return typeof name === 'string' && typeof value === 'string' ? { name, value } : undefined;
  } catch {
    return undefined;
  }
}
