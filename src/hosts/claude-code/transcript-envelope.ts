import { endOfValue, spells, walkObject } from './transcript-bytes.ts';
import { decode, stringAt } from './transcript-text.ts';

/** Outer members of a row that the reader asks for. */
const memberNames = [
  'type',
  'uuid',
  'message',
  'timestamp',
  'isSidechain',
  'isMeta',
  'subtype',
  'content',
  'toolUseResult',
  'attachment',
  'isCompactSummary',
  'isVisibleInTranscriptOnly',
  'isApiErrorMessage',
  'cwd',
  'gitBranch',
  'version',
  'compactMetadata',
  'origin',
  'promptSource',
  'textNotTyped',
  'toolDenialKind',
  'permissionMode',
  'operation',
  'reason',
] as const;

export type MemberName = (typeof memberNames)[number];

/** Names by length, so that a key is compared with two or three of them at most. */
const namesByLength: { name: string; slot: number }[][] = [];
for (const [slot, name] of memberNames.entries()) {
  namesByLength[name.length] ??= [];
  namesByLength[name.length]!.push({ name, slot });
}
const slots = Object.fromEntries(memberNames.map((name, slot) => [name, slot])) as Record<
  MemberName,
  number
>;

function slotOf(bytes: Buffer, start: number, end: number): number {
  const candidates = namesByLength[end - start];
  if (candidates === undefined) return -1;
  for (const candidate of candidates) {
    if (spells(bytes, start, end, candidate.name)) return candidate.slot;
  }
  return -1;
}

/**
 * One row with the places of its outer members, found without decoding.
 * One object serves all rows of a reading; what it tells is true until the next `read`.
 */
export class Envelope {
  bytes: Buffer = Buffer.alloc(0);
  limit = 0;
  /** Offset after the row. */
  end = 0;
  readonly #offsets = new Int32Array(memberNames.length);

  /** Reads the row that begins at `start`. False when no whole object stands there. */
  read(bytes: Buffer, start: number, limit: number): boolean {
    this.bytes = bytes;
    this.limit = limit;
    this.#offsets.fill(-1);
    this.end = walkObject(bytes, start, limit, (keyStart, keyEnd, value) => {
      const slot = slotOf(bytes, keyStart, keyEnd);
      if (slot >= 0) this.#offsets[slot] = value;
      return endOfValue(bytes, value, limit);
    });
    return this.end > 0;
  }

  /** Offset of the member's value, -1 where the row has none. */
  offset(name: MemberName): number {
    return this.#offsets[slots[name]]!;
  }

  /** First byte of the member's value, 0 where the row has none. */
  firstByte(name: MemberName): number {
    const at = this.offset(name);
    return at < 0 ? 0 : this.bytes[at]!;
  }

  isTrue(name: MemberName): boolean {
    return this.firstByte(name) === 116;
  }

  text(name: MemberName): string | undefined {
    const at = this.offset(name);
    return at < 0 ? undefined : stringAt(this.bytes, at, this.limit);
  }

  /** True when the member is the string with exactly this ASCII text. */
  is(name: MemberName, text: string): boolean {
    const at = this.offset(name);
    if (at < 0 || this.bytes[at] !== 34 || this.bytes[at + 1 + text.length] !== 34) return false;
    return spells(this.bytes, at + 1, at + 1 + text.length, text);
  }

  /** The member parsed whole; undefined where it is absent or no JSON. Only for members that are small by nature. */
  value(name: MemberName): unknown {
    const at = this.offset(name);
    return at < 0 ? undefined : valueAt(this.bytes, at, this.limit);
  }
}

/** The value whose first byte is at `from`, parsed whole; undefined when it is no JSON. */
export function valueAt(bytes: Buffer, from: number, limit: number): unknown {
  if (bytes[from] === 34) return stringAt(bytes, from, limit);
  const end = endOfValue(bytes, from, limit);
  if (end < 0) return undefined;
  try {
    return JSON.parse(bytes.toString('utf8', from, end));
  } catch {
    return undefined;
  }
}

/**
 * The members of an object with values parsed, without those that `leaveOut` names: those are not decoded.
 * Undefined when there is no object.
 */
export function membersAt(
  bytes: Buffer,
  from: number,
  limit: number,
  leaveOut: ReadonlySet<string>,
): Record<string, unknown> | undefined {
  if (bytes[from] !== 123) return undefined;
  const found: Record<string, unknown> = {};
  walkObject(bytes, from, limit, (keyStart, keyEnd, value) => {
    const key = decode(bytes, keyStart, keyEnd);
    if (!leaveOut.has(key)) {
      Object.defineProperty(found, key, {
        value: valueAt(bytes, value, limit),
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
    return endOfValue(bytes, value, limit);
  });
  return found;
}
