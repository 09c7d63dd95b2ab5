import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to a server that a test can cut. */
export interface CutProxy {
  port: number;
  /** Ends every connection, and lets no other through. */
  cut(): void;
  /** Lets so many more answers of the server through, then cuts: the request arrived, its answer does not. */
  cutAfterRequest(matching: RegExp): void;
  restore(): void;
  close(): Promise<void>;
}

/** Passes bytes on between loopback and a port there. */
export async function cutProxy(to: number): Promise<CutProxy> {
  const sockets = new Set<Socket>();
  let isCut = false;
  let armed: RegExp | undefined;
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
      other.write(bytes);
    });
    other.on('data', (bytes: Buffer) => {
      // The server has answered: it did what was asked.
      if (swallows) drop();
      else client.write(bytes);
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
    async close() {
      drop();
      server.close();
      await once(server, 'close');
    },
  };
}
