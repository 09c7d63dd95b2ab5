import type { IncomingHttpHeaders } from 'node:http';
import type { Answer, Message, RequestKind } from '../request.ts';

/** What a dialect makes of one HTTP request that asks the model. */
export interface ParsedRequest {
  kind: RequestKind;
  agent?: string;
  session?: string;
  system: string;
  messages: Message[];
  tools: string[];
  stream: boolean;
}

/** A wire dialect of one model vendor. A new one is a new file beside this. */
export interface Dialect {
  /** What the summariser says where the policy is silent; default: a short summary. */
  summary?: Answer;
  /**
   * The client asks its summariser while the turn goes on, takes the summary up later and writes that down later still: by so
   * many milliseconds the twelve answers behind a summary are held back, as a model takes that long too.
   */
  compactsBeside?: number;
  /** The error by which the vendor refuses a request as too long, where the client knows it by its words. */
  overflow?: { type: string; message: string };
  /** The request as the log keeps it; undefined for a request that does not ask the model. */
  parse(
    path: string,
    headers: IncomingHttpHeaders,
    body: Record<string, unknown>,
  ): ParsedRequest | undefined;
  /** The answer as the client expects it. `serial` is unique on the server, for the ids of messages and calls. */
  write(
    answer: Answer,
    request: ParsedRequest,
    body: Record<string, unknown>,
    serial: number,
  ): { contentType: string; body: string };
  /** The answer to a request that does not ask the model, such as counting tokens. */
  other(path: string, body: Record<string, unknown>): { status: number; body: string };
}
