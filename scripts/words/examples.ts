import { isAnswerable } from '../../src/core/snapshot/verdict.ts';
import { endFeatures } from '../../src/core/words/end.ts';
import type { Features } from '../../src/core/words/features.ts';
import { liftFeatures, readPair } from '../../src/core/words/lift.ts';
import { type ModelName, sizes } from '../../src/core/words/model.ts';
import { replyFeatures, replyTables } from '../../src/core/words/reply.ts';
import type { Statement } from '../../src/core/words/statement.ts';
import { statementFeatures, statementsIn } from '../../src/core/words/statement.ts';
import type { LanguageData, Row } from './data.ts';

/** An example: one or several candidates, and whether one of them is what is looked for. */
export interface Example {
  code: string;
  row: Row;
  /** The sentences that it is about. */
  text?: string;
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
    rule: rulesOf(languages),
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

const ruleParts = ['rule', 'ruleLetters', 'ruleContext'] as const;

/** Sentences that rule and sentences that do not: of single ones, and of whole messages by what is marked in them. */
function rulesOf(languages: readonly LanguageData[]): TrainingSet {
  const examples = languages.flatMap(({ code, rows }) =>
    rows.flatMap((row): Example[] => {
      const example = (statements: readonly Statement[], positive: boolean): Example => ({
        code,
        row,
        text: statements.map(({ sentence }) => sentence.text).join(' '),
        candidates: statements.flatMap((one) =>
          statementFeatures(one).map(({ signs, letters, context }) => [signs, letters, context]),
        ),
        positive,
      });
      if (row.kind === 'statement') return [example(statementsIn(row.text), row.expect === 'rule')];
      if (row.kind !== 'message') return [];
      const spans = row.spans ?? [];
      const within = (one: Statement) => (span: { start: number; end: number }) =>
        one.sentence.start < span.end && span.start < one.sentence.end;
      const statements = statementsIn(row.text);
      // Of a rule that takes several sentences one that speaks for it is enough; what is arguable teaches nothing.
      return [
        ...spans
          .filter(({ label }) => label === 'rule')
          .map((span) =>
            example(
              statements.filter((one) => within(one)(span)),
              true,
            ),
          ),
        ...statements.filter((one) => !spans.some(within(one))).map((one) => example([one], false)),
      ];
    }),
  );
  return { parts: ruleParts.map((name) => [name, sizes[name]]), examples };
}
