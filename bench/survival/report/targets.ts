import type { ArmFigures } from '../measure.ts';
import type { Rate } from '../score/bootstrap.ts';
import { enoughSessions, median } from '../score/bootstrap.ts';
import { percent, spelled, thousands } from './format.ts';
import type { Target } from './results.ts';
import { armNamed } from './results.ts';

/** What has to be reached, with what was found. */
export function targetsOf(arms: readonly ArmFigures[], characters: readonly number[]): Target[] {
  const brief = armNamed(arms, 'brief');
  const all = armNamed(arms, 'all');
  const lists = armNamed(arms, 'lists');
  const rivals = arms.filter(
    (arm) =>
      !['brief', 'all', 'composed', 'host', 'empty', 'lists'].includes(arm.id) && arm.cases > 0,
  );
  const best = rivals.reduce((top, arm) =>
    (arm.rescue.perThousand ?? 0) > (top.rescue.perThousand ?? 0) ? arm : top,
  );
  const own = brief.rescue.perThousand ?? 0;
  const listed = lists.rescue.perThousand ?? 0;
  const length = median(characters);
  return [
    atLeast('summary and brief, published kinds, micro', 0.97, brief.withHost.published),
    atLeast('user messages after two compactions', 0.95, all.chain['user.prompt g2']?.withHost),
    atLeast('modified files after two compactions', 1, all.chain['file.modified g2']?.withHost),
    atLeast('rule messages word for word', 0.98, all.verbatim.withHost),
    atLeast('role precision of files', 0.99, all.roles),
    {
      measure: 'stale facts delivered',
      wanted: 'at most 2 %',
      found: spelled(all.stale),
      reached: claimed(all.stale, (rate) => rate <= 0.02),
    },
    {
      measure: 'rescue per 1,000 characters',
      wanted: 'above every rival program',
      found: `${percent(own)} %; best rival: ${best.title}, ${percent(best.rescue.perThousand)} %`,
      reached: own > (best.rescue.perThousand ?? 0),
    },
    {
      measure: 'rescue per 1,000 characters',
      wanted: 'above the trivial lists',
      found:
        `${percent(own)} %; lists ${percent(listed)} %, made by the scorer's own readers; ` +
        `of the lost facts the brief gives back ${brief.rescue.rescued}, the lists ${lists.rescue.rescued}`,
      reached: own > listed,
    },
    {
      measure: 'brief and loss report, median',
      wanted: 'at most 4,000 characters',
      found: `${thousands(length)} characters (${characters.length} boundaries)`,
      reached: length <= 4_000,
    },
  ];
}

function atLeast(measure: string, share: number, rate: Rate | undefined): Target {
  return {
    measure,
    wanted: share === 1 ? '100 %' : `at least ${Math.round(share * 100)} %`,
    found: spelled(rate),
    reached: claimed(rate, (found) => found >= share),
  };
}

function claimed(rate: Rate | undefined, test: (found: number) => boolean): boolean | undefined {
  if (rate?.rate === undefined || rate.sessions < enoughSessions) return undefined;
  return test(rate.rate);
}
