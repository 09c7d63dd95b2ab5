import type { Arm } from './arms/arm.ts';
import { caseId } from './arms/arm.ts';
import { splitOf } from './cases/split.ts';
import type { ClaimReader } from './claims/claim.ts';
import { contextModeClaims } from './claims/context-mode.ts';
import { holdfastClaims } from './claims/holdfast.ts';
import { listsClaims } from './claims/lists.ts';
import type { ArtifactTrail } from './score/artifacts.ts';
import { artifactTrail } from './score/artifacts.ts';
import type { Cell, Difference, Rate } from './score/bootstrap.ts';
import { differenceOf, median, rateOf } from './score/bootstrap.ts';
import { chainCells, halfLife } from './score/chain.ts';
import { duplicateCells } from './score/duplicate.ts';
import { needCells } from './score/need.ts';
import { pointerCells, restorableCells } from './score/pointers.ts';
import { roleCells, staleCells } from './score/precision.ts';
import { recallCells } from './score/recall.ts';
import type { Rescue } from './score/rescue.ts';
import { rescueOf } from './score/rescue.ts';
import { verbatimCells } from './score/verbatim.ts';
import type { FactKind } from './truth/fact.ts';
import { labelledKinds, publishedKinds } from './truth/fact.ts';
import { hindsightFacts } from './truth/need.ts';
import type { Case } from './truth/truth.ts';

/** Characters of an arm's own text at which recall is asked. */
export const budgets = [1_000, 2_000, 4_000, 9_900] as const;

/** Kinds beyond the published ones, each a row of its own. */
export const furtherKinds: readonly FactKind[] = [
  'file.created',
  'file.deleted',
  'file.tracked',
  'cmd.exit',
  'git.branch',
  ...labelledKinds,
];

export interface ArmFigures {
  id: string;
  title: string;
  version: string;
  notRun?: string;
  cases: number;
  /** Characters at a boundary: median, and how many texts the host cut. */
  characters: number;
  cut: number;
  alone: Record<string, Rate>;
  withHost: Record<string, Rate>;
  macro: { alone: number | undefined; withHost: number | undefined };
  atBudget: Record<string, Rate>;
  rescue: Rescue;
  chain: Record<string, { alone: Rate; withHost: Rate; halfLife?: number }>;
  verbatim: { alone: Rate; withHost: Rate };
  need: { next: Rate; later: Rate };
  duplicate: Rate;
  roles?: Rate;
  stale?: Rate;
  artifacts?: ArtifactTrail;
  pointers?: Rate;
  restorable?: Rate;
  /** Paired differences of what host and arm hold together, published kinds. */
  against: { host: Difference; lists: Difference };
  split: Record<'dev' | 'held-out', Rate>;
}

const claimReaders: Readonly<Record<string, ClaimReader>> = {
  lists: listsClaims,
  'context-mode': contextModeClaims,
  brief: holdfastClaims,
  all: holdfastClaims,
};

/** Kinds whose survival over several compactions is a row. */
export const chainKinds: Readonly<Record<string, readonly FactKind[]>> = {
  'user.prompt': ['user.prompt'],
  'file.modified': ['file.modified'],
  'cmd.family': ['cmd.family'],
  commit: ['commit'],
  'by hand': labelledKinds,
  'all published': publishedKinds,
};

export const generations = [1, 2, 3] as const;

