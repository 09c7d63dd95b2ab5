/** The text without halves of characters, which no file and no other program can take. */
export function wellFormed(text: string): string {
  return isWhole(text) ? text : text.replace(/[\ud800-\udfff]/gu, '\ufffd');
}

/** A value whose every text, and every name of a member, is well-formed: the very same value where they are. */
export function wellFormedValue<T>(value: T): T {
  return (isClean(value, 0) ? value : cleaned(value, 0)) as T;
}

/** Nearly every value is: it is looked through without making anything. */
function isClean(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isWhole(value);
  if (typeof value !== 'object' || value === null || depth > deepest) return true;
  if (Array.isArray(value)) return value.every((one) => isClean(one, depth + 1));
  for (const name in value) {
    if (!isWhole(name) || !isClean((value as Record<string, unknown>)[name], depth + 1))
      return false;
  }
  return true;
}

/** What lies deeper is no host's. */
const deepest = 400;

function cleaned(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return wellFormed(value);
  if (typeof value !== 'object' || value === null || depth > deepest) return value;
  if (Array.isArray(value)) {
    const items = value.map((one) => cleaned(one, depth + 1));
    return items.every((one, at) => one === value[at]) ? value : items;
  }
  const members = Object.entries(value);
  const clean = members.map(([name, one]) => [wellFormed(name), cleaned(one, depth + 1)] as const);
  const same = clean.every(
    ([name, one], at) => name === members[at]![0] && one === members[at]![1],
  );
  return same ? value : Object.fromEntries(clean);
}

/** A text of narrow characters, as most are, is told at once. */
function isWhole(text: string): boolean {
  return (text as unknown as { isWellFormed(): boolean }).isWellFormed();
}
