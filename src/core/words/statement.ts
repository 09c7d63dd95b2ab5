import type { Sentence } from '../snapshot/sentences.ts';
import { sentencesOf } from '../snapshot/sentences.ts';
import { type Features, letterFeatures, signFeatures } from './features.ts';
import { score, sizes } from './model.ts';
import { type Reading, read, readAs } from './reading.ts';

/** A sentence of a user's message, read in the language of the message. */
export interface Statement {
  sentence: Sentence;
  reading: Reading;
}

/** The sentences of a message that its writer said; what was pasted is left out. */
export function statementsIn(message: string): Statement[] {
  const sentences = sentencesOf(message);
  const whole = read(sentences.map(({ text }) => text).join('\n'), 3000);
  return sentences.map((sentence) => ({
    sentence,
    reading: whole.unsure ? read(sentence.text) : readAs(sentence.text, whole.table),
  }));
}

/** What a sentence is judged by: signs, and words and letters of its own. */
export interface StatementFeatures {
  signs: Features;
  letters: Features;
}

export function statementFeatures(reading: Reading): StatementFeatures {
  const signs: Features = new Map();
  const letters: Features = new Map();
  signFeatures(reading, sizes.rule, signs);
  letterFeatures(reading, sizes.ruleLetters, letters);
  return { signs, letters };
}

/** How much speaks for a sentence that binds later work; over 0 is more for than against. */
export function ruleScore(reading: Reading): number {
  const { signs, letters } = statementFeatures(reading);
  return score('rule', signs) + score('ruleLetters', letters);
}
