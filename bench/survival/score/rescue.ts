import type { Arm } from '../arms/arm.ts';
import { caseId } from '../arms/arm.ts';
import type { FactKind } from '../truth/fact.ts';
import { matches } from '../truth/matcher.ts';
import type { Case } from '../truth/truth.ts';
import type { Cell } from './bootstrap.ts';
import { rateOf } from './bootstrap.ts';
import { hayOf, textOf, trueFacts } from './recall.ts';

export interface Rescue {
  /** Facts that the host's summary lost, and how many of them stand in the arm's text. */
  lost: number;
  rescued: number;
  share: number | undefined;
  /** Characters at a boundary, on average. */
  characters: number;
  /** Share of the lost facts that a thousand characters bring back, from 0 to 1. */
  perThousand: number | undefined;
  /** 95 % interval of the share. */
  low?: number;
  high?: number;
  sessions: number;
}

/** What an arm gives back of what the host's summary lost, and at what length. */
export function rescueOf(arm: Arm, cases: readonly Case[], kinds: readonly FactKind[]): Rescue {
  const cells: Cell[] = [];
  let characters = 0;
  for (const one of cases) {
    const own = textOf(arm, one, false);
    if (own === undefined) continue;
    characters += arm.told.get(caseId(one))!.text.length;
    const host = hayOf(one.boundary.summary ?? '');
    const both = hayOf(textOf(arm, one, true)!);
    const lost = trueFacts(one).filter(
      (fact) => kinds.includes(fact.kind) && !matches(host, fact.match),
    );
    const hits = lost.filter((fact) => matches(both, fact.match)).length;
    cells.push({ cluster: one.session.name, hits, total: lost.length });
  }
  const rate = rateOf(cells);
  const mean = cells.length === 0 ? 0 : characters / cells.length;
  return {
    lost: rate.total,
    rescued: rate.hits,
    share: rate.rate,
    characters: mean,
    perThousand: rate.rate === undefined || mean === 0 ? undefined : rate.rate / (mean / 1_000),
    low: rate.low,
    high: rate.high,
    sessions: rate.sessions,
  };
}
