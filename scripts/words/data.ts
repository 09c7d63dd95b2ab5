import { readdirSync, readFileSync } from 'node:fs';
import { deedListNames } from '../../src/core/words/deed-list-names.ts';
import { kindNames, topicNames } from '../../src/core/words/kinds.ts';

/** A labelled sentence of a language's file, or a whole message with what rules in it. */
export interface Row {
  kind: 'statement' | 'reply' | 'agent-end' | 'lift' | 'message';
  text: string;
  expect: string;
  question?: string;
  earlier?: string;
  what?: string;
  spans?: { start: number; end: number; label: string }[];
}

export interface LanguageData {
  code: string;
  name: string;
  letters: string;
  /** Word lists by what the words are signs of; `common` are everyday words. */
  words: Map<string, string[]>;
  /** Words of what is done, and of how it is forbidden or allowed, for the guard. */
  deeds: Map<string, string[]>;
  rows: Row[];
  /** What stops the work or changes its course: phrases by their list, and labelled messages. */
  course: Map<CourseList, string[]>;
  courseRows: { text: string; expect: string }[];
}

export const courseLists = [
  'stop',
  'change',
  'around',
  'join',
  'not',
  'elsewhere',
  'first',
  'skip',
  'going',
] as const;
type CourseList = (typeof courseLists)[number];
const isCourseList = (name: string): name is CourseList => courseLists.some((one) => one === name);

/** Languages that put no spaces between words, or not where a word ends. */
const unspaced = new Set(['ja', 'ko', 'th', 'zh-Hans', 'zh-Hant']);

/** All languages of a folder, a file each. */
export function readLanguages(folder: string): LanguageData[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .map((name) => readLanguage(readFileSync(`${folder}/${name}`, 'utf8'), name));
}

const listNames: readonly string[] = [...kindNames, ...topicNames];

export function readLanguage(text: string, file: string): LanguageData {
  const data: LanguageData = {
    code: '',
    name: '',
    letters: '',
    words: new Map(),
    deeds: new Map(),
    rows: [],
    course: new Map(),
    courseRows: [],
  };
  text.split('\n').forEach((line, index) => {
    if (line.trim() === '') return;
    const row = JSON.parse(line);
    const wrong = (what: string): never => {
      throw new Error(`${file}:${index + 1}: ${what}`);
    };
    if (row.kind === 'language') Object.assign(data, { code: row.code, name: row.name });
    else if (row.kind === 'letters') data.letters = row.words;
    else if (row.kind === 'words') {
      if (row.as !== 'common' && !listNames.includes(row.as)) wrong(`no such list: ${row.as}`);
      data.words.set(row.as, listed(row.words));
    } else if (row.kind === 'course-words') {
      if (!isCourseList(row.as)) wrong(`no such list: ${row.as}`);
      data.course.set(row.as, listed(row.words));
    } else if (row.kind === 'deeds') {
      if (!(deedListNames as readonly string[]).includes(row.as)) wrong(`no such list: ${row.as}`);
      data.deeds.set(row.as, listed(row.words));
    } else if (typeof row.text !== 'string' || typeof row.expect !== 'string')
      wrong('no labelled sentence');
    else if (row.kind === 'course') data.courseRows.push(row);
    else data.rows.push(row);
  });
  if (data.code === '' || data.name === '') throw new Error(`${file}: names no language`);
  return data;
}

const plainWord = (word: string): string =>
  word.normalize('NFKC').replaceAll('\u2019', "'").toLowerCase().trim();

const listed = (words: string): string[] => [
  ...new Set(
    words
      .split('|')
      .map(plainWord)
      .filter((one) => one !== ''),
  ),
];

/** A line for each language: its code, whether words are divided by spaces, and its lists of what stops or changes the work. */
export function courseLines(languages: readonly LanguageData[]): string {
  return languages
    .map(({ code, course }) =>
      [
        code,
        unspaced.has(code) ? 'unspaced' : 'spaced',
        ...courseLists.map((name) => (course.get(name) ?? []).join('|')),
      ].join('\t'),
    )
    .join('\n');
}

/** A line for each kind of sign and of topic. */
export function listsOf({ words }: LanguageData): string {
  return listNames.map((name) => (words.get(name) ?? []).join('|')).join('\n');
}

/** The same of what is done, for the guard. */
export function deedListsOf({ deeds }: LanguageData): string {
  return deedListNames.map((name) => (deeds.get(name) ?? []).join('|')).join('\n');
}

export function languageLines(languages: readonly LanguageData[]): string {
  return languages
    .map(({ code, name, letters, words }) =>
      [code, name, letters, (words.get('common') ?? []).join('|')].join('\t'),
    )
    .join('\n');
}
