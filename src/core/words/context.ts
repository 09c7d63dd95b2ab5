import { type Features, put } from './features.ts';
import { kindNames, topicNames } from './kinds.ts';
import type { Reading } from './reading.ts';
import { signsIn } from './signs.ts';

/** Where a sentence stands in its message. */
export interface Context {
  /** How many sentences the message has, and which of them it is. */
  of: number;
  at: number;
  /** True where something was pasted into the message. */
  pasted: boolean;
  /** True below a heading. */
  headed: boolean;
  /** True for an item of a list. */
  listed: boolean;
  /** How many blocks of text stand between it and the line before that ended with a colon; none where it is in the same. */
  behind?: number;
  /** That line. */
  intro?: Reading;
  /** The sentence before. */
  before?: Reading;
}

/** A sentence or a part of one: with the mark before it where it is a part, and what stands before that. */
export interface Part {
  reading: Reading;
  head?: Reading;
  mark?: string;
}

const source = topicNames.indexOf('source');
const aside = topicNames.indexOf('aside');

/** True for an item of a list that a review, a report or somebody else's words are said to be in. */
export function isQuoted({ listed, intro, behind = 0 }: Context): boolean {
  if (!listed || intro === undefined || behind > 1) return false;
  const about = topicsOf(intro);
  return about.has(source) && !about.has(aside);
}

/** What a reading is about, by number, with the place of the first word of each. */
export function topicsOf(reading: Reading): ReadonlyMap<number, number> {
  let found = known.get(reading);
  if (found === undefined) {
    found = findTopics(reading);
    known.set(reading, found);
  }
  return found;
}

const known = new WeakMap<Reading, ReadonlyMap<number, number>>();

function findTopics({ plain, words, table }: Reading): Map<number, number> {
  const found = new Map<number, number>();
  if (table === undefined) return found;
  for (const { at, kinds } of signsIn(plain, words, table.topics()))
    for (const one of kinds) if (!found.has(one)) found.set(one, at);
  return found;
}

/** Features of what a sentence or a part of it is about, and of what stands before a part. */
export function aboutPart({ reading, head, mark }: Part, size: number): Features {
  const features: Features = new Map();
  const add = (name: string, much = 1): void => put(features, size, name, much);
  aboutFeatures(reading, add);
  if (mark !== undefined) {
    add('part');
    add(`part ${mark}`);
  }
  if (head !== undefined && head.text !== '') {
    for (const topic of topicsOf(head).keys()) {
      add(`head ${topicNames[topic]}`, 0.4);
      if (/[:\uff1a"]/.test(mark ?? '')) add(`head: ${topicNames[topic]}`);
    }
    for (const one of new Set(head.signs.flatMap(({ kinds }) => kinds)))
      add(`head ${kindNames[one]}`, 0.4);
  }
  const long = (weight(reading) - 120) / 100;
  if (long > 0) add('long', Math.min(long, 4));
  return features;
}

/** Features of where a sentence stands: the same for each part of it. */
export function aroundFeatures(context: Context, size: number): Features {
  const features: Features = new Map();
  const add = (name: string, much = 1): void => put(features, size, name, much);
  const { of, at, intro, behind, before } = context;
  const many = of === 1 ? '1' : of <= 3 ? '3' : of <= 7 ? '7' : of <= 15 ? '15' : 'more';
  add(`of ${many}`);
  if (of > 1) add(at === 0 ? 'at first' : at === of - 1 ? 'at last' : 'at middle');
  if (of > 3) add(at === 0 ? 'long at first' : at === of - 1 ? 'long at last' : 'long at middle');
  if (context.pasted) add('in pasted');
  if (context.headed) add('in headed');
  if (context.listed) add(`listed ${many}`);
  if (intro !== undefined) {
    const far = behind === undefined ? 'near' : behind <= 1 ? 'next' : 'far';
    add(`intro ${far}`);
    if (context.listed) add(`intro ${far} listed`);
    for (const topic of topicsOf(intro).keys()) add(`intro ${far} ${topicNames[topic]}`);
    for (const one of new Set(intro.signs.flatMap(({ kinds }) => kinds)))
      add(`intro ${kindNames[one]}`, 0.5);
  }
  if (before !== undefined) {
    for (const one of new Set(before.signs.flatMap(({ kinds }) => kinds)))
      add(`before ${kindNames[one]}`, 0.3);
    if (/[?\uff1f\u061f]\s*$/.test(before.text)) add('before ?', 0.5);
  }
  return features;
}

function aboutFeatures(reading: Reading, add: (name: string, much?: number) => void): void {
  const about = topicsOf(reading);
  const early = reading.table?.spaced === false ? 6 : 3;
  const present = new Set(reading.signs.flatMap(({ kinds }) => kinds));
  for (const [topic, at] of about) {
    const name = topicNames[topic]!;
    add(`about ${name}`);
    if (at < early) add(`early ${name}`);
    for (const one of present) add(`${name} & ${kindNames[one]}`, 0.4);
    for (const other of about.keys()) if (other > topic) add(`${name} & ${topicNames[other]}`, 0.5);
  }
  if (about.size === 0) add('about nothing');
  const { signs } = reading;
  signs.forEach(({ kinds }, index) => {
    const next = signs[index + 1];
    for (const one of kinds)
      for (const other of next?.kinds ?? []) add(`${kindNames[one]} .. ${kindNames[other]}`, 0.4);
  });
}

/** The length of a text in letters; a sign of Chinese or Japanese says as much as two or three. */
function weight({ text, table }: Reading): number {
  return text.length * (table?.code === 'ko' ? 1.5 : table?.spaced === false ? 2.5 : 1);
}
