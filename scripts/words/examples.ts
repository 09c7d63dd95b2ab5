import { isAnswerable } from '../../src/core/snapshot/verdict.ts';
import { endFeatures } from '../../src/core/words/end.ts';
import type { Features } from '../../src/core/words/features.ts';
import { liftFeatures, readPair } from '../../src/core/words/lift.ts';
import { type ModelName, sizes } from '../../src/core/words/model.ts';
import { replyFeatures, replyTables } from '../../src/core/words/reply.ts';
import { statementFeatures, statementsIn } from '../../src/core/words/statement.ts';
import type { LanguageData, Row } from './data.ts';

/** An example: one or several candidates, and whether one of them is what is looked for. */
export interface Example {
  code: string;
  row: Row;
  candidates: Features[][];
  positive: boolean;
}

/** A model to train: its parts by name, with as many weights as each has. */
export interface TrainingSet {
  examples: Example[];
  parts: [ModelName, number][];
}

export function examplesOf(languages: readonly LanguageData[]): Record<string, TrainingSet> {
  const of = (
    kind: Row['kind'],
    wanted: string,
    parts: ModelName[],
    candidates: (row: Row) => Features[][],
  ): TrainingSet => ({
    parts: parts.map((name) => [name, sizes[name]]),
    examples: languages.flatMap(({ code, rows }) =>
      rows
        .filter((row) => row.kind === kind)
        .map((row) => ({
          code,
          row,
          candidates: candidates(row),
          positive: row.expect === wanted,
        })),
    ),
  });
  return {
    rule: of('statement', 'rule', ['rule', 'ruleLetters'], ({ text }) =>
      statementsIn(text).map(({ reading }) => {
        const { signs, letters } = statementFeatures(reading);
        return [signs, letters];
      }),
    ),
    reply: of('reply', 'approved', ['reply'], ({ question = '', text }) =>
      // What no yes answers is told by the question alone.
      isAnswerable(question, text)
        ? [[replyFeatures(question, text, replyTables(question, text)[0]!)]]
        : [],
    ),
    end: of('agent-end', 'asks', ['end'], ({ text }) => [[endFeatures(text)]]),
    lift: of('lift', 'lifted', ['lift'], ({ earlier = '', text }) => [
      [liftFeatures(readPair(earlier, text))],
    ]),
  };
}
