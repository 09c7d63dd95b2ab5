import { kind, kindNames } from './kinds.ts';
import { languageText } from './trained.ts';

/** Word lists of one language, made to be searched. */
export interface Lists {
  code: string;
  spaced: boolean;
  /** Entries by their first word, or by their first letter where words are not divided by spaces; the longest first. */
  entries: ReadonlyMap<string, readonly Entry[]>;
  prefixes: readonly Entry[];
  suffixes: readonly Entry[];
}

/** The words of one language, by what they are signs of. */
export interface Table extends Lists {
  /** What words are about, by the same way; kinds count from 0. Made when it is first asked for. */
  topics(): Lists;
  /** Endings of which a question that offers two things has two. */
  twice: readonly string[];
  /** Endings that negate a verb. */
  negating: readonly string[];
}

export interface Entry {
  words: readonly string[];
  text: string;
  kinds: number[];
}

const known = new Map<string, Table>();
const unspaced = new Set(['ja', 'ko', 'th', 'zh-Hans', 'zh-Hant']);

/** The table of a language, read once. */
export function tableOf(code: string): Table {
  let table = known.get(code);
  if (table === undefined) {
    table = readTable(code, fromBase64(languageText(code)));
    known.set(code, table);
  }
  return table;
}

export function fromBase64(text: string): string {
  return new TextDecoder().decode(Uint8Array.from(atob(text), (unit) => unit.charCodeAt(0)));
}

/** A table by its lists: a line for each kind of sign, entries divided by bars. */
export function readTable(code: string, text: string): Table {
  const all = text.split('\n');
  const lists = all.slice(0, kindNames.length);
  const spaced = !unspaced.has(code);
  const byText = entriesOf(
    lists.map((list, place) => (place === kind('twice') || place === kind('negating') ? '' : list)),
    spaced,
  );
  let topics: Lists | undefined;
  markAsking(byText, spaced);
  if (spaced && code !== 'vi') addAccentless(byText);
  return {
    code,
    spaced,
    ...sorted(byText, spaced),
    topics: () => {
      topics ??= topicsOf(all.slice(kindNames.length), code, spaced);
      return topics;
    },
    twice: endingsOf(lists[kind('twice')]),
    negating: endingsOf(lists[kind('negating')]),
  };
}

/** Lists of a language, made to be searched; kinds count from 0. */
export function makeLists(lists: readonly string[], code: string): Lists {
  return topicsOf(lists, code, !unspaced.has(code));
}

function topicsOf(lists: readonly string[], code: string, spaced: boolean): Lists {
  const byText = entriesOf(lists, spaced);
  if (spaced && code !== 'vi') addAccentless(byText);
  return { code, spaced, ...sorted(byText, spaced) };
}

function entriesOf(lists: readonly string[], spaced: boolean): Map<string, Entry> {
  const byText = new Map<string, Entry>();
  lists.forEach((list, place) => {
    for (const one of list === '' ? [] : list.split('|')) {
      const entry = byText.get(one);
      if (entry === undefined)
        byText.set(one, { text: one, words: spaced ? one.split(' ') : [], kinds: [place] });
      else if (!entry.kinds.includes(place)) entry.kinds.push(place);
    }
  });
  return byText;
}

const endingsOf = (list = ''): string[] => list.split('|').filter((one) => one !== '');

function sorted(
  byText: ReadonlyMap<string, Entry>,
  spaced: boolean,
): Pick<Table, 'entries' | 'prefixes' | 'suffixes'> {
  const entries = new Map<string, Entry[]>();
  const prefixes: Entry[] = [];
  const suffixes: Entry[] = [];
  for (const entry of byText.values()) {
    if (spaced && entry.text.startsWith('*'))
      suffixes.push({ ...entry, text: entry.text.slice(1) });
    else if (spaced && entry.text.endsWith('*'))
      prefixes.push({ ...entry, text: entry.text.slice(0, -1) });
    else {
      const key = spaced ? entry.words[0]! : entry.text.slice(0, 1);
      const list = entries.get(key);
      if (list === undefined) entries.set(key, [entry]);
      else list.push(entry);
    }
  }
  for (const list of entries.values()) list.sort((a, b) => b.text.length - a.text.length);
  return { entries, prefixes, suffixes };
}

/** Many people leave accents out; what a word without them means by itself goes first. */
function addAccentless(byText: Map<string, Entry>): void {
  for (const entry of [...byText.values()]) {
    const text = entry.text.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
    if (!byText.has(text)) byText.set(text, { ...entry, text, words: text.split(' ') });
  }
}

/** A phrase that begins with a word that asks asks as well. */
function markAsking(byText: ReadonlyMap<string, Entry>, spaced: boolean): void {
  const why = kind('why');
  const asking = new Set<string>();
  for (const { kinds, text } of byText.values())
    if (kinds.includes(why) && text.length > 1) asking.add(text);
  for (const entry of byText.values()) {
    if (entry.kinds.includes(why) || entry.kinds.includes(kind('whether'))) continue;
    const begins = spaced
      ? entry.words.length > 1 && asking.has(entry.words[0]!)
      : entry.text.length > 2 &&
        (asking.has(entry.text.slice(0, 2)) || asking.has(entry.text.slice(0, 3)));
    if (begins) entry.kinds.push(why);
  }
}
