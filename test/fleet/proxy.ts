import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A way to a server that a test can cut. */
export interface CutProxy {
  port: number;
  /** Ends every connection, and lets no other through. */
  cut(): void;
  /** Lets so many more answers of the server through, then cuts: the request arrived, its answer does not. */
  cutAfterRequest(matching: RegExp): void;
  restore(): void;
  /** Holds everything back for so many milliseconds, in both directions; 0 for no longer. */
  slow(ms: number): void;
  close(): Promise<void>;
}

/** Passes bytes on between loopback and a port there. */
export async function cutProxy(to: number): Promise<CutProxy> {
  const sockets = new Set<Socket>();
  let isCut = false;
  let armed: RegExp | undefined;
  let heldMs = 0;
  /** Passes bytes on in their order, later where everything is held back. */
  const passer = (to: Socket) => {
    let before: Promise<void> | undefined;
    return (bytes: Buffer): void => {
      if (heldMs === 0 && before === undefined) {
        to.write(bytes);
        return;
      }
      const ready = sleep(heldMs);
      const turn = (before ?? Promise.resolve())
        .then(() => ready)
        .then(() => {
          if (before === turn) before = undefined;
          if (!to.destroyed) to.write(bytes);
        });
      before = turn;
    };
  };
  const drop = () => {
    for (const one of sockets) one.destroy();
    sockets.clear();
  };
  const server = createServer((client) => {
    if (isCut) {
      client.destroy();
      return;
    }
    const other = connect(to, '127.0.0.1');
    let swallows = false;
    const [toServer, toClient] = [passer(other), passer(client)];
    for (const one of [client, other]) {
      sockets.add(one);
      one.on('error', () => {});
      one.on('close', () => {
        sockets.delete(one);
        client.destroy();
        other.destroy();
      });
    }
    client.on('data', (bytes: Buffer) => {
      if (armed?.test(bytes.toString('latin1'))) {
        armed = undefined;
        isCut = true;
        swallows = true;
      }
      toServer(bytes);
    });
    other.on('data', (bytes: Buffer) => {
      // The server has answered: it did what was asked.
      if (swallows) drop();
      else toClient(bytes);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true;
      drop();
    },
    cutAfterRequest(matching) {
      armed = matching;
    },
    restore() {
      isCut = false;
      armed = undefined;
    },
    slow(ms) {
      heldMs = ms;
    },
    async close() {
      drop();
      server.close();
      await once(server, 'close');
    },
  };
}
