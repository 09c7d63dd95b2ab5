import type { Features } from './features.ts';
import { weightsText } from './trained.ts';

/** Questions that a trained model answers, each with how many weights it has. */
export const sizes = {
  rule: 4096,
  ruleLetters: 16384,
  ruleContext: 4096,
  reply: 4096,
  end: 4096,
  lift: 4096,
} as const;

export type ModelName = keyof typeof sizes;

/** A linear model: a weight of one byte for each place, a scale and a constant. */
interface Model {
  bias: number;
  scale: number;
  weights: Int8Array;
}

const known: Partial<Record<ModelName, Model>> = {};

function modelOf(name: ModelName): Model {
  known[name] ??= readModel(weightsText(name));
  return known[name];
}

/** `bias scale weights`, the weights in base64. */
function readModel(text: string): Model {
  const [bias = '0', scale = '0', weights = ''] = text.split(' ');
  return { bias: Number(bias), scale: Number(scale), weights: bytesOf(weights) };
}

function bytesOf(base64: string): Int8Array {
  const letters = atob(base64);
  const bytes = new Int8Array(letters.length);
  for (let at = 0; at < letters.length; at += 1) bytes[at] = letters.charCodeAt(at);
  return bytes;
}

/** How much the features speak for it; over 0 is more for than against. */
export function score(name: ModelName, features: Features): number {
  const { bias, scale, weights } = modelOf(name);
  let total = 0;
  for (const [place, much] of features) total += (weights[place] ?? 0) * much;
  return bias + total * scale;
}
