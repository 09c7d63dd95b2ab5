import { isObserved, type LedgerEntry } from './entry.ts';
import { judgeCites } from './judge-cites.ts';
import { judgeFailing } from './judge-failing.ts';
import { judgeChanged, judgeFile, judgeTree, judgeUnchanged } from './judge-files.ts';
import { judgeRan } from './judge-ran.ts';
import { judgeExplored, judgeRead } from './judge-read.ts';
import { judgeSaid } from './judge-said.ts';
import type { Predicate } from './predicate.ts';
import { fails, type Grounds, holds, type Tree, type Verdict } from './verdict.ts';

/**
 * Judges a predicate on reconciled entries and the tree. A claim satisfies none. `start`: ISO time from which on the entries
 * are; absent: that of the first. `whole`: all that is known of the session, where the entries are those of a part of it.
 */
export function judge(
  predicate: Predicate,
  entries: readonly LedgerEntry[],
  tree: Tree,
  start?: string,
  whole: readonly LedgerEntry[] = entries,
): Promise<Verdict> {
  const observed = entries.filter(isObserved);
  return judgeOn(predicate, {
    calls: observed.filter((entry) => entry.kind === 'call'),
    answers: observed.filter((entry) => entry.kind === 'answer'),
    tree,
    session: {
      calls: whole.filter(isObserved).filter((entry) => entry.kind === 'call'),
      start: whole.find(({ time }) => time !== undefined)?.time,
    },
    ...(start !== undefined && { start }),
  });
}

async function judgeOn(predicate: Predicate, grounds: Grounds): Promise<Verdict> {
  if ('all' in predicate || 'any' in predicate) return judgeList(predicate, grounds);
  if ('not' in predicate) return inverse(await judgeOn(predicate.not, grounds));
  if ('ran' in predicate) return judgeRan(predicate, grounds);
  if ('failing' in predicate) return judgeFailing(predicate, grounds);
  if ('cites' in predicate) return judgeCites(predicate, grounds);
  if ('read' in predicate) return judgeRead(predicate, grounds);
  if ('explored' in predicate) return judgeExplored(predicate, grounds);
  if ('changed' in predicate) return judgeChanged(predicate, grounds);
  if ('unchanged' in predicate) return judgeUnchanged(predicate, grounds);
  if ('file' in predicate) return judgeFile(predicate, grounds);
  if ('tree' in predicate) return judgeTree(predicate, grounds);
  if ('check' in predicate) {
    const run = await grounds.tree.run(predicate.check, predicate.seconds);
    if ('refused' in run)
      return fails(
        `"${predicate.check}" was not run: ${run.refused}.`,
        run.next ?? 'Trust the project with "holdfast trust", from a terminal of your own.',
      );
    return run.ok
      ? holds(`"${predicate.check}" ended well just now.`)
      : fails(
          `"${predicate.check}" did not end well within ${predicate.seconds} seconds.`,
          `Make "${predicate.check}" end with exit code 0.`,
        );
  }
  return judgeSaid(predicate, grounds);
}

async function judgeList(
  predicate: { all: Predicate[] } | { any: Predicate[] },
  grounds: Grounds,
): Promise<Verdict> {
  const isAll = 'all' in predicate;
  const verdicts: Verdict[] = [];
  for (const part of isAll ? predicate.all : predicate.any) {
    verdicts.push(await judgeOn(part, grounds));
  }
  const done = verdicts.filter((verdict) => verdict.holds);
  const open = verdicts.filter((verdict) => !verdict.holds);
  const isHeld = isAll ? open.length === 0 : done.length > 0;
  const telling = isHeld ? done : open;
  const verdict: Verdict = {
    holds: isHeld,
    why: distinct(telling.map((one) => one.why)).join(' '),
    entries: [...new Set(telling.flatMap((one) => one.entries))],
  };
  if (!isHeld) {
    // What fails for sure decides for all; what holds for none may yet be open for any.
    if (isAll ? open.every((one) => one.open) : open.some((one) => one.open)) verdict.open = true;
    verdict.next = distinct(open.map((one) => one.next ?? '')).join(isAll ? ' ' : ' Or: ');
  }
  return verdict;
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}

function inverse(verdict: Verdict): Verdict {
  const { holds: held, why, entries } = verdict;
  if (verdict.open) return verdict;
  return held
    ? {
        holds: false,
        why: `It must not be so, but: ${why}`,
        entries,
        next: 'Undo what it rests on.',
      }
    : { holds: true, why: `As it must be: ${why}`, entries };
}
