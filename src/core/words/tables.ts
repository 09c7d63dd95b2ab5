import { kind } from './kinds.ts';
import { languageText } from './trained.ts';

/** The words of one language, by what they are signs of. */
export interface Table {
  code: string;
  name: string;
  /** Letters that hardly any other language of its script has. */
  letters: ReadonlySet<string>;
  /** Everyday words, by which the language is known. */
  common: ReadonlySet<string>;
  /** Entries by their first word, or by their first letter where words are not divided by spaces; the longest first. */
  entries: ReadonlyMap<string, readonly Entry[]>;
  prefixes: readonly Entry[];
  suffixes: readonly Entry[];
  spaced: boolean;
  /** Endings of which a question that offers two things has two. */
  twice: readonly string[];
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
    table = readTable(code, languageText(code));
    known.set(code, table);
  }
  return table;
}

export function readTable(code: string, text: string): Table {
  const [name = '', letters = '', common = '', ...lists] = text.split('\n');
  const spaced = !unspaced.has(code);
  const byText = new Map<string, Entry>();
  lists.forEach((list, place) => {
    if (place === kind('twice')) return;
    for (const one of list === '' ? [] : list.split('|')) {
      const entry = byText.get(one);
      if (entry === undefined)
        byText.set(one, { text: one, words: spaced ? one.split(' ') : [], kinds: [place] });
      else if (!entry.kinds.includes(place)) entry.kinds.push(place);
    }
  });
  markAsking(byText, spaced);
  if (spaced && code !== 'vi') addAccentless(byText);
  const entries = new Map<string, Entry[]>();
  const prefixes: Entry[] = [];
  const suffixes: Entry[] = [];
  for (const entry of byText.values()) {
    if (spaced && entry.text.startsWith('*')) suffixes.push({ ...entry, text: entry.text.slice(1) });
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
  return {
    code,
    name,
    letters: new Set(letters),
    common: new Set(common.split('|')),
    entries,
    prefixes,
    suffixes,
    spaced,
    twice: (lists[kind('twice')] ?? '').split('|').filter((one) => one !== ''),
  };
}

/** Many people leave accents out; what a word without them means by itself goes first. */
function addAccentless(byText: Map<string, Entry>): void {
  for (const entry of [...byText.values()]) {
    const text = entry.text.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
    if (!byText.has(text)) byText.set(text, { ...entry, text, words: text.split(' ') });
  }
}

/** A phrase that begins with a word that asks asks as well. */
function markAsking(byText: Map<string, Entry>, spaced: boolean): void {
  const why = kind('why');
  const asking = [...byText.values()].filter((one) => one.kinds.includes(why) && one.text.length > 1);
  for (const entry of byText.values()) {
    if (entry.kinds.includes(why) || entry.kinds.includes(kind('whether'))) continue;
    if (asking.some((one) => entry.text.startsWith(spaced ? `${one.text} ` : one.text))) entry.kinds.push(why);
  }
}
