import { askedSentence } from '../snapshot/question-text.ts';
import { isNegated } from '../words/asked.ts';
import { read } from '../words/reading.ts';
import { beganIn } from './agent-spans.ts';
import type { CallEntry } from './entry.ts';
import { recipeFault } from './judge-recipe.ts';
import { isAbout } from './judge-said.ts';
import type { PredicateOf } from './predicate.ts';
import { steersOf } from './steered.ts';
import { fails, type Grounds, type Verdict, when } from './verdict.ts';

/**
 * Whether the session changed what a command runs, so that a run of it proves nothing: undefined where it did not, or where the
 * user said yes to a question about that.
 */
export async function judgeSetting(
  run: CallEntry,
  { ran, exit }: PredicateOf<'ran'>,
  folder: string,
  { answers, tree, session }: Grounds,
): Promise<Verdict | undefined> {
  const wanted = ran.trim().split(/\s+/);
  const own = session.calls.find((one) => one.id === run.id && one.agent === run.agent) ?? run;
  const isApproved = (about: string, place: number): boolean => {
    const last = answers.findLast((one) => isAbout(one, about));
    if (last?.verdict !== 'yes' || last.source !== 'record' || last.began < place) return false;
    return !isNegated(read(askedSentence(last.question)));
  };
  const ask = (about: string) =>
    `Ask the user whether ${about} may be as it is, naming it, and wait for a yes.`;
  const steer = steersOf(session.calls, own, wanted, folder).find(
    ({ entry, about }) => !isApproved(about, beganIn(entry)),
  );
  if (steer !== undefined) {
    const { entry, why, about } = steer;
    return fails(
      `"${ran}"${when(run)} does not count: ${why} before it${when(entry)}.`,
      ask(about),
      [run, ...(entry.id === run.id ? [] : [entry])],
    );
  }
  const fault = await recipeFault(own, exit === 0, wanted, folder, session, tree);
  if (fault === undefined || (fault.mayBeApproved && isApproved(fault.about, 0))) return undefined;
  return fails(
    `"${ran}"${when(run)} does not count: ${fault.why}.`,
    fault.mayBeApproved
      ? ask(fault.about)
      : `Give ${fault.about} a script that fails when its tests do, and run "${ran}" again.`,
    [run],
  );
}
