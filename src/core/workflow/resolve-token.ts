import { fingerprint } from '../hash.ts';
import { type OpenStep, positionOf, progressAt } from './position.ts';
import { lineTo, type RunState } from './run-state.ts';
import type { TokenClaim } from './token.ts';

/** What a token means for a run as it stands. */
export type TokenMeaning =
  /** Its step is pending. */
  | { is: 'pending'; open: OpenStep }
  /** Its step was done, which made this state. */
  | { is: 'used'; made: number }
  /** Its step was done, and the run was taken back to behind it since. */
  | { is: 'undone' }
  /** It is from before a rewind: its state is on no line that counts. */
  | { is: 'old'; state: number; open: OpenStep }
  /** The run has no such state or step. */
  | { is: 'foreign' };

/** Of a token that was found to be ours and this run's. */
export function meaningOf(run: RunState, claim: TokenClaim): TokenMeaning {
  if (run.nodes[claim.state] === undefined) return { is: 'foreign' };
  const line = lineTo(run, run.head);
  const at = line.indexOf(claim.state);
  if (at < 0) {
    const open = openAt(run, claim.state, claim.step);
    return open ? { is: 'old', state: claim.state, open } : { is: 'foreign' };
  }
  for (const number of line.slice(at + 1)) {
    const node = run.nodes[number];
    if (node?.step === undefined || fingerprint(node.step) !== claim.step) continue;
    if (node.again !== undefined) return { is: 'undone' };
    return { is: 'used', made: number };
  }
  const open = openAt(run, run.head, claim.step);
  return open ? { is: 'pending', open } : { is: 'foreign' };
}

function openAt(run: RunState, state: number, step: string): OpenStep | undefined {
  return positionOf(run, progressAt(run, state)).open.find(
    ({ path }) => fingerprint(path) === step,
  );
}
