import { fingerprint } from '../hash.ts';

/** Where one item stands: which record, at which byte or number, and which item of that row. */
export interface Handle {
  record: string;
  offset: number;
  /** From 0; absent: everything of the row. */
  nth?: number;
}

/**
 * The key of a record, from what stays when its folder is moved: its host, its session, and the name of its file. Eight
 * characters; the same in every process, so that a handle needs no index to be made.
 */
export function recordKey(host: string, session: string | undefined, path: string): string {
  const name = path.split(/[\\/]/).at(-1) ?? path;
  const print = fingerprint(`${host}\n${session ?? ''}\n${name}`);
  return Number.parseInt(print, 16).toString(36).padStart(8, '0').slice(-8);
}

/** A handle as a person and a shell can take it: `k7f3q2ab-9x4d` or `k7f3q2ab-9x4d.1`. */
export function handleText({ record, offset, nth }: Handle): string {
  return `${record}-${offset.toString(36)}${nth === undefined ? '' : `.${nth}`}`;
}

/** Undefined for a text that is no handle. */
export function parseHandle(text: string): Handle | undefined {
  const found = /^([0-9a-z]{8})-([0-9a-z]{1,10})(?:\.(\d{1,6}))?$/.exec(text.trim().toLowerCase());
  if (found === null) return undefined;
  const handle: Handle = { record: found[1]!, offset: Number.parseInt(found[2]!, 36) };
  if (!Number.isSafeInteger(handle.offset)) return undefined;
  if (found[3] !== undefined) handle.nth = Number(found[3]);
  return handle;
}
