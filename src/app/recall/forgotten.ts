import { type Handle, handleText } from '../../core/search/handle.ts';

/** What a person had forgotten: it is not taken in again, although the host's record still holds it. */
export interface Forgotten {
  /** `host/session`. */
  sessions: ReadonlySet<string>;
  /** Handles of items. */
  items: ReadonlySet<string>;
}

export const nothingForgotten: Forgotten = { sessions: new Set(), items: new Set() };

export function isForgottenSession(
  { sessions }: Forgotten,
  host: string,
  session: string | undefined,
): boolean {
  return sessions.size > 0 && session !== undefined && sessions.has(`${host}/${session}`);
}

export function isForgotten({ items }: Forgotten, handle: Handle): boolean {
  return items.size > 0 && items.has(handleText(handle));
}
