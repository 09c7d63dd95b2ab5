import { kindNames } from './kinds.ts';
import type { Reading } from './reading.ts';

/** Places of a model that a text touches, with how much. */
export type Features = Map<number, number>;

const prime = 0x01000193;

export function hash(text: string, seed = 0x811c9dc5, from = 0, to = text.length): number {
  let value = seed;
  for (let at = from; at < to; at += 1) value = Math.imul(value ^ text.charCodeAt(at), prime);
  value ^= value >>> 15;
  return Math.imul(value, 0x2c1b3c6d) >>> 0;
}

/** Adds a feature by its name. */
export function put(into: Features, size: number, name: string, much = 1): void {
  into.set(hash(name) % size, much);
}

/** Features of the signs: which there are, which come first, which stand together. Shared by all languages. */
export function signFeatures(reading: Reading, size: number, into: Features, prefix = ''): void {
  const add = (name: string, much = 1): void => {
    into.set(hash(prefix + name) % size, much);
  };
  const { signs, words, plain } = reading;
  const spaced = reading.table?.spaced !== false;
  const present: number[] = [];
  signs.forEach((sign, index) => {
    for (const kind of sign.kinds) {
      if (!present.includes(kind)) present.push(kind);
      const name = kindNames[kind]!;
      if (index === 0) add(`first ${name}`, 0.7);
      if (sign.at === 0) add(`start ${name}`);
      else if (/[,\uff0c\u3001\u060c]\s*$/.test(before(reading, sign.at)))
        add(`comma ${name}`, 0.7);
      if (sign.at <= (spaced ? 2 : 4)) add(`early ${name}`, 0.7);
      if (index === signs.length - 1) add(`last ${name}`, 0.7);
      const next = signs[index + 1];
      if (next !== undefined && next.at - sign.at - sign.length <= 2)
        for (const other of next.kinds) add(`${name} > ${kindNames[other]}`, 0.5);
    }
  });
  present.sort((a, b) => a - b);
  present.forEach((kind, index) => {
    add(`has ${kindNames[kind]}`);
    for (const other of present.slice(index + 1))
      add(`${kindNames[kind]} & ${kindNames[other]}`, 0.4);
  });
  if (signs.length === 0) add('no signs');
  shape(reading, spaced ? words.length : Math.ceil(plain.length / 2), add);
}

/** A line for a shell. */
const command =
  /^\s*(?:\$ )?(?:git|gh|npm|npx|pnpm|yarn|bun|node|docker|kubectl|cd|ls|rm|cp|mv|mkdir|curl|pip3?|python3?|uv|cargo|go|make|sudo|brew|apt)\s[\w.:/-]+(?:\s|$)/;

/** The two letters before a sign. */
export function before({ plain, words, table }: Reading, at: number): string {
  const place = table?.spaced === false ? at : words[at]!.at;
  return plain.slice(Math.max(0, place - 2), place);
}

function shape(
  { text, plain }: Reading,
  length: number,
  add: (name: string, much?: number) => void,
): void {
  const end = /[?\uff1f\u061f\u037e]["')\]\u300d]*\s*$/.test(text)
    ? '?'
    : /[!\uff01]\s*$/.test(text)
      ? '!'
      : /[:\uff1a]\s*$/.test(text)
        ? ':'
        : /[.\u3002\u0964]\s*$/.test(text)
          ? '.'
          : '';
  add(`end ${end}`);
  add(
    `length ${length <= 2 ? '2' : length <= 4 ? '4' : length <= 8 ? '8' : length <= 16 ? '16' : length <= 30 ? '30' : 'more'}`,
  );
  if (end !== '?' && /[?\uff1f\u061f]/.test(text)) add('? inside');
  if (/^\s*(?:[-*\u2022]|\d{1,2}[.)])\s/.test(text)) add('list');
  if (/^\W{0,8}\*\*/.test(text)) add('bold');
  if (/xcode.{1,200}?xcode/.test(plain)) add('codes');
  if (/xcode/.test(plain)) add('code');
  if (/xpath/.test(plain)) add('path');
  if (/xurl/.test(plain)) add('url');
  if (command.test(text)) add('command', 2);
  if (/\d/.test(plain)) add('number');
  if (/"[^"]{3,}"/.test(plain)) add('quoted');
  if (/^\s*\p{Lu}/u.test(text)) add('capital');
  if (/^\s*\p{Ll}/u.test(text)) add('small');
  if (/:\s/.test(text)) add('colon');
  if (/\p{Lu}{3,}/u.test(text)) add('shout');
  if (/\u2026|\.\.\./.test(text)) add('dots');
}

/** Features of words and of runs of letters, in whatever language. Long texts weigh no more than short ones. */
export function letterFeatures(reading: Reading, size: number, into: Features, prefix = 7): void {
  const own = new Map<number, number>();
  const add = (place: number, much: number): void => {
    own.set(place % size, Math.max(own.get(place % size) ?? 0, much));
  };
  const { words, plain, table } = reading;
  if (table?.spaced !== false || table.code === 'ko') {
    words.forEach(({ text }, index) => {
      add(hash(text, prefix), 1);
      add(hash(`${text} ${words[index + 1]?.text ?? '.'}`, prefix + 1), 1);
      if (index === 0) {
        add(hash(text, prefix + 2), 1);
        add(hash(`${text} ${words[1]?.text ?? '.'}`, prefix + 5), 1);
      }
      if (index === words.length - 1) add(hash(text, prefix + 6), 1);
      const bound = `<${text.slice(0, 24)}>`;
      for (let length = 3; length <= 5; length += 1)
        for (let at = 0; at + length <= bound.length; at += 1)
          add(hash(bound, prefix + 3, at, at + length), 0.5);
    });
  } else {
    const run = `<${plain.replace(/\s+/g, ' ').slice(0, 400)}>`;
    for (let length = 1; length <= 4; length += 1)
      for (let at = 0; at + length <= run.length; at += 1)
        add(hash(run, prefix + 4, at, at + length), length === 1 ? 0.3 : 0.7);
  }
  let sum = 0;
  for (const much of own.values()) sum += much * much;
  const norm = 2 / Math.sqrt(sum || 1);
  for (const [place, much] of own) into.set(place, (into.get(place) ?? 0) + much * norm);
}
