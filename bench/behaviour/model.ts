/** Where the model of a run is, and what it costs. */
export interface RealModel {
  name: string;
  key: string;
  url: string;
  /** US dollars for a million tokens that are read, and for a million that are written. */
  price: { read: number; written: number };
}

/** What a run with a real model needs, for whoever has not set it. */
export const needs = [
  'A run with a real model needs, in the environment:',
  '  HOLDFAST_BENCH_MODEL  the name of the model, as its API knows it',
  '  HOLDFAST_BENCH_KEY    a key of that API',
  '  HOLDFAST_BENCH_PRICE  dollars for a million tokens read and written, such as 3,15',
  '  HOLDFAST_BENCH_URL    where the API is, if not at api.anthropic.com',
  'Next step: set these, or try it without a model: npm run bench:behaviour -- --scripted',
].join('\n');

/** The model that the environment names; undefined where something is missing. Throws on a price that is none. */
export function realModel(env: NodeJS.ProcessEnv): RealModel | undefined {
  const { HOLDFAST_BENCH_MODEL: name, HOLDFAST_BENCH_KEY: key, HOLDFAST_BENCH_PRICE: price } = env;
  if (!name || !key || !price) return undefined;
  const found = /^(\d+(?:\.\d+)?),(\d+(?:\.\d+)?)$/.exec(price.replaceAll(' ', ''));
  if (found === null) {
    throw new Error(
      `HOLDFAST_BENCH_PRICE is "${price}"; it must be two numbers, such as 3,15: dollars for a million tokens read and written.`,
    );
  }
  const url = env.HOLDFAST_BENCH_URL || 'https://api.anthropic.com';
  return { name, key, url, price: { read: Number(found[1]), written: Number(found[2]) } };
}

/** Requests that one run of the task is expected to take: the scripted one takes 15, and a model looks around more. */
const requests = 30;
/** Tokens of one of them: instructions and tools of the client take some 20,000, the conversation the rest. */
const tokensRead = 30_000;
const tokensWritten = 500;

/** What so many runs of both arms are expected to cost in dollars. Nothing is taken off for what the API keeps of earlier requests. */
export function expectedCost({ price }: Pick<RealModel, 'price'>, runs: number): number {
  const one = tokensRead * price.read + tokensWritten * price.written;
  return (2 * runs * requests * one) / 1_000_000;
}
