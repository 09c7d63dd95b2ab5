import { shareIn } from './proxy.ts';
import { type Examination, questionKinds } from './questions.ts';
import type { Texts } from './texts.ts';

export interface Row {
  name: string;
  count: number;
  /** Shares in per cent. */
  summary: number;
  together: number;
  /** With what a prompt of the question's words brings up. */
  prompted: number;
}

/** The literal proxy over all questions, over those that mattered, by kind and by session. */
export function rowsOf(exams: readonly Examination[], texts: ReadonlyMap<string, Texts>): Row[] {
  const asked = exams.flatMap((exam) => {
    const { summary, told, brought } = texts.get(exam.name)!;
    return exam.questions.map((one, at) => ({
      ...one,
      exam: exam.name,
      summary: shareIn(summary, one.gold),
      together: shareIn(`${summary}\n${told}`, one.gold),
      prompted: shareIn(`${summary}\n${told}\n${brought[at]}`, one.gold),
    }));
  });
  const row = (name: string, of: typeof asked): Row => ({
    name,
    count: of.length,
    summary: mean(of.map((one) => one.summary)),
    together: mean(of.map((one) => one.together)),
    prompted: mean(of.map((one) => one.prompted)),
  });
  return [
    row('all', asked),
    row(
      'those that mattered',
      asked.filter(({ mattered }) => mattered),
    ),
    ...questionKinds.map((kind) =>
      row(
        kind,
        asked.filter((one) => one.kind === kind),
      ),
    ),
    ...exams.map(({ name }) =>
      row(
        name,
        asked.filter(({ exam }) => exam === name),
      ),
    ),
  ];
}

function mean(values: readonly number[]): number {
  const sum = values.reduce((total, value) => total + value, 0);
  return values.length === 0 ? 0 : Math.round((1000 * sum) / values.length) / 10;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[at]! : Math.round((sorted[at - 1]! + sorted[at]!) / 2);
}
