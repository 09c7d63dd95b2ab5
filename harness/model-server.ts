import { appendFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { anthropic } from './dialects/anthropic.ts';
import type { Dialect } from './dialects/dialect.ts';
import {
  type Answer,
  fullContext,
  type ModelRequest,
  type Policy,
  type RequestKind,
} from './request.ts';

export interface ModelServer {
  /** `http://127.0.0.1:PORT`. */
  url: string;
  /** Requests that ask the model, in order: the witness of a run. */
  log: ModelRequest[];
  /** Other requests (counting tokens, health), as `METHOD path`. */
  others: string[];
  /** Faults of the policy; a run with one is no proof of anything. */
  faults: string[];
  /** From now on this policy answers. */
  setPolicy(policy: Policy): void;
  close(): Promise<void>;
}

export interface ModelServerOptions {
  policy: Policy;
  dialect?: Dialect;
  /** Every request is appended here as one line of JSON. */
  logFile?: string;
  /** Headers are put into the log file too, for finding out how a client marks its requests. */
  logHeaders?: boolean;
  /** So long an answer takes, in milliseconds, for a run that somebody looks on at. */
  thinkMs?: number;
}

/** Starts a scripted model on a free loopback port. */
export async function startModelServer(options: ModelServerOptions): Promise<ModelServer> {
  const dialect = options.dialect ?? anthropic;
  const log: ModelRequest[] = [];
  const others: string[] = [];
  const faults: string[] = [];
  const counts: Record<RequestKind, number> = { main: 0, subagent: 0, summary: 0, side: 0 };
  let policy = options.policy;
  /** A full context was reported, and no summary was asked for since. */
  let owed = false;
  /** Answers that are still to be held back behind a summary. */
  let held = 0;

  function answer(request: ModelRequest): Answer {
    try {
      const given = policy(request, log.slice(0, -1));
      const silent = [given.text, given.calls, given.status].every((part) => part === undefined);
      if (request.kind === 'summary' && silent) return dialect.summary ?? defaultSummary;
      return given;
    } catch (error) {
      faults.push(`request ${request.index}: ${(error as Error).stack}`);
      return { text: 'The script failed.' };
    }
  }

  function handle(
    request: IncomingMessage,
    text: string,
    response: ServerResponse,
    since = Date.now(),
  ): void {
    const path = request.url ?? '/';
    const body = parseBody(text);
    const parsed = body && dialect.parse(path, request.headers, body);
    if (!parsed) {
      others.push(`${request.method} ${path}`);
      const other = dialect.other(path, body ?? {});
      response.writeHead(other.status, { 'content-type': 'application/json' });
      response.end(request.method === 'HEAD' ? undefined : other.body);
      return;
    }
    if (dialect.compactsBeside !== undefined && parsed.kind === 'main' && mustWait(since)) {
      setTimeout(() => handle(request, text, response, since), 20);
      return;
    }
    const { stream: _stream, ...seen } = parsed;
    const entry = { index: log.length, nth: counts[parsed.kind]++, ...seen, raw: body };
    log.push(entry);
    const given = answer(entry);
    if (options.logFile) {
      const headers = options.logHeaders ? request.headers : undefined;
      appendFileSync(options.logFile, `${JSON.stringify({ ...entry, headers, answer: given })}\n`);
    }
    if (given.status !== undefined) {
      response.writeHead(given.status, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({ error: given.overflow ? (dialect.overflow ?? overflow) : failure }),
      );
      return;
    }
    const written = dialect.write(given, parsed, body, entry.index);
    if (entry.kind === 'summary') {
      owed = false;
      held = 12;
    } else if (entry.kind === 'main') owed = (given.inputTokens ?? 0) >= fullContext;
    const send = (): void => {
      response.writeHead(200, { 'content-type': written.contentType });
      response.end(written.body);
    };
    if (options.thinkMs === undefined) send();
    else setTimeout(send, options.thinkMs);
  }

  /** True while a request of a turn must wait, since it stands beside a compaction or right behind one. */
  function mustWait(since: number): boolean {
    const now = Date.now();
    if (owed && now - since < 3_000) return true;
    owed = false;
    if (held === 0 || now - since < dialect.compactsBeside!) return held > 0;
    held -= 1;
    return false;
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => handle(request, Buffer.concat(chunks).toString('utf8'), response));
    request.on('error', () => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    log,
    others,
    faults,
    setPolicy(next) {
      policy = next;
    },
    close: () => close(server),
  };
}

const failure = { type: 'api_error', message: 'The script fails.' };

const overflow = {
  type: 'invalid_request_error',
  code: 'context_length_exceeded',
  message: 'This model has a maximum context length of 900000 tokens; reduce the messages.',
};

const defaultSummary: Answer = {
  text: '<analysis>Looked at the conversation.</analysis>\n<summary>Work was going on.</summary>',
};

function parseBody(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve, reject) =>
    server.close((error) => (error ? reject(error) : resolve())),
  );
}
