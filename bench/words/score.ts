import { readdirSync, readFileSync } from 'node:fs';
import { liftOf } from '../../src/core/snapshot/permission.ts';
import { questionIn } from '../../src/core/snapshot/question-text.ts';
import { rulesIn } from '../../src/core/snapshot/rules-in.ts';
import { verdictOf } from '../../src/core/snapshot/verdict.ts';

/** What was right and wrong of one question about one language. */
export interface Count {
  right: number;
  wrong: number;
  missed: number;
  rest: number;
}

export interface Judges {
  statement(text: string): boolean;
  reply(question: string, text: string): boolean;
  'agent-end'(text: string): boolean;
  lift(earlier: string, text: string): boolean;
}

export const kinds = ['statement', 'reply', 'agent-end', 'lift'] as const;
const wanted = { statement: 'rule', reply: 'approved', 'agent-end': 'asks', lift: 'lifted' };

export const source: Judges = {
  statement: (text) => rulesIn(text).length > 0,
  reply: (question, text) => verdictOf(question, text) === 'yes',
  'agent-end': (text) => questionIn(text) !== undefined,
  lift: (earlier, text) => liftOf(text, earlier) === 'lifted',
};

/** Counts by language and kind over the labelled sentences of a folder, a file a language. */
export function scoreFolder(folder: string, judges: Judges): Map<string, Map<string, Count>> {
  const counts = new Map<string, Map<string, Count>>();
  for (const name of readdirSync(folder).sort()) {
    if (!name.endsWith('.jsonl')) continue;
    const own = new Map<string, Count>();
    counts.set(name.replace('.jsonl', ''), own);
    for (const line of readFileSync(`${folder}/${name}`, 'utf8').split('\n')) {
      if (line.trim() === '') continue;
      const row = JSON.parse(line);
      const kind = kinds.find((one) => one === row.kind);
      if (kind === undefined) continue;
      const count = own.get(kind) ?? { right: 0, wrong: 0, missed: 0, rest: 0 };
      own.set(kind, count);
      const says =
        kind === 'reply'
          ? judges.reply(row.question ?? '', row.text)
          : kind === 'lift'
            ? judges.lift(row.earlier ?? '', row.text)
            : judges[kind](row.text);
      const is = row.expect === wanted[kind];
      count[says ? (is ? 'right' : 'wrong') : is ? 'missed' : 'rest'] += 1;
    }
  }
  return counts;
}

export function sum(counts: Iterable<Count>): Count {
  const total = { right: 0, wrong: 0, missed: 0, rest: 0 };
  for (const one of counts)
    for (const name of ['right', 'wrong', 'missed', 'rest'] as const) total[name] += one[name];
  return total;
}

export const precision = ({ right, wrong }: Count): number => right / (right + wrong || 1);
export const recall = ({ right, missed }: Count): number => right / (right + missed || 1);
export const f1 = ({ right, wrong, missed }: Count): number =>
  (2 * right) / (2 * right + wrong + missed || 1);
