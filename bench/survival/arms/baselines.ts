import { planTextAt } from '../replay/plan-text.ts';
import type { Case } from '../truth/truth.ts';
import type { Arm, Told } from './arm.ts';
import { caseId, plainTold } from './arm.ts';
import { gitTexts } from './git.ts';
import { listsOf } from './lists.ts';
import { randomPieces, tailOf } from './plain-text.ts';

/** The arms that need no program: what the host gives, and what anyone could do in an afternoon. */
export function baselines(cases: readonly Case[], product: Arm): Arm[] {
  const by = (make: (one: Case, index: number) => string): Map<string, Told> =>
    new Map(cases.map((one, index) => [caseId(one), plainTold(make(one, index))]));
  const lengthOf = (one: Case) => product.told.get(caseId(one))?.text.length ?? 0;
  const git = gitByCase(cases);
  return [
    { id: 'empty', title: 'empty', version: '', told: by(() => '') },
    {
      id: 'host',
      title: 'host summary',
      version: 'as recorded',
      told: by((one) => one.boundary.summary ?? ''),
    },
    { id: 'lists', title: 'trivial lists', version: '', told: by(listsOf) },
    {
      id: 'git',
      title: 'git only',
      version: 'as installed',
      told: by((one) => git.get(caseId(one)) ?? ''),
    },
    {
      id: 'plan',
      title: 'plan file only',
      version: '',
      told: by((one) => planTextAt(one.session, one.boundary.line) ?? ''),
    },
    {
      id: 'tail2k',
      title: 'tail 2,000',
      version: '',
      told: by((one) => tailOf(one.segment.events, 2_000)),
    },
    {
      id: 'tail10k',
      title: 'tail 10,000',
      version: '',
      told: by((one) => tailOf(one.segment.events, 10_000)),
    },
    {
      id: 'random',
      title: 'random, same length',
      version: '',
      told: by((one, index) => randomPieces(one.segment.events, lengthOf(one), index + 1)),
    },
  ];
}

function gitByCase(cases: readonly Case[]): Map<string, string> {
  const sessions = [...new Set(cases.map((one) => one.session))];
  return new Map(
    sessions.flatMap((session) =>
      gitTexts(session).map((text, index) => [`${session.name}#${index + 1}`, text] as const),
    ),
  );
}
