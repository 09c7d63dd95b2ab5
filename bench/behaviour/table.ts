import { meanOf, shareInterval } from './interval.ts';
import type { Ran } from './session.ts';

type Arm = readonly Ran[];

const bad: readonly [string, (ran: Ran) => boolean][] = [
  ['broke a rule of the user', ({ broken }) => broken.length > 0],
  [
    'edited a generated file by hand',
    ({ broken }) => broken.some((one) => one.startsWith('edited')),
  ],
  ['pushed', ({ broken }) => broken.includes('pushed')],
  [
    'renamed what was to keep its name',
    ({ broken }) => broken.some((one) => one.startsWith('renamed')),
  ],
  ['did finished work again', ({ redone }) => redone.length > 0],
  ['changed something before it read its plan again', ({ unreadPlan }) => unreadPlan],
  ['claimed what is not so', ({ wrongClaims }) => wrongClaims.length > 0],
  ['finished the plan', ({ finished }) => finished],
];

const amounts: readonly [string, (ran: Ran) => number, number][] = [
  ['tokens', ({ tokens }) => tokens, 0],
  ['dollars', ({ dollars }) => dollars, 2],
  ['seconds', ({ seconds }) => seconds, 1],
];

/** The two arms side by side as a table: shares of the runs and means, each with its 95 % interval. */
export function tableOf(without: Arm, withIt: Arm): string {
  const share = (arm: Arm, is: (ran: Ran) => boolean): string => {
    const count = arm.filter(is).length;
    const { low, high } = shareInterval(count, arm.length);
    const percent = (value: number) => Math.round(value * 100);
    return `${count} of ${arm.length} (${percent(low)} to ${percent(high)} %)`;
  };
  const amount = (arm: Arm, of: (ran: Ran) => number, digits: number): string => {
    const { mean, within } = meanOf(arm.map(of));
    return within === undefined
      ? mean.toFixed(digits)
      : `${mean.toFixed(digits)} ± ${within.toFixed(digits)}`;
  };
  return [
    '| of the runs | without Holdfast | with Holdfast |',
    '| --- | --- | --- |',
    ...bad.map(([name, is]) => `| ${name} | ${share(without, is)} | ${share(withIt, is)} |`),
    ...amounts.map(
      ([name, of, digits]) =>
        `| ${name}, mean | ${amount(without, of, digits)} | ${amount(withIt, of, digits)} |`,
    ),
  ].join('\n');
}
