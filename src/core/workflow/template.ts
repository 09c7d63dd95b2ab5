import { Fault } from '../errors.ts';

const reference = /\{\{\s*([A-Za-z0-9_.[\]-]{1,200})\s*\}\}/g;
const longestText = 8_000;

/** The references of all texts in a value, such as `plan.scope` of `{{plan.scope}}`. */
export function templateReferences(value: unknown): string[] {
  if (typeof value === 'string') return [...value.matchAll(reference)].map((found) => found[1]!);
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(templateReferences);
}

/**
 * The value with every reference in its texts filled in. In a list, a text with one reference to a list stands for a text
 * for each of its members, so that `!{{plan.scope}}` takes out each of them.
 */
export function fill<T>(value: T, lookUp: (reference: string) => unknown): T {
  return filled(value, lookUp) as T;
}

/**
 * As `fill`, for a predicate: in the command of a `check`, which a shell takes apart, a value may be a single plain word only,
 * unless it is the whole command. Throws a Fault that names the reference.
 */
export function fillPredicate<T>(predicate: T, lookUp: (reference: string) => unknown): T {
  for (const command of commandsIn(predicate)) {
    const names = templateReferences(command);
    if (names.length === 1 && command.trim().replace(reference, '') === '') continue;
    for (const name of names) {
      if (/^[\p{L}\p{N}_./][\p{L}\p{N}_@%+=:,./-]*$/u.test(shown(lookUp(name)))) continue;
      throw new Fault(
        'usage',
        `the value of "${name}" is not a plain word, so it may not be part of a command.`,
      );
    }
  }
  return fill(predicate, lookUp);
}

/** The commands of all `check` in a predicate. */
function commandsIn(predicate: unknown): string[] {
  if (typeof predicate !== 'object' || predicate === null) return [];
  if (Array.isArray(predicate)) return predicate.flatMap(commandsIn);
  const { check, all, any, not } = predicate as Record<string, unknown>;
  return [...(typeof check === 'string' ? [check] : []), ...[all, any, not].flatMap(commandsIn)];
}

function filled(value: unknown, lookUp: (reference: string) => unknown): unknown {
  if (typeof value === 'string') return fillText(value, lookUp);
  if (Array.isArray(value)) return value.flatMap((part) => fillPart(part, lookUp));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, filled(part, lookUp)]),
  );
}

function fillPart(part: unknown, lookUp: (reference: string) => unknown): unknown[] {
  const names = typeof part === 'string' ? templateReferences(part) : [];
  const list = names.length === 1 ? lookUp(names[0]!) : undefined;
  if (!Array.isArray(list)) return [filled(part, lookUp)];
  return list.map((one) => fillText(part as string, () => one));
}

function fillText(text: string, lookUp: (reference: string) => unknown): string {
  return text
    .replace(reference, (_, name: string) => shown(lookUp(name)))
    .slice(0, Math.max(text.length, longestText));
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(shown).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
