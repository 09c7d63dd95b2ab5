import type { Arm, Told } from './arms/arm.ts';
import { caseId, plainTold } from './arms/arm.ts';
import { installHoldfast } from './arms/holdfast.ts';
import { listsOf } from './arms/lists.ts';
import { claudeSessions } from './cases/find.ts';
import { driveClaude } from './replay/drive-claude.ts';
import { pointersOf } from './replay/pointers.ts';
import { rateOf } from './score/bootstrap.ts';
import { recallCells } from './score/recall.ts';
import { publishedKinds } from './truth/fact.ts';
import type { Case } from './truth/truth.ts';
import { casesOf } from './truth/truth.ts';

const sessions = claudeSessions();
const cases = sessions.flatMap(casesOf);
const brief = new Map<string, Told>();
const withLoss = new Map<string, Told>();
for (const session of sessions) {
  for (const one of await driveClaude(session, installHoldfast, {
    depth: 'boundary',
    pointersOf,
  })) {
    const id = `${session.name}#${one.number}`;
    brief.set(id, { text: one.brief, given: one.given, cut: one.cut });
    withLoss.set(id, {
      text: `${one.brief}\n${one.later}`,
      given: one.given + one.later.length,
      cut: one.cut,
    });
  }
}
const by = (make: (one: Case) => string) =>
  new Map(cases.map((one) => [caseId(one), plainTold(make(one))]));
const arms: [Arm, boolean][] = [
  [
    { id: 'host', title: 'host', version: '', told: by((one) => one.boundary.summary ?? '') },
    false,
  ],
  [{ id: 'lists', title: 'lists', version: '', told: by(listsOf) }, false],
  [{ id: 'lists', title: 'h+lists', version: '', told: by(listsOf) }, true],
  [{ id: 'brief', title: 'brief', version: '', told: brief }, false],
  [{ id: 'brief', title: 'h+brief', version: '', told: brief }, true],
  [{ id: 'loss', title: 'h+b+loss', version: '', told: withLoss }, true],
];
const rows = [...publishedKinds.map((kind) => [kind]), publishedKinds];
console.log(['kind'.padEnd(18), ...arms.map(([arm]) => arm.title.padStart(9)), '    n'].join(''));
for (const kinds of rows) {
  const rates = arms.map(([arm, withHost]) => rateOf(recallCells(arm, cases, kinds, { withHost })));
  console.log(
    [
      (kinds.length === 1 ? kinds[0]! : 'all, micro').padEnd(18),
      ...rates.map(({ rate }) => (rate === undefined ? '-' : (rate * 100).toFixed(1)).padStart(9)),
      String(rates[0]!.total).padStart(5),
    ].join(''),
  );
}
