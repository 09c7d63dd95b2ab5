/** What came of a request that was refused or failed. */
export class ApiError extends Error {
  readonly code: string;
  readonly hint: string | undefined;

  constructor(code: string, message: string, hint?: string) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}

const keyName = 'holdfast-key';

/**
 * Takes the key for changes out of the address, where a link put it, so that it stays in no history. It is kept for this tab
 * alone.
 */
export function takeKey(): void {
  const found = /^#key=([0-9a-f]{64})&to=(.*)$/.exec(location.hash);
  if (found === null) return;
  sessionStorage.setItem(keyName, found[1]!);
  history.replaceState(null, '', `/#${found[2]}`);
}

/** True where this tab may change things. */
export function hasKey(): boolean {
  return sessionStorage.getItem(keyName) !== null;
}

type Query = Record<string, string | number | boolean | readonly string[] | undefined>;

/** An address with a query; what is undefined or empty is left out. */
export function address(path: string, query: Query = {}): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== '' && one !== false) given.append(name, String(one));
    }
  }
  const text = given.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** Reads; answers with the data. Throws an ApiError. */
export function read<T>(path: string, query?: Query, signal?: AbortSignal): Promise<T> {
  return ask(address(path, query), { signal });
}

/** Changes something; answers with the data. Throws an ApiError. */
export function change<T>(path: string, body: unknown = {}, query?: Query): Promise<T> {
  return ask(address(path, query), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-holdfast-page': sessionStorage.getItem(keyName) ?? '',
    },
    body: JSON.stringify(body),
  });
}

async function ask<T>(path: string, options: RequestInit): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, { ...options, credentials: 'same-origin' });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError(
      'gone',
      'The daemon does not answer.',
      'Run "holdfast open" in a terminal: it starts the daemon and opens this page again.',
    );
  }
  const told = await response.json().catch(() => undefined);
  if (response.ok && told !== undefined) return told.data as T;
  const {
    code = 'fault',
    message = `The daemon answered ${response.status}.`,
    hint,
  } = told?.error ?? {};
  throw new ApiError(code, message, hint);
}
