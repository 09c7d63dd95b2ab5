import { redactDeep, redactedText } from './redact.ts';

/** No secret is that short. */
const shortest = 4;

/** Fields of ours that never make a secret of what stands in them. */
const ownFields: ReadonlySet<string> = new Set([
  'agent',
  'at',
  'cwd',
  'hash',
  'id',
  'kind',
  'lastAnswer',
  'cursor',
  'offset',
  'inode',
  'project',
  'reason',
  'record',
  'recovery',
  'source',
  'trigger',
  'version',
  'plans',
]);

/**
 * A value as JSON, without secrets. Where it holds nothing but numbers, times and plain paths, no table of what a secret is
 * needs to be loaded, which costs a hook milliseconds.
 */
export function redactedJson(value: unknown, extraPatterns: readonly RegExp[] = []): string {
  if (extraPatterns.length === 0 && isPlain(value)) return JSON.stringify(value);
  return redactedText(value, extraPatterns);
}

/** The same for a value that stays one. */
export function redacted<T>(value: T, extraPatterns: readonly RegExp[] = []): T {
  return extraPatterns.length === 0 && isPlain(value) ? value : redactDeep(value, extraPatterns);
}

function isPlain(value: unknown): boolean {
  if (typeof value === 'string') return isPlainText(value);
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isPlain);
  return Object.entries(value).every(([name, item]) => ownFields.has(name) && isPlain(item));
}

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
/** A UUID that is a name by itself, or the end of one that tells a time: behind other letters it can be a vendor's token. */
const uuid =
  /(?<=^|\/|T\d\d-\d\d-\d\d-)[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** A time, or a path of ASCII names without anything long that could be a token. */
function isPlainText(text: string): boolean {
  if (text.length < shortest || time.test(text)) return true;
  if (!/^[A-Za-z0-9_./-]*$/.test(text)) return false;
  const longer = text.replace(uuid, '').match(/[A-Za-z0-9_-]{16,}/g) ?? [];
  return longer.every((name) => /^[a-z-]*$/.test(name));
}
