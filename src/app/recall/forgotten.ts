import { type Handle, handleText } from '../../core/search/handle.ts';

/** What a person had forgotten: it is not taken in again, although the host's record still holds it. */
export interface Forgotten {
  /** `host/session`. */
  sessions: ReadonlySet<string>;
  /** Handles of items. */
  items: ReadonlySet<string>;
  /** Fingerprints of items' texts, by which they are known in a copy of their record too. */
  texts: ReadonlySet<number>;
}

/** What a file of lines says that was forgotten. A line that is not understood is passed over. */
export function forgottenFrom(text: string | undefined): Forgotten {
  const sessions = new Set<string>();
  const items = new Set<string>();
  const texts = new Set<number>();
  for (const line of (text ?? '').split('\n')) {
    let entry: { session?: unknown; item?: unknown; text?: unknown } | null;
    try {
      entry = JSON.parse(line);
    } catch {
      continue;
    }
    if (typeof entry?.session === 'string') sessions.add(entry.session);
    if (typeof entry?.item === 'string') items.add(entry.item);
    if (typeof entry?.text === 'number') texts.add(entry.text);
  }
  return { sessions, items, texts };
}

/** Lines that say so. */
export function linesOf({ sessions, items, texts }: Forgotten): string[] {
  return [
    ...[...sessions].map((session) => JSON.stringify({ v: 1, session })),
    ...[...items].map((item) => JSON.stringify({ v: 1, item })),
    ...[...texts].map((text) => JSON.stringify({ v: 1, text })),
  ];
}

export function sessionKey(host: string, session: string): string {
  return `${host}/${session}`;
}

export function isForgottenSession(
  { sessions }: Forgotten,
  host: string,
  session: string | undefined,
): boolean {
  return sessions.size > 0 && session !== undefined && sessions.has(sessionKey(host, session));
}

export function isForgotten({ items }: Forgotten, handle: Handle): boolean {
  return items.size > 0 && items.has(handleText(handle));
}
