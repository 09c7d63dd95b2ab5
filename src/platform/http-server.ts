import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { limitConnections } from './connection-limits.ts';

/** A request as handlers see it. */
export interface HttpRequest {
  method: string;
  /** Path and query as they came. */
  target: string;
  headers: Readonly<IncomingMessage['headers']>;
  /** True over the Unix socket, which only our user reaches. */
  overSocket: boolean;
  /** The other end's port; undefined over the Unix socket. */
  peerPort: number | undefined;
  /** To be called once it brought what lets it in: its connection may stay from then on. */
  letIn(): void;
  /** The whole body. Rejects with a `BodyRefused` when it is longer than so many bytes. */
  body(limit: number): Promise<Buffer>;
  /** Aborts when the client went away. */
  gone(): AbortSignal;
}

export interface HttpAnswer {
  status: number;
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  /** In place of a body: parts as they come, each waited for until the client took it. */
  stream?: AsyncIterable<string | Uint8Array>;
}

export class BodyRefused extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export interface HttpServerOptions {
  handle(request: HttpRequest): Promise<HttpAnswer>;
  /** A request that was no HTTP, or was not whole in time. */
  onBroken(why: string): void;
}

/** A request must be whole within so many milliseconds. */
const requestMs = 10_000;
/** A client of a stream that takes nothing for so long is cut off. */
const stuckMs = 30_000;
/** So long a client that was refused may still read why, before it is cut off. */
const partingMs = 500;

/** An HTTP server that has no place yet. A client that is slow, or sends what is no HTTP, is cut off. */
export function httpServer({ handle, onBroken }: HttpServerOptions): Server {
  const server = createServer(
    {
      headersTimeout: requestMs / 2,
      requestTimeout: requestMs,
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: 60_000,
    },
    (incoming, response) => {
      handle(requestOf(incoming, () => limits.know(incoming.socket)))
        .then((answer) => give(incoming, response, answer))
        .catch((error) => {
          onBroken(String(error));
          response.destroy();
        });
    },
  );
  const limits = limitConnections(server);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    onBroken(error.code ?? error.message);
    const status =
      error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? '408 Request Timeout' : '400 Bad Request';
    if (socket.writable) socket.write(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`);
    socket.destroy();
  });
  return server;
}

function requestOf(incoming: IncomingMessage, letIn: () => void): HttpRequest {
  return {
    method: incoming.method ?? '',
    target: incoming.url ?? '/',
    headers: incoming.headers,
    overSocket: incoming.socket.remoteAddress === undefined,
    peerPort: incoming.socket.remotePort,
    letIn,
    body: (limit) => bodyOf(incoming, limit),
    gone() {
      const control = new AbortController();
      incoming.socket.once('close', () => control.abort());
      if (incoming.socket.destroyed) control.abort();
      return control.signal;
    },
  };
}

function bodyOf(incoming: IncomingMessage, limit: number): Promise<Buffer> {
  const tooLong = () => new BodyRefused(413, `the body is longer than ${limit} bytes`);
  if (Number(incoming.headers['content-length'] ?? 0) > limit) return Promise.reject(tooLong());
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let length = 0;
    incoming.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > limit) {
        chunks = [];
        incoming.pause();
        incoming.removeAllListeners('data');
        reject(tooLong());
      } else chunks.push(chunk);
    });
    incoming.on('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    incoming.on('error', () => reject(new BodyRefused(400, 'the body broke off')));
  });
}

async function give(
  incoming: IncomingMessage,
  response: ServerResponse,
  { status, headers = {}, body, stream }: HttpAnswer,
): Promise<void> {
  const unread = !incoming.complete && announcesBody(incoming);
  if (unread) response.setHeader('connection', 'close');
  if (stream === undefined) {
    const bytes = body ?? '';
    response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(bytes) });
    if (!unread) return void response.end(bytes);
    // What the client still sends is not read; it can read the answer meanwhile, which an end of ours would cut off.
    response.write(bytes);
    incoming.pause();
    setTimeout(() => incoming.socket.destroy(), partingMs).unref();
    return;
  }
  response.writeHead(status, headers);
  response.flushHeaders();
  for await (const part of stream) {
    if (response.destroyed) break;
    if (!response.write(part) && !(await drained(response))) break;
  }
  response.end();
}

/** Whether a client took what it was given; one that does not for a while is cut off. */
function drained(response: ServerResponse): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (taken: boolean): void => {
      clearTimeout(timer);
      response.off('drain', took);
      response.off('close', left);
      resolve(taken);
    };
    const took = (): void => settle(true);
    const left = (): void => settle(false);
    const timer = setTimeout(() => {
      response.destroy();
      settle(false);
    }, stuckMs);
    response.once('drain', took);
    response.once('close', left);
  });
}

function announcesBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** A process that was killed holds its port a moment longer than its number. */
const portWaitMs = 1_000;

/**
 * Listens on loopback, on this port where it is free or soon is, else on any. Answers with the port. Rejects when the
 * system gives none.
 */
export async function listenOnLoopback(server: Server, wished: number): Promise<number> {
  const deadline = Date.now() + (wished === 0 ? 0 : portWaitMs);
  for (;;) {
    const last = Date.now() >= deadline;
    try {
      return await listen(server, last && wished !== 0 ? 0 : wished);
    } catch (error) {
      if (last) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}
