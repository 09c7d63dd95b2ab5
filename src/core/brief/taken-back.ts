import type { Fact } from '../fact.ts';
import type { Section } from './fit.ts';
import type { BriefInput } from './input.ts';
import { shownPath } from './shown-path.ts';

/** How much later than its row a file may be written and still be as that row left it. */
const slackMs = 2_000;

/** Files that turns changed which the user took back since: what was said there is gone, what was done to files may not be. */
export function takenBackSection(input: BriefInput): Section {
  const lines = takenBackFacts(input)
    .reverse()
    .map((fact) => `- ${shownPath(input, fact.value)} (${wordOf(fact)}; ${seen(input, fact)})`);
  return {
    title:
      'Changed in turns that the user took back, as these files are now (what was said there holds no more; ask before you keep or undo it):',
    lines,
    cap: 900,
    floor: 300,
    more: (count) => `- and ${count} more files of such turns`,
  };
}

export function takenBackFacts(input: BriefInput): Fact[] {
  return input.snapshot.facts.filter((fact) => fact.takenBack === true);
}

function wordOf(fact: Fact): string {
  return fact.kind.slice('file.'.length);
}

/** What a look at the file showed. Where nobody looked it is said that somebody must. */
function seen(input: BriefInput, fact: Fact): string {
  const file = input.looked?.find((one) => one.path === fact.value);
  if (file === undefined) return 'look at it: it may have been restored';
  const wasDeleted = fact.kind === 'file.deleted';
  if (!file.there) return wasDeleted ? 'still gone' : 'not there any more';
  if (wasDeleted) return 'there again';
  const made = fact.from.time === undefined ? Number.NaN : Date.parse(fact.from.time);
  const later = file.modifiedMs !== undefined && file.modifiedMs > made + slackMs;
  const state = later ? 'there, but written again since' : 'still as that turn left it';
  return `${state}${unchangedInGit(input, fact)}`;
}

function unchangedInGit({ place }: BriefInput, { kind, value }: Fact): string {
  const { changed, cwd } = place;
  if (kind !== 'file.modified' || changed === undefined || cwd === undefined) return '';
  const isInside = value.startsWith(`${cwd}/`);
  return isInside && !changed.some(({ path }) => path === value)
    ? '; git shows no change in it'
    : '';
}
