/** A condition on parameters and outputs: it is looked at, and nothing is run. */
export type Condition =
  | { of: string; equals: string | number | boolean }
  | { of: string; exists: boolean }
  | { all: Condition[] }
  | { any: Condition[] }
  | { not: Condition };

/** True where the condition holds; `lookUp` gives the value behind a reference such as `plan.scope`, or undefined. */
export function conditionHolds(
  condition: Condition,
  lookUp: (reference: string) => unknown,
): boolean {
  if ('all' in condition) return condition.all.every((one) => conditionHolds(one, lookUp));
  if ('any' in condition) return condition.any.some((one) => conditionHolds(one, lookUp));
  if ('not' in condition) return !conditionHolds(condition.not, lookUp);
  const value = lookUp(condition.of);
  if ('exists' in condition) return (value !== undefined) === condition.exists;
  return value === condition.equals || String(value) === String(condition.equals);
}

/** What a condition looks at. */
export function referencesOf(condition: Condition): string[] {
  if ('all' in condition) return condition.all.flatMap(referencesOf);
  if ('any' in condition) return condition.any.flatMap(referencesOf);
  if ('not' in condition) return referencesOf(condition.not);
  return [condition.of];
}

const mostTried = 4_096;

/**
 * False for a condition that no values make hold. `domain`: the values that a reference can have, where that is known;
 * `required`: whether it always has one.
 */
export function canHold(
  condition: Condition,
  domain: (reference: string) => { values?: readonly unknown[]; required: boolean },
): boolean {
  const references = [...new Set(referencesOf(condition))];
  const choices = references.map((reference) => {
    const { values, required } = domain(reference);
    const tried = values ?? [...valuesFor(condition, reference), '\0another'];
    return required ? [...tried] : [...tried, undefined];
  });
  const count = choices.reduce((product, one) => product * one.length, 1);
  // Too many to look at all of them: nothing is claimed.
  if (count > mostTried) return true;
  for (let at = 0; at < count; at += 1) {
    const given = new Map<string, unknown>();
    let rest = at;
    for (const [index, reference] of references.entries()) {
      const own = choices[index]!;
      given.set(reference, own[rest % own.length]);
      rest = Math.floor(rest / own.length);
    }
    if (conditionHolds(condition, (reference) => given.get(reference))) return true;
  }
  return false;
}

function valuesFor(condition: Condition, reference: string): unknown[] {
  if ('all' in condition) return condition.all.flatMap((one) => valuesFor(one, reference));
  if ('any' in condition) return condition.any.flatMap((one) => valuesFor(one, reference));
  if ('not' in condition) return valuesFor(condition.not, reference);
  return 'equals' in condition && condition.of === reference ? [condition.equals] : [];
}
