import { isSameSecret } from '../../app/daemon/proof.ts';
import type { HttpRequest } from '../../platform/http-server.ts';
import type { Route } from './router.ts';

/** What a request is let in by. */
export interface Keys {
  token: string;
  hookKey: string;
  port: number;
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

/** Refuses a request without the key that its route wants. */
export function lockedOut(
  headers: HttpRequest['headers'],
  opens: Route['opens'],
  keys: Keys,
): Refused | undefined {
  if (opens === 'all') return undefined;
  const given = /^Bearer ([\x21-\x7e]+)$/i.exec(headers.authorization ?? '')?.[1];
  if (given !== undefined) {
    if (isSameSecret(given, keys.token)) return undefined;
    if (opens === 'hooks' && isSameSecret(given, keys.hookKey)) return undefined;
  }
  return {
    status: 401,
    code: 'token',
    message: 'The token of the daemon is missing or wrong.',
    hint: 'Send "Authorization: Bearer TOKEN", with what daemon/token in the state folder holds.',
  };
}
