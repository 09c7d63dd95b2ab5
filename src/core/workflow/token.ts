import { fingerprint } from '../hash.ts';
import { stepTokenStart } from '../trust/own-token.ts';

/** What a continue token is bound to. */
export interface TokenClaim {
  run: string;
  state: number;
  /** Fingerprint of the step's path. */
  step: string;
}

/** Makes the token of a step in a state of a run; `sign` gives letters and digits that nobody else can make for a text. */
export function makeToken(
  sign: (text: string) => string,
  run: string,
  state: number,
  path: string,
): string {
  const payload = `${run}.${state.toString(36)}.${fingerprint(path)}`;
  return `${stepTokenStart}${payload}.${sign(`holdfast step token ${payload}`)}`;
}

/** What a token says, if it was made by us and is whole; else undefined. */
export function readToken(sign: (text: string) => string, token: string): TokenClaim | undefined {
  const text = token.trim();
  const found = /^([a-z0-9-]{4,40})\.([0-9a-z]{1,10})\.([0-9a-f]{13})\.([\w-]{8,100})$/.exec(
    text.startsWith(stepTokenStart) ? text.slice(stepTokenStart.length) : '',
  );
  if (found === null) return undefined;
  const [, run = '', state = '', step = '', signature = ''] = found;
  const expected = sign(`holdfast step token ${run}.${state}.${step}`);
  return isSame(expected, signature) ? { run, state: Number.parseInt(state, 36), step } : undefined;
}

/** Compares in a time that does not tell where the difference is. */
function isSame(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let at = 0; at < a.length; at += 1) {
    difference |= a.charCodeAt(at) ^ (b.charCodeAt(at % Math.max(1, b.length)) || 0);
  }
  return difference === 0;
}
