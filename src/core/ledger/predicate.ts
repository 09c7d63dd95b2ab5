import * as v from 'valibot';
import { Fault } from '../errors.ts';
import { checkSchema } from './json-shape.ts';

const text = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(2_000));
const globs = v.pipe(
  v.union([text, v.array(text)]),
  v.transform((given) => (typeof given === 'string' ? [given] : given)),
  v.minLength(1),
);
const count = v.pipe(v.number(), v.integer(), v.minValue(1));

const forms = {
  ran: v.strictObject({
    ran: text,
    /** The exit code; `failed`: any but 0. */
    exit: v.optional(v.union([v.pipe(v.number(), v.integer()), v.literal('failed')]), 0),
    /** Only behind the last change of these files. */
    after: v.optional(globs),
    /** The folder it must have run in, relative to the project. */
    in: v.optional(text, '.'),
    /** Whether a run that left tests out counts. */
    filtered: v.optional(v.boolean(), false),
  }),
  failing: v.strictObject({
    failing: text,
    /** So many last runs of it failed alike. */
    times: v.optional(count, 3),
    in: v.optional(text, '.'),
  }),
  read: v.strictObject({ read: text }),
  cites: v.strictObject({
    cites: text,
    /** Only under the heading with this text, of Markdown. */
    section: v.optional(text),
    /** So many distinct files at least. */
    least: v.optional(count, 1),
  }),
  changed: v.strictObject({ changed: globs }),
  unchanged: v.strictObject({ unchanged: globs }),
  file: v.strictObject({
    file: text,
    exists: v.optional(v.boolean(), true),
    contains: v.optional(v.string()),
    /** What its content, JSON or YAML, must be like, in some words of JSON Schema. */
    schema: v.optional(v.unknown()),
    sha256: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))),
  }),
  tree: v.strictObject({
    tree: v.pipe(v.union([v.picklist(['clean', 'committed']), v.strictObject({ branch: text })])),
  }),
  answered: v.strictObject({ answered: text }),
  approved: v.strictObject({ approved: text }),
  check: v.strictObject({
    check: text,
    seconds: v.optional(v.pipe(v.number(), v.minValue(1), v.maxValue(600)), 60),
  }),
  explored: v.strictObject({ explored: count, in: v.optional(globs) }),
};

type Forms = typeof forms;
export type PredicateOf<K extends keyof Forms> = v.InferOutput<Forms[K]>;

export type Predicate =
  | { [K in keyof Forms]: PredicateOf<K> }[keyof Forms]
  | { all: Predicate[] }
  | { any: Predicate[] }
  | { not: Predicate };

/** What the words take that take no mere text, for a person. */
const takes: Record<string, string> = {
  exit: 'a whole number, or "failed"',
  after: 'a glob, or a list of them',
  changed: 'a glob, or a list of them',
  unchanged: 'a glob, or a list of them',
  filtered: 'true or false',
  exists: 'true or false',
  sha256: '64 digits and letters from a to f',
  tree: '"clean", "committed", or { branch: NAME }',
  seconds: 'a number from 1 to 600',
  explored: 'a whole number from 1 on',
  times: 'a whole number from 1 on',
  least: 'a whole number from 1 on',
};

const deepest = 20;
const words = [...Object.keys(forms), 'all', 'any', 'not'];

/** Reads a predicate. Throws a Fault that names the place when it is none. */
export function parsePredicate(value: unknown, place = 'the predicate', depth = 0): Predicate {
  const hint = `A predicate is an object with one of: ${words.join(', ')}.`;
  if (depth > deepest) {
    throw new Fault('usage', `${place}: nested deeper than ${deepest} levels.`, { hint });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Fault('usage', `${place}: not an object.`, { hint });
  }
  const found = words.filter((word) => Object.hasOwn(value, word));
  const given = value as Record<string, unknown>;
  if (found.length !== 1) {
    const given = Object.keys(value)
      .slice(0, 3)
      .map((word) => `"${word.slice(0, 40)}"`);
    const none = `${given.join(', ') || 'nothing'}, but none of the words ${words.join(', ')}`;
    const told = found.length === 0 ? none : `both ${found.join(' and ')}`;
    throw new Fault('usage', `${place}: it contains ${told}.`, { hint });
  }
  const word = found[0] as string;
  const inner = `${place}, ${word}`;
  if (word === 'not' || word === 'all' || word === 'any') {
    const more = Object.keys(given).find((key) => key !== word);
    if (more !== undefined) {
      throw new Fault('usage', `${place}: "${more}" cannot be combined with "${word}".`);
    }
    if (word === 'not') return { not: parsePredicate(given.not, inner, depth + 1) };
    const list = given[word];
    if (!Array.isArray(list) || list.length === 0) {
      throw new Fault('usage', `${inner}: not a list of predicates.`);
    }
    const parts = list.map((one, index) => parsePredicate(one, `${inner} ${index + 1}`, depth + 1));
    return word === 'all' ? { all: parts } : { any: parts };
  }
  const parsed = v.safeParse(forms[word as keyof Forms], value);
  if (parsed.success) {
    const predicate = parsed.output as Predicate;
    if ('schema' in predicate && predicate.schema !== undefined)
      checkSchema(predicate.schema, `${place}, schema`);
    return predicate;
  }
  const issue = parsed.issues[0];
  const key = v.getDotPath(issue) ?? word;
  const isUnknown = issue.type === 'strict_object' && issue.expected === 'never';
  const what = isUnknown
    ? `cannot be combined with "${word}"`
    : `must be ${takes[key] ?? 'a text'}`;
  throw new Fault('usage', `${place}: "${key}" ${what}.`, { hint });
}
