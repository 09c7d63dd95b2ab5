import { type KindName, kind } from './kinds.ts';

/** Kinds of words that make a yes wait, hold for a part, or not be one. */
export const hinders = (
  [
    'if',
    'but',
    'wait',
    'maybe',
    'no',
    'only',
    'once',
    'or',
    'not',
    'before',
    'never',
    'forbid',
    'bug',
    'why',
    'stop',
    'without',
  ] as KindName[]
).map(kind);
