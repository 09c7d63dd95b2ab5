import { type Features, letterFeatures, type Reading, signFeatures } from './features.ts';

/** What a sentence of a user's message is judged by, beside its words. */
export interface Place {
  /** How many sentences the message has. */
  of: number;
  /** The number of the sentence, from 0. */
  index: number;
  /** Letters of the whole message. */
  length: number;
}

export interface Evidence {
  signs: Features;
  letters: Features;
}

export const statementSizes = { signs: 4096, letters: 16384 };

export function statementEvidence(reading: Reading, place: Place): Evidence {
  const signs: Features = new Map();
  const letters: Features = new Map();
  signFeatures(reading, statementSizes.signs, signs);
  letterFeatures(reading, statementSizes.letters, letters);
  return { signs, letters };
}
