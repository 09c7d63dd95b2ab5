import type { Features } from '../../src/core/words/features.ts';
import type { Example, TrainingSet } from './examples.ts';

export interface Trained {
  bias: number;
  parts: { name: string; weights: Float64Array }[];
}

const seeds = [12_345, 777, 4_242, 90_001, 31_337];
const epochs = 15;
const rate = 0.1;
const decay = 3e-3;

export function scoreOf(model: Trained, candidate: readonly Features[]): number {
  let total = model.bias;
  candidate.forEach((features, index) => {
    const { weights } = model.parts[index]!;
    for (const [place, much] of features) total += weights[place]! * much;
  });
  return total;
}

/** The candidate that most speaks for. */
export function bestOf(
  model: Trained,
  candidates: readonly Features[][],
): { at: number; score: number } {
  let best = { at: 0, score: Number.NEGATIVE_INFINITY };
  candidates.forEach((candidate, at) => {
    const score = scoreOf(model, candidate);
    if (score > best.score) best = { at, score };
  });
  return best;
}

/** The mean of models that were trained in different orders: what only one order taught weighs less. */
export function train(examples: readonly Example[], parts: TrainingSet['parts']): Trained {
  const models = seeds.map((seed) => trainOnce(examples, parts, seed));
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, one) => sum + one, 0) / values.length;
  return {
    bias: mean(models.map(({ bias }) => bias)),
    parts: parts.map(([name, size], part) => ({
      name,
      weights: Float64Array.from({ length: size }, (_, at) =>
        mean(models.map((model) => model.parts[part]!.weights[at]!)),
      ),
    })),
  };
}

/**
 * Logistic regression by AdaGrad, in an order that is always the same for a seed. Of an example that is what is looked for the
 * candidate that most speaks for it is learned, of others each.
 */
function trainOnce(
  examples: readonly Example[],
  parts: TrainingSet['parts'],
  seed: number,
): Trained {
  const model: Trained = {
    bias: 0,
    parts: parts.map(([name, size]) => ({ name, weights: new Float64Array(size) })),
  };
  const seen = parts.map(([, size]) => new Float64Array(size));
  let seenBias = 1e-8;
  const order = examples.map((_, index) => index);
  const next = random(seed);
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    for (let at = order.length - 1; at > 0; at -= 1) {
      const other = Math.floor(next() * (at + 1));
      [order[at], order[other]] = [order[other]!, order[at]!];
    }
    for (const index of order) {
      const { candidates, positive } = examples[index]!;
      if (candidates.length === 0) continue;
      const learned = positive ? [candidates[bestOf(model, candidates).at]!] : candidates;
      for (const candidate of learned) {
        const wrong = 1 / (1 + Math.exp(-scoreOf(model, candidate))) - (positive ? 1 : 0);
        const error = wrong / Math.sqrt(learned.length);
        seenBias += error * error;
        model.bias -= (rate * error) / Math.sqrt(seenBias);
        candidate.forEach((features, part) => {
          step(model.parts[part]!.weights, seen[part]!, features, error);
        });
      }
    }
  }
  return model;
}

function step(weights: Float64Array, seen: Float64Array, features: Features, error: number): void {
  for (const [place, much] of features) {
    const gradient = error * much + decay * weights[place]!;
    seen[place]! += gradient * gradient;
    weights[place]! -= (rate * gradient) / Math.sqrt(seen[place]! + 1e-6);
  }
}

function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state / 2 ** 32;
  };
}

/** The parts of a model as texts, a byte for each weight. The constant goes with the first. */
export function pack(_name: string, { bias, parts }: Trained): Record<string, string> {
  const entries = parts.map(({ name, weights }, index) => {
    const most = weights.reduce((sum, one) => Math.max(sum, Math.abs(one)), 0) || 1;
    const bytes = Int8Array.from(weights, (one) => Math.round((one / most) * 127));
    const constant = index === 0 ? bias.toFixed(4) : '0';
    return [
      name,
      `${constant} ${(most / 127).toFixed(6)} ${Buffer.from(bytes.buffer).toString('base64')}`,
    ];
  });
  return Object.fromEntries(entries);
}
