import type { Server, Socket } from 'node:net';

/** Connections of which nothing was let in yet: beyond so many, in all and from one address, the oldest goes for a new one. */
const mostStrangers = 64;
const mostOfOnePeer = 48;
/** So young they are spared, since what they brought may not have been looked at yet; but not beyond this many. */
const sparedMs = 250;
const mostSpared = 800;
/** So long they may take to say who they are. */
const strangerMs = 2_000;
/** Connections in all. */
const mostConnections = 1_000;

interface Stranger {
  socket: Socket;
  peer: string;
  since: number;
}

/**
 * Keeps a server answering whoever opens connections to it: one that does not bring what lets it in, in time, is cut off, and
 * many of them take nobody's place but each other's. `know` is called with the connection of a request that was let in.
 */
export function limitConnections(server: Server): { know(socket: Socket): void } {
  const strangers = new Map<Socket, Stranger>();
  server.maxConnections = mostConnections;
  server.on('connection', (socket) => {
    const stranger = { socket, peer: socket.remoteAddress ?? '', since: performance.now() };
    strangers.set(socket, stranger);
    let timer: NodeJS.Timeout;
    const look = (): void => {
      // A process that was busy finds its timers run out before it has read what came meanwhile.
      const left = strangerMs - (performance.now() - stranger.since);
      if (left > 0) timer = setTimeout(look, left).unref();
      else setImmediate(() => setImmediate(() => strangers.has(socket) && socket.destroy()));
    };
    timer = setTimeout(look, strangerMs).unref();
    socket.once('close', () => {
      clearTimeout(timer);
      strangers.delete(socket);
    });
    const all = [...strangers.values()];
    const ofPeer = all.filter(({ peer }) => peer === stranger.peer);
    for (const one of tooMany(ofPeer, mostOfOnePeer)) cut(strangers, one);
    for (const one of tooMany([...strangers.values()], mostStrangers)) cut(strangers, one);
  });
  return { know: (socket) => void strangers.delete(socket) };
}

/** The oldest first: those beyond the limit that are not spared. */
function tooMany(all: readonly Stranger[], most: number): Stranger[] {
  const now = performance.now();
  const beyond = all.slice(0, Math.max(0, all.length - most));
  const sparing = all.length <= mostSpared;
  return beyond.filter(({ since }) => !sparing || now - since >= sparedMs);
}

function cut(strangers: Map<Socket, Stranger>, { socket }: Stranger): void {
  strangers.delete(socket);
  socket.destroy();
}
