import type { Fact } from '../fact.ts';
import { meaningOf } from '../fact-meaning.ts';
import { commandKey } from '../snapshot/command-key.ts';
import {
  type HeldText,
  holdsName,
  plainText,
  shareHeld,
  shareNearby,
  tellingWords,
} from './held-text.ts';

/**
 * When a text counts as holding a fact. The rules are lenient, so that what counts as gone is gone:
 *
 * | fact | held when the text has |
 * | --- | --- |
 * | what the person said (rules, requests, approvals), todos, decisions, questions | its first 240 characters unbroken, or 0.7 of its telling words; those of a short text near each other |
 * | a file | its name as a whole; with the folder above it where several known files have that name |
 * | a command | its family (program and sub-command, or the script that is run) |
 * | a commit | the first 7 digits of its id, or 0.7 of its subject's words near each other |
 * | a failing test | its own name as a whole, or 0.7 of its words near each other |
 * | an error, a failed attempt | the family of its command, and 0.5 of the telling words of what failed |
 * | a branch, a skill | its name as a whole |
 * | an answer of the agent | 0.7 of the telling words of what it said |
 * | a thing made outside | its number, or the end of its address |
 *
 * Upper and lower case, the sort of quotes, the breaks of lines and the common endings of English words make no
 * difference.
 */
export type Held = 'word for word' | 'told' | undefined;

export const unbroken = 240;
const wordShare = 0.7;
const detailShare = 0.5;
const answerShare = 0.7;
/** A text of fewer telling words is short: they could stand in any long text, apart from each other. */
const shortText = 12;

/** `sharedNames`: names that several of the known files have. */
export function holds(text: HeldText, fact: Fact, sharedNames: ReadonlySet<string>): Held {
  switch (meaningOf(fact.kind).held) {
    case 'path':
      return told(holdsPath(text, fact.value, sharedNames));
    case 'command':
      return told(holdsCommand(text, fact.value));
    case 'failure':
      return told(holdsFailure(text, fact));
    case 'commit':
      return told(holdsCommit(text, fact.value));
    case 'name':
      return told(holdsName(text, fact.value));
    case 'test':
      return told(holdsName(text, lastPart(fact.value)) || holdsWords(text, fact.value));
    case 'answer':
      return told(holdsAnswer(text, fact.detail ?? fact.value));
    case 'thing':
      return told(holdsThing(text, fact.value));
    case 'rule':
    case 'words':
      return holdsSaid(text, fact.value);
  }
}

function told(held: boolean): Held {
  return held ? 'told' : undefined;
}

function holdsSaid(text: HeldText, value: string): Held {
  const start = plainText(value.replace(/ \[…\]$/, '')).slice(0, unbroken);
  if (start !== '' && text.plain.includes(start)) return 'word for word';
  return told(holdsWords(text, value));
}

function holdsWords(text: HeldText, value: string): boolean {
  const words = tellingWords(value);
  if (words.length >= shortText) return shareHeld(text, words) >= wordShare;
  return shareNearby(text, words, Math.max(24, words.length * 3)) >= wordShare;
}

/** Names that several paths have. */
export function sharedNames(paths: readonly string[]): Set<string> {
  const met = new Map<string, string>();
  const shared = new Set<string>();
  for (const path of paths) {
    const name = partsOf(path).at(-1) ?? path;
    if (met.has(name) && met.get(name) !== path) shared.add(name);
    met.set(name, path);
  }
  return shared;
}

function partsOf(path: string): string[] {
  return path.split(/[\\/]/).filter((part) => part !== '');
}

function holdsPath(text: HeldText, path: string, shared: ReadonlySet<string>): boolean {
  const parts = partsOf(path);
  const name = parts.at(-1);
  if (name === undefined) return holdsName(text, path);
  if (!shared.has(name) || parts.length === 1) return holdsName(text, name);
  return [`${parts.at(-2)}/${name}`, `${parts.at(-2)}\\${name}`].some((end) =>
    holdsName(text, end),
  );
}

/** Programs whose names are words of everyday language. */
const everyday = new Set(
  'go make just task mix time open node find sort test wait watch run start stack tree which stat rake'.split(
    ' ',
  ),
);

function holdsCommand(text: HeldText, command: string): boolean {
  const family = commandKey(command)?.family ?? '';
  const [program = '', ...rest] = family.split(' ').filter((part) => part !== '');
  if (program === '') return holdsWords(text, command);
  const script = rest.find((part) => /[\\/]|\.\w+$/.test(part));
  if (script !== undefined) return holdsName(text, partsOf(script).at(-1) ?? script);
  if (rest.length > 0) return holdsName(text, family);
  if (/[\\/]/.test(program)) return holdsName(text, partsOf(program).at(-1) ?? program);
  if (!everyday.has(program)) return holdsName(text, program);
  const first = command.trim().split(/\s+/)[1];
  return (
    text.plain.includes(`\`${program}\``) ||
    (first !== undefined && holdsName(text, `${program} ${first}`))
  );
}

function holdsFailure(text: HeldText, fact: Fact): boolean {
  const edit = /^edit of (.+)$/.exec(fact.value)?.[1];
  const about =
    edit === undefined
      ? holdsCommand(text, fact.value) || holdsWords(text, fact.value)
      : holdsName(text, partsOf(edit).at(-1) ?? edit);
  const detail = tellingWords(fact.detail ?? '');
  return about && (detail.length === 0 || shareHeld(text, detail) >= detailShare);
}

function holdsCommit(text: HeldText, value: string): boolean {
  const [id = '', ...rest] = value.split(' ');
  const hasId = /^[0-9a-f]{7,40}$/.test(id);
  if (hasId && text.plain.includes(id.slice(0, 7))) return true;
  return holdsWords(text, hasId ? rest.join(' ') : value);
}

/** What the agent said, not what it was asked. */
function holdsAnswer(text: HeldText, answer: string): boolean {
  return shareHeld(text, tellingWords(answer)) >= answerShare;
}

/** Its number or the end of its address, else its words. */
function holdsThing(text: HeldText, value: string): boolean {
  const named = value.split(' ').filter((word) => /\d/.test(word));
  const ends = named.map((word) => partsOf(word).at(-1) ?? word);
  if (ends.length === 0) return holdsWords(text, value);
  return ends.some((end) => holdsName(text, end) || holdsName(text, end.replace(/^#/, '')));
}

/** The name itself of a test that is told with its file or its group. */
function lastPart(test: string): string {
  return (
    test
      .split(/::|\s[>›/]\s/)
      .at(-1)
      ?.trim() ?? test
  );
}
