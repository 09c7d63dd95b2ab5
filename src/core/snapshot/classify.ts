import { before } from '../words/features.ts';
import { kind } from '../words/kinds.ts';
import type { Reading } from '../words/reading.ts';

export type RuleKind = 'prohibition' | 'constraint' | 'correction';

const forbidding = (['never', 'forbid', 'stop', 'without'] as const).map(kind);

/** The kind of a sentence that rules: what it forbids, what it puts right, or what else it asks for. */
export function ruleKind(reading: Reading): RuleKind {
  const { signs, table } = reading;
  const has = (at: number, name: Parameters<typeof kind>[0]): boolean =>
    signs[at]?.kinds.includes(kind(name)) === true;
  const forbids = signs.some(
    (sign, at) =>
      sign.kinds.some((one) => forbidding.includes(one)) ||
      (has(at, 'not') &&
        (table?.spaced === false ||
          (sign.at <= 3 && !before(reading, sign.at).includes(',')) ||
          (has(at + 1, 'act') && signs[at + 1]!.at - sign.at - sign.length <= 1))),
  );
  if (forbids) return 'prohibition';
  return has(0, 'no') && signs[0]!.at === 0 ? 'correction' : 'constraint';
}
