import { plainText, type Word, wordsOf } from './plain.ts';
import { mainScript, type Script } from './script.ts';
import { type Table, tableOf } from './tables.ts';
import { languageCodes } from './trained.ts';

/** A language as a person would name it. */
export interface Language {
  code: string;
  name: string;
}

const ofScript: Partial<Record<Script, readonly string[]>> = {
  cyrillic: ['ru', 'uk'],
  arabic: ['ar'],
  hebrew: ['he'],
  devanagari: ['hi'],
  thai: ['th'],
  kana: ['ja'],
  hangul: ['ko'],
  han: ['zh-Hans', 'zh-Hant'],
};

function languagesOf(script: Script): readonly string[] {
  if (script !== 'latin') return ofScript[script] ?? [];
  const others = new Set(Object.values(ofScript).flat());
  return languageCodes().filter((code) => !others.has(code));
}

/** What speaks for each language of the text's script, the best first. */
export interface Guess {
  table: Table;
  score: number;
}

export function guessLanguage(plain: string, words: readonly Word[]): Guess[] {
  const script = mainScript(plain);
  const codes = script === undefined ? [] : languagesOf(script);
  const tables = codes.map(tableOf);
  if (tables.length < 2) return tables.map((table) => ({ table, score: 1 }));
  const scores = new Map<Table, number>(tables.map((table) => [table, 0]));
  const give = (having: Table[], most: number): void => {
    for (const table of having) scores.set(table, scores.get(table)! + most / having.length);
  };
  for (const { text } of words.slice(0, 200)) {
    give(
      tables.filter((table) => table.common.has(text)),
      1,
    );
    give(
      tables.filter((table) => table.entries.has(text)),
      0.7,
    );
  }
  for (const letter of new Set(plain.slice(0, 2000))) {
    if (letter > '\u007f')
      give(
        tables.filter((table) => table.letters.has(letter)),
        0.7,
      );
  }
  return tables
    .map((table) => ({ table, score: scores.get(table)! }))
    .sort((a, b) => b.score - a.score);
}

/** The language that most of the texts are written in; undefined where that is unsure. */
export function languageOf(texts: readonly string[]): Language | undefined {
  const totals = new Map<string, { table: Table; score: number }>();
  for (const text of texts) {
    const plain = plainText(text.slice(0, 2000));
    const words = wordsOf(plain);
    const [best, second] = guessLanguage(plain, words);
    if (best === undefined || best.score === 0) continue;
    const lead = best.score - (second?.score ?? 0);
    const sum = totals.get(best.table.code) ?? { table: best.table, score: 0 };
    sum.score += Math.min(3, lead);
    totals.set(best.table.code, sum);
  }
  const [first, next] = [...totals.values()].sort((a, b) => b.score - a.score);
  if (first === undefined || first.score < 0.8 || first.score < 1.5 * (next?.score ?? 0))
    return undefined;
  return { code: first.table.code, name: first.table.name };
}
