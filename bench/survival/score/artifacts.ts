import type { Arm } from '../arms/arm.ts';
import type { ClaimReader } from '../claims/claim.ts';
import { fileOf, judgeRole } from '../claims/judge.ts';
import type { Case } from '../truth/truth.ts';
import { textOf } from './recall.ts';

export interface ArtifactTrail {
  precision: number | undefined;
  recall: number | undefined;
  f1: number | undefined;
  /** Pairs of path and role that were true, over all cases. */
  true: number;
}

/** How well a text tells which file has which role: pairs of path and role, of all segments so far. */
export function artifactTrail(arm: Arm, cases: readonly Case[], read: ClaimReader): ArtifactTrail {
  let told = 0;
  let right = 0;
  let wanted = 0;
  for (const one of cases) {
    const text = textOf(arm, one, false);
    if (text === undefined) continue;
    const paths = new Set<string>();
    for (const claim of read(text)) {
      if (claim.about !== 'file') continue;
      const verdict = judgeRole(claim.path, claim.role, one);
      if (verdict === 'unknown') continue;
      told += 1;
      if (verdict === 'right') paths.add(fileOf(claim.path, one)?.path ?? claim.path);
    }
    right += paths.size;
    wanted += [...one.soFar.files.values()].filter((file) => file.changed || file.read).length;
  }
  const precision = told === 0 ? undefined : right / told;
  const recall = wanted === 0 ? undefined : right / wanted;
  const f1 = precision && recall ? (2 * precision * recall) / (precision + recall) : undefined;
  return { precision, recall, f1, true: wanted };
}