/** All figures of one arm on the cases. */
export function figuresOf(arm: Arm, cases: readonly Case[], lists: Arm, host: Arm): ArmFigures {
  const rate = (kinds: readonly FactKind[], withHost: boolean) =>
    rateOf(recallCells(arm, cases, kinds, { withHost }));
  const byKind = (withHost: boolean): Record<string, Rate> => ({
    ...Object.fromEntries(
      [...publishedKinds, ...furtherKinds].map((kind) => [kind, rate([kind], withHost)]),
    ),
    published: rate(publishedKinds, withHost),
    'all kinds': rate([...publishedKinds, ...furtherKinds], withHost),
    hindsight: rateOf(
      recallCells(arm, cases, ['file.modified', 'file.read_only'], {
        withHost,
        facts: hindsightFacts,
      }),
    ),
  });
  const alone = byKind(false);
  const withHost = byKind(true);
  const texts = cases.flatMap((one) => arm.told.get(caseId(one)) ?? []);
  const published = (which: Arm): Cell[] =>
    recallCells(which, cases, publishedKinds, { withHost: true });
  const read = claimReaders[arm.id];
  return {
    id: arm.id,
    title: arm.title,
    version: arm.version,
    notRun: arm.notRun,
    cases: texts.length,
    characters: median(texts.map((told) => told.text.length)),
    cut: texts.filter((told) => told.cut).length,
    alone,
    withHost,
    macro: { alone: macroOf(alone), withHost: macroOf(withHost) },
    atBudget: Object.fromEntries(
      budgets.map((limit) => [limit, rateOf(recallCells(arm, cases, publishedKinds, { limit }))]),
    ),
    rescue: rescueOf(arm, cases, publishedKinds),
    chain: chainsOf(arm, cases),
    verbatim: {
      alone: rateOf(verbatimCells(arm, cases, false)),
      withHost: rateOf(verbatimCells(arm, cases, true)),
    },
    need: {
      next: rateOf(needCells(arm, cases, false, 'next')),
      later: rateOf(needCells(arm, cases, false, 'later')),
    },
    duplicate: rateOf(duplicateCells(arm, cases)),
    ...(read
      ? {
          roles: rateOf(roleCells(arm, cases, read)),
          stale: rateOf(staleCells(arm, cases, read)),
          artifacts: artifactTrail(arm, cases, read),
        }
      : {}),
    ...(arm.pointers
      ? {
          pointers: rateOf(pointerCells(arm, cases)),
          restorable: rateOf(restorableCells(arm, cases)),
        }
      : {}),
    against: {
      host: differenceOf(published(arm), published(host)),
      lists: differenceOf(published(arm), published(lists)),
    },
    split: {
      dev: splitRate(arm, cases, 'dev'),
      'held-out': splitRate(arm, cases, 'held-out'),
    },
  };
}

function splitRate(arm: Arm, cases: readonly Case[], part: 'dev' | 'held-out'): Rate {
  const some = cases.filter((one) => splitOf(one.session) === part);
  return rateOf(recallCells(arm, some, publishedKinds, { withHost: true }));
}

/** The mean of the published kinds' rates, whatever their sizes. */
function macroOf(rates: Record<string, Rate>): number | undefined {
  const known = publishedKinds.flatMap((kind) => rates[kind]?.rate ?? []);
  return known.length === 0 ? undefined : known.reduce((sum, rate) => sum + rate, 0) / known.length;
}

function chainsOf(arm: Arm, cases: readonly Case[]): ArmFigures['chain'] {
  const ids = new Set(cases.map(caseId));
  // What is compared with the second compaction are the same facts at the first.
  const pairs = cases.filter((one) => ids.has(`${one.session.name}#${one.number + 1}`));
  return Object.fromEntries(
    Object.entries(chainKinds).flatMap(([name, kinds]) => {
      const first = rateOf(recallCells(arm, pairs, kinds, { withHost: true })).rate;
      const rates = generations.map((generation) => ({
        generation,
        alone: rateOf(chainCells(arm, cases, kinds, generation, false)),
        withHost: rateOf(chainCells(arm, cases, kinds, generation, true)),
      }));
      return rates.map(({ generation, alone, withHost }) => [
        `${name} g${generation}`,
        {
          alone,
          withHost,
          ...(generation === 2 ? { halfLife: halfLife(first, withHost.rate) } : {}),
        },
      ]);
    }),
  );
}
