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
  return sentences.map((sentence) => {
    const own = whole.unsure ? read(sentence.text) : readAs(sentence.text, whole.table);
    return { sentence, reading: leadReading(sentence.text, own) };
  });
}

/** What a sentence begins with in Latin letters, before it goes on in another script. */
const latinLead = /^[\t -\u024f]{1,400}(?=[\u0370-\uffef])/;

/** The reading of such a beginning where that rules more than the whole does: people mix English with their own language. */
function leadReading(text: string, whole: Reading): Reading {
  const lead = latinLead.exec(text)?.[0] ?? '';
  if ((lead.match(/[A-Za-z]{2,}/g) ?? []).length < 2) return whole;
  const reading = read(lead);
  return ruleScore(reading) > ruleScore(whole) ? reading : whole;
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

/**
 * How much speaks for a sentence that binds later work; over 0 is more for than against. A long sentence mostly describes
 * what is wanted or what happened, whatever words are in it.
 */
export function ruleScore(reading: Reading): number {
  const { signs, letters } = statementFeatures(reading);
  const long = Math.max(0, weight(reading) - 120) / 40;
  return score('rule', signs) + score('ruleLetters', letters) - long;
}

/** The length of a text in letters; a sign of Chinese or Japanese says as much as two or three. */
function weight({ text, table }: Reading): number {
  return text.length * (table?.code === 'ko' ? 1.5 : table?.spaced === false ? 2.5 : 1);
}
