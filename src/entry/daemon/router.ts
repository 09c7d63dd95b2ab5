import type { OpenedPage } from '../../app/page/keys.ts';
import type { HttpAnswer } from '../../platform/http-server.ts';

/** A request that was let in, with its body read. */
export interface Call {
  method: string;
  /** Path without the query. */
  path: string;
  /** What stands in the place of `:name` in the route's path, decoded. */
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
  /** The whole address, as a client would write it. */
  url: string;
  /** The page that asks; absent where it is another client. */
  page?: OpenedPage;
  /** The port that it came from; undefined over the socket. */
  peerPort?: number;
  /** Aborts when the client went away. */
  gone(): AbortSignal;
}

export interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  /** Parts between slashes; one that begins with a colon takes any text without a slash. */
  path: string;
  /** Who may call it: who has the token, also who has the key of the hooks, the page alone, or everybody on this machine. */
  opens: 'token' | 'hooks' | 'page' | 'all';
  /** True: the page may call it too, with its key where it changes something. */
  forPage?: boolean;
  /** Bytes of a body that are taken; default 1 MB. */
  bodyLimit?: number;
  handle(call: Call): HttpAnswer | Promise<HttpAnswer>;
}

export type Match =
  | { route: Route; params: Record<string, string> }
  /** The methods that the path does take; none where there is no such path. */
  | { allowed: string[] };

/** The route of a method and a path. A part that cannot be decoded, or that holds a slash or names a folder, fits nothing. */
export function makeRouter(routes: readonly Route[]): (method: string, path: string) => Match {
  const known = routes.map((route) => ({ route, parts: route.path.split('/') }));
  return (method, path) => {
    const given = path.split('/');
    const allowed: string[] = [];
    for (const { route, parts } of known) {
      const params = fits(parts, given);
      if (params === undefined) continue;
      if (route.method === method) return { route, params };
      allowed.push(route.method);
    }
    return { allowed };
  };
}

function fits(
  parts: readonly string[],
  given: readonly string[],
): Record<string, string> | undefined {
  if (parts.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index]!;
    const text = given[index]!;
    if (!part.startsWith(':')) {
      if (part !== text) return undefined;
      continue;
    }
    const value = decoded(text);
    if (value === undefined) return undefined;
    params[part.slice(1)] = value;
  }
  return params;
}

function decoded(text: string): string | undefined {
  let value = text;
  if (text.includes('%')) {
    try {
      value = decodeURIComponent(text);
    } catch {
      return undefined;
    }
  }
  const isSafe = value !== '' && value.length <= 200 && value !== '.' && !value.includes('..');
  return isSafe && !/[/\\\0-\x1f\x7f]/.test(value) ? value : undefined;
}

/** An answer in JSON. */
export function jsonAnswer(status: number, value: unknown): HttpAnswer {
  return { status, headers: jsonType, body: JSON.stringify(value) };
}

const jsonType = { 'content-type': 'application/json' };

/** Says why a request comes to nothing, in the form that all refusals have. */
export function refusal(status: number, code: string, message: string, hint?: string): HttpAnswer {
  return jsonAnswer(status, { error: { code, message, ...(hint === undefined ? {} : { hint }) } });
}
