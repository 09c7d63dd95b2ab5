import type { Features } from './features.ts';

/** A linear model: weights of one byte for signs and for letters, each with a scale, and a constant. */
export interface Model {
  bias: number;
  signs: Weights;
  letters: Weights;
}

export interface Weights {
  scale: number;
  bytes: Int8Array;
}

export function sum(weights: Weights, features: Features): number {
  let total = 0;
  for (const [place, much] of features) total += weights.bytes[place]! * much;
  return total * weights.scale;
}

export function probability(score: number): number {
  return 1 / (1 + Math.exp(-score));
}
