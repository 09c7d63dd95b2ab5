import type { TaskDocument } from './task.ts';

/** The word itself, not the start of a sentence about a part: `Done with phase 1` closes nothing. */
const closedWords =
  /^(?:all )?(?:done|complete[d]?|finished|closed|shelved|on[ -_]hold|paused|parked|abandoned|superseded|obsolete|cancell?ed|archived|rejected|wont-?fix|merged|landed|resolved)(?=\s*(?:$|[^\w\s:;,])|\s+(?:for|as|by|since|at|on|\d))/i;

/** The word that says that the work is over or put away (`done`, `shelved`, …), or undefined while it is not. */
export function closedBy(document: TaskDocument): string | undefined {
  const said = [document.status, document.source === 'manifest' ? document.phase : undefined];
  for (const value of said) {
    const word = value && closedWords.exec(value.replace(/^[^A-Za-z]+/, ''))?.[0];
    if (word) return word.toLowerCase();
  }
  const countsBoxes = document.source === 'plan' || document.source === 'loop' || !document.status;
  const allTicked = document.doneSteps > 0 && document.openSteps.length === 0;
  return countsBoxes && allTicked && document.source !== 'manifest' ? 'all steps done' : undefined;
}
