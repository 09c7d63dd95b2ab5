import type { Evidence } from '../src/core/words/statement.ts';

export interface Example {
  lang: string;
  /** One or several candidates; the example is positive when one of them is. */
  parts: Evidence[];
  label: 0 | 1;
  weight: number;
  row?: unknown;
}

export interface Trained {
  bias: number;
  signs: Float64Array;
  letters: Float64Array;
}

export interface Options {
  sizes: { signs: number; letters: number };
  epochs: number;
  rate: number;
  decaySigns: number;
  decayLetters: number;
  useSigns?: boolean;
  useLetters?: boolean;
}

export function score(model: Trained, part: Evidence): number {
  let total = model.bias;
  for (const [place, much] of part.signs) total += model.signs[place]! * much;
  for (const [place, much] of part.letters) total += model.letters[place]! * much;
  return total;
}

export function best(model: Trained, parts: Evidence[]): { at: number; score: number } {
  let at = 0;
  let most = -Infinity;
  parts.forEach((part, index) => {
    const one = score(model, part);
    if (one > most) {
      most = one;
      at = index;
    }
  });
  return { at, score: most };
}

/** Logistic regression by AdaGrad in an order that is always the same. */
export function train(examples: Example[], options: Options): Trained {
  const { sizes } = options;
  const model: Trained = {
    bias: 0,
    signs: new Float64Array(sizes.signs),
    letters: new Float64Array(sizes.letters),
  };
  const seen = { signs: new Float64Array(sizes.signs), letters: new Float64Array(sizes.letters) };
  let seenBias = 1e-8;
  const order = examples.map((_, index) => index);
  let seed = 12345;
  const next = (): number => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return seed / 2 ** 32;
  };
  for (let epoch = 0; epoch < options.epochs; epoch += 1) {
    for (let at = order.length - 1; at > 0; at -= 1) {
      const other = Math.floor(next() * (at + 1));
      [order[at], order[other]] = [order[other]!, order[at]!];
    }
    for (const index of order) {
      const example = examples[index]!;
      if (example.parts.length === 0) continue;
      const { at } = best(model, example.parts);
      // Of a message that rules, the sentence that speaks most for it does; of one that rules nothing, none.
      const parts = example.label === 1 ? [example.parts[at]!] : example.parts;
      for (const part of parts) {
        const error =
          (1 / (1 + Math.exp(-score(model, part))) - example.label) *
          (example.weight / (example.label === 1 ? 1 : Math.sqrt(parts.length)));
        seenBias += error * error;
        model.bias -= (options.rate * error) / Math.sqrt(seenBias);
        if (options.useSigns !== false)
          step(model.signs, seen.signs, part.signs, error, options.rate, options.decaySigns);
        if (options.useLetters !== false)
          step(model.letters, seen.letters, part.letters, error, options.rate, options.decayLetters);
      }
    }
  }
  return model;
}

function step(
  weights: Float64Array,
  seen: Float64Array,
  features: Map<number, number>,
  error: number,
  rate: number,
  decay: number,
): void {
  for (const [place, much] of features) {
    const gradient = error * much + decay * weights[place]!;
    seen[place]! += gradient * gradient;
    weights[place]! -= (rate * gradient) / Math.sqrt(seen[place]! + 1e-6);
  }
}
