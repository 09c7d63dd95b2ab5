import { alsoRunSection } from '../brief/commands.ts';
import { filesReadSection } from '../brief/files-read.ts';
import type { BriefInput } from '../brief/input.ts';
import { shownPath } from '../brief/shown-path.ts';
import { trackedLine } from '../brief/tracked.ts';
import type { Fact } from '../fact.ts';
import { meaningOf } from '../fact-meaning.ts';
import { commandKey } from '../snapshot/command-key.ts';
import { isTestCommand } from '../snapshot/test-command.ts';
import { timeText } from '../time-text.ts';
import { untrusted } from '../trust/untrusted.ts';
import type { MemoryLines } from './input.ts';
import { factLine, items, newest, placeOf, quoted, said } from './line.ts';

const changes = ['file.created', 'file.modified', 'file.deleted'] as const;

/** What was changed, the latest first, and what was read besides. */
export function filesAndFunctions(known: BriefInput): MemoryLines {
  const changed = newest(known, ...changes).map((fact) => `- ${changeText(known, fact)}`);
  const read = filesReadSection(known).lines;
  return { lines: [...changed, ...(read.length > 0 ? ['- Read, not changed:', ...read] : [])] };
}

function changeText(known: BriefInput, fact: Fact): string {
  const word = fact.kind.slice('file.'.length);
  const committed = fact.state === 'committed' ? ', committed' : '';
  const takenBack = fact.takenBack ? ', in a turn that was taken back' : '';
  return `${shownPath(known, fact.value)} (${word}${committed}${takenBack})`;
}

/** Commands with their last result, and what was run besides. */
export function workflow(known: BriefInput): MemoryLines {
  const commands = known.snapshot.facts.filter((fact) => fact.kind === 'command');
  return {
    lines: [
      ...commands.map((fact) => factLine(fact)),
      ...newest(known, 'works').map((fact) => factLine(fact, 'Works, and not another form: ')),
      ...newest(known, 'skill').map((fact) => factLine(fact, 'Skill: ')),
      ...alsoRunSection(known).lines,
    ],
  };
}

/** What fails, what did not work, and what the user set right. */
export function errorsAndCorrections(known: BriefInput): MemoryLines {
  return {
    lines: [
      ...newest(known, 'correction').map((fact) => `- The user: ${quoted(fact.value)}`),
      ...newest(known, 'error.open').map((fact) => factLine(fact, 'Open: ')),
      ...newest(known, 'test.failing').map((fact) => factLine(fact, 'Failing test: ')),
      ...newest(known, 'attempt.failed').map((fact) => factLine(fact, 'Did not work: ')),
      ...newest(known, 'refusal').map((fact) => factLine(fact, 'The user refused: ')),
    ],
  };
}

/** Where the work lies, and the documents that were read. */
export function documentation(known: BriefInput): MemoryLines {
  const { place } = known;
  const documents = newest(known, 'file.read', 'file.modified', 'file.created').filter((fact) =>
    /\.(?:md|mdx|rst|txt|adoc)$/i.test(fact.value),
  );
  return {
    lines: [
      ...items(
        place.cwd && `Folder: ${untrusted(place.cwd, 300)}${place.linked ? ' (a work tree)' : ''}`,
        place.branch && `Branch: ${untrusted(place.branch, 120)}`,
        trackedLine(known) || undefined,
      ),
      ...documents.map((fact) => `- Document: ${shownPath(known, fact.value)}`),
    ],
  };
}

/** What to keep to and what not to try again, as it was noted or shown. */
export function learnings(known: BriefInput): MemoryLines {
  const notes = [...known.notes].reverse().filter((note) => note.note !== 'next');
  return {
    lines: [
      ...notes.map((note) => `- ${untrusted(note.text, 400)} (noted by the ${note.by})`),
      ...newest(known, 'correction').map((fact) => `- By the user: ${quoted(fact.value, 400)}`),
      ...newest(known, 'attempt.failed').map((fact) => factLine(fact, 'Not again: ')),
      ...newest(known, 'refusal').map((fact) =>
        factLine(fact, 'Not unasked, the user refused it: '),
      ),
    ],
  };
}

/** What came out. */
export function keyResults(known: BriefInput): MemoryLines {
  const tested = known.snapshot.facts.filter(
    (fact) => fact.kind === 'command' && runsTests(fact.value),
  );
  return {
    lines: [
      ...newest(known, 'approval').map(
        (fact) => `- Approved, and only this: ${quoted(fact.value, 300)}${about(fact)}`,
      ),
      ...newest(known, 'decision').map((fact) => factLine(fact, 'Decided: ')),
      ...newest(known, 'git.commit').map((fact) => factLine(fact, 'Commit: ')),
      ...newest(known, 'outside').map((fact) => factLine(fact, 'Made outside: ')),
      ...newest(known, 'exchange').map(answerLine),
      ...tested.map((fact) => factLine(fact, 'Tested: ')),
    ],
  };
}

/** True for a command that runs tests, and not for one that names them: `rm test/a.test.ts`. */
function runsTests(command: string): boolean {
  return /\btests?\b|\bspec\b/i.test(command) || isTestCommand(command)
    ? commandKey(command)?.sort === 'check'
    : false;
}

/** What the agent answered, as its own words. */
function answerLine({ value, detail }: Fact): string {
  return `- Asked ${quoted(value, 160)}, the agent said, not checked: "${untrusted(detail ?? '', 500)}"`;
}

function about(fact: Fact): string {
  return fact.detail ? ` (${untrusted(fact.detail, 240)})` : '';
}

/** What happened, the oldest first; of a file or a command its last change or run stands there. */
export function worklog(known: BriefInput): MemoryLines {
  const told = known.snapshot.facts.filter(
    (fact) => meaningOf(fact.kind).worklog !== 'none' && fact.from.offset !== undefined,
  );
  const boundaries = known.snapshot.summary.boundaries.map(({ offset, time, trigger }) => ({
    at: offset,
    text: `- ${when(time)}Compaction (${untrusted(trigger, 20)})`,
  }));
  const lines = told.map((fact) => ({ at: placeOf(fact), text: stepLine(known, fact) }));
  const sorted = [...lines, ...boundaries].sort(
    (a, b) => a.at - b.at || (a.text < b.text ? -1 : a.text > b.text ? 1 : 0),
  );
  return { lines: [...new Set(sorted.map(({ text }) => text))], order: 'newest-last' };
}

function stepLine(known: BriefInput, fact: Fact): string {
  const what = fact.kind.startsWith('file.')
    ? shownPath(known, fact.value)
    : said.includes(fact.kind)
      ? quoted(fact.value, 160)
      : untrusted(fact.value, 160);
  const state = fact.kind === 'command' && fact.state ? ` → ${untrusted(fact.state, 40)}` : '';
  return `- ${when(fact.from.time)}${meaningOf(fact.kind).worklog}: ${what}${state}`;
}

function when(time: string | undefined): string {
  const text = timeText(time);
  return text === '' ? '' : `${text} `;
}
