import type { Arm } from '../arms/arm.ts';
import type { Claim, ClaimReader } from '../claims/claim.ts';
import { judge, judgeRole } from '../claims/judge.ts';
import type { Case } from '../truth/truth.ts';
import type { Cell } from './bootstrap.ts';
import { textOf } from './recall.ts';

/** Of the files to which a text gives a role: how many have it. Files of which the rows know nothing do not count. */
export function roleCells(arm: Arm, cases: readonly Case[], read: ClaimReader): Cell[] {
  return perCase(arm, cases, read, (claims, one) => {
    const verdicts = claims.flatMap((claim) =>
      claim.about === 'file' ? [judgeRole(claim.path, claim.role, one)] : [],
    );
    const known = verdicts.filter((verdict) => verdict !== 'unknown');
    return { hits: known.filter((verdict) => verdict === 'right').length, total: known.length };
  });
}

/** Of everything that a text says is so, and of which the rows tell: how much is no longer so. */
export function staleCells(arm: Arm, cases: readonly Case[], read: ClaimReader): Cell[] {
  return perCase(arm, cases, read, (claims, one) => {
    const known = claims
      .map((claim) => judge(claim, one))
      .filter((verdict) => verdict !== 'unknown');
    return { hits: known.filter((verdict) => verdict === 'stale').length, total: known.length };
  });
}

function perCase(
  arm: Arm,
  cases: readonly Case[],
  read: ClaimReader,
  count: (claims: Claim[], one: Case) => { hits: number; total: number },
): Cell[] {
  return cases.flatMap((one) => {
    const text = textOf(arm, one, false);
    if (text === undefined) return [];
    return [{ cluster: one.session.name, ...count(read(text), one) }];
  });
}
