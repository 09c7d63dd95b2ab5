import { isSameSecret } from '../../app/daemon/proof.ts';
import { cookieName, cookiesNamed, type OpenedPage, type PageKeys } from '../../app/page/keys.ts';
import type { HttpRequest } from '../../platform/http-server.ts';
import type { Route } from './router.ts';

/** What a request is let in by. */
export interface Keys {
  token: string;
  hookKey: string;
  port: number;
  pages: PageKeys;
}

/** Why a request is not let in. */
export interface Refused {
  status: number;
  code: string;
  message: string;
  /** What would let it through. */
  hint?: string;
}

/**
 * Refuses what a page in a browser could send: a Host that is not this machine by number or as `localhost`, with our
 * port, or an Origin that is another. Both are looked at before anything else.
 */
export function foreign(
  { headers, overSocket }: Pick<HttpRequest, 'headers' | 'overSocket'>,
  port: number,
): Refused | undefined {
  const host = headers.host ?? '';
  const isOurs = places.some((place) => host === `${place}:${port}`);
  // A client of the socket has no port to name.
  if (!isOurs && !(overSocket && (host === '' || places.includes(host)))) {
    return { status: 421, code: 'host', message: 'The Host header does not name this server.' };
  }
  const { origin } = headers;
  if (origin !== undefined && !places.some((place) => origin === `http://${place}:${port}`)) {
    return { status: 403, code: 'origin', message: 'Requests from other origins are refused.' };
  }
  return undefined;
}

const places = ['127.0.0.1', 'localhost', '[::1]'];

/** Refuses a request without the key that its route wants; else says which page it is of, where it is one's. */
export function letIn(
  { method, headers }: Pick<HttpRequest, 'method' | 'headers'>,
  { opens, forPage }: Pick<Route, 'opens' | 'forPage'>,
  keys: Keys,
): { refused: Refused } | { page?: OpenedPage } {
  if (opens === 'all') return {};
  const given = /^Bearer ([\x21-\x7e]+)$/i.exec(headers.authorization ?? '')?.[1];
  if (given !== undefined) {
    if (opens !== 'page' && isSameSecret(given, keys.token)) return {};
    if (opens === 'hooks' && isSameSecret(given, keys.hookKey)) return {};
  } else if (opens === 'page' || forPage) {
    const page = pageOf(method, headers, keys);
    if (page !== undefined) return 'code' in page ? { refused: page } : { page };
  }
  return { refused: opens === 'page' ? noPage : noToken };
}

/** The page that a request is of; undefined where no cookie says so. */
function pageOf(
  method: string,
  headers: HttpRequest['headers'],
  { pages, port }: Keys,
): OpenedPage | Refused | undefined {
  const cookies = cookiesNamed(cookieName(port), headers.cookie);
  const found = pages.admits(cookies);
  if (found === undefined) return undefined;
  // A page of another port of this machine is sent our cookie too.
  const from = headers['sec-fetch-site'];
  if (from !== undefined && from !== 'same-origin' && from !== 'none') {
    return { status: 403, code: 'origin', message: 'Requests from other origins are refused.' };
  }
  if (method === 'GET') return found;
  const key = headers['x-holdfast-page'];
  return pages.mayChange(cookies, typeof key === 'string' ? key : undefined) ?? noKey;
}

const again = 'Run "holdfast open" in a terminal for a new link.';

const noPage: Refused = {
  status: 401,
  code: 'page',
  message: 'This page is closed: it was not opened by a link, or the daemon was started again.',
  hint: again,
};

const noKey: Refused = {
  status: 403,
  code: 'page-key',
  message: 'This page may only be looked at: the key for changes is missing.',
  hint: again,
};

const noToken: Refused = {
  status: 401,
  code: 'token',
  message: 'The token of the daemon is missing or wrong.',
  hint: 'Send "Authorization: Bearer TOKEN", with what daemon/token in the state folder holds.',
};
