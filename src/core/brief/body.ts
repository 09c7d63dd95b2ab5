import type { Fact, FactKind } from '../fact.ts';
import { untrusted } from '../trust/untrusted.ts';
import { assignedSection } from './assigned.ts';
import { alsoRunSection, commandsSection } from './commands.ts';
import { falling, type Part } from './compose.ts';
import { filesReadSection } from './files-read.ts';
import type { Section } from './fit.ts';
import type { BriefInput } from './input.ts';
import { instructionsSection } from './instructions.ts';
import { liftedLines } from './rules.ts';
import { saidSection } from './said.ts';
import { shownPath } from './shown-path.ts';
import { takenBackFacts, takenBackSection } from './taken-back.ts';
import { toldPart } from './told.ts';

/** The parts behind the first one, in the order in which an agent reads them, with what their lines are worth. */
export function bodyParts(input: BriefInput): Part[] {
  const said = saidSection(input);
  return [
    worth(assignedSection(input), 95, 0.99),
    toldPart(input, 'stands'),
    toldPart(input, 'refusal'),
    worth(changes(input), 95, 0.995),
    worth(takenBackSection(input), 85, 0.99),
    worth(instructionsSection(input), 88, 0.99),
    worth(failing(input), 96, 0.99),
    toldPart(input, 'not-done'),
    worth(todos(input), 94, 0.995),
    worth(workers(input), 90, 0.99),
    worth(attempts(input), 90, 0.97),
    worth(inFlight(input), 89, 0.98),
    toldPart(input, 'outside'),
    worth(commandsSection(input), 94, 0.995),
    worth(alsoRunSection(input), 94, 0.99),
    toldPart(input, 'works'),
    worth(decisions(input), 91, 0.98),
    worth(liftedRules(input), 85, 0.98),
    worth(approvals(input), 86, 0.96),
    { ...said, worth: (index) => saidWorth[said.rank?.[index] ?? 3]! * 0.998 ** index },
    toldPart(input, 'exchange'),
    toldPart(input, 'deferred'),
    worth(commits(input), 89, 0.985),
    worth(skills(input), 55, 0.9),
    worth(filesReadSection(input), 90, 0.99),
  ];
}

/** By the rank of a message: the newest two, what may bind, short ones, all others. */
const saidWorth = [97, 95, 93, 91];

function worth(section: Section, first: number, factor: number): Part {
  return { ...section, worth: falling(first, factor) };
}

function facts(input: BriefInput, kind: FactKind): Fact[] {
  return input.snapshot.facts.filter((fact) => fact.kind === kind);
}

function newestFirst(input: BriefInput, kind: FactKind): Fact[] {
  return facts(input, kind).reverse();
}

function changes(input: BriefInput): Section {
  const roles: [FactKind, string][] = [
    ['file.created', 'created'],
    ['file.modified', 'modified'],
    ['file.deleted', 'deleted'],
  ];
  const all = roles.flatMap(([kind, word]) =>
    facts(input, kind)
      .filter((fact) => !fact.takenBack)
      .map((fact) => ({ fact, word })),
  );
  all.sort((a, b) => order(b.fact) - order(a.fact));
  const uncommitted = all.filter(({ fact }) => fact.state !== 'committed');
  const committed = all.filter(({ fact }) => fact.state === 'committed');
  const isNew = new Set(
    (input.place.changed ?? []).filter((file) => file.status === '??').map((file) => file.path),
  );
  const lines = [...uncommitted, ...committed].map(({ fact, word: role }) => {
    // A shell command may have made the file; git knows that it was not there before.
    const word = role === 'modified' && isNew.has(fact.value) ? 'created' : role;
    const state = fact.state === 'committed' ? ', committed' : '';
    return `- ${shownPath(input, fact.value)} (${word}${state})`;
  });
  const known = [...all.map(({ fact }) => fact), ...takenBackFacts(input)];
  const stray = strayChanges(input, new Set(known.map((fact) => shownPath(input, fact.value))));
  return {
    title: `Files changed in this session (newest first; look at \`git diff --stat\` before editing)${treeState(input)}:`,
    lines: [...lines, ...stray],
    cap: 2200,
    floor: 700,
    more: (count) => `- and ${count} more changed files: \`git status --short\``,
  };
}

function order(fact: Fact): number {
  return fact.from.offset ?? 0;
}

function treeState(input: BriefInput): string {
  const { changed, unpushed } = input.place;
  if (changed === undefined) return '';
  const dirty =
    changed.length === 0 ? '; work tree clean' : `; ${changed.length} uncommitted in the work tree`;
  if (!unpushed) return dirty;
  return `${dirty}, ${unpushed} ${unpushed === 1 ? 'commit' : 'commits'} not pushed`;
}

function strayChanges(input: BriefInput, known: ReadonlySet<string>): string[] {
  return (input.place.changed ?? [])
    .filter((file) => !known.has(shownPath(input, file.path)))
    .map((file) => {
      const path = shownPath(input, file.path);
      // Git names a new folder in place of its files.
      const holds = path.endsWith('/') && [...known].some((one) => one.startsWith(path));
      const by = holds ? 'with files from above' : 'not by a recorded edit';
      return `- ${path} (uncommitted, ${file.status.trim() || 'changed'}; ${by})`;
    })
    .slice(0, 12);
}

function failing(input: BriefInput): Section {
  const tests = newestFirst(input, 'test.failing').map(
    (fact) => `- failing: ${untrusted(fact.value, 200)}${detail(fact, 160)}`,
  );
  const errors = newestFirst(input, 'error.open').map(
    (fact) => `- error: ${untrusted(fact.value, 200)}${detail(fact, 200)}`,
  );
  return {
    title: 'Failing tests and open errors:',
    lines: [...tests, ...errors],
    cap: 1100,
    floor: 500,
  };
}

function detail(fact: Fact, limit: number): string {
  return fact.detail ? `: ${untrusted(fact.detail, limit)}` : '';
}

function workers(input: BriefInput): Section {
  const lines = (input.workers ?? []).map(
    ({ worker, ticket, host, status }) =>
      `- ${untrusted(worker, 60)}: ticket ${untrusted(ticket, 80)} on ${untrusted(host, 20)}: ${untrusted(status, 20)}`,
  );
  return {
    title:
      'Workers that this session started (`holdfast workers` shows them; do not start one twice):',
    lines,
    cap: 1200,
    floor: 500,
  };
}

function todos(input: BriefInput): Section {
  const items = input.snapshot.summary.todos;
  const rank = { in_progress: 0, pending: 1, completed: 2, deleted: 3 };
  const open = items
    .filter((item) => item.status === 'in_progress' || item.status === 'pending')
    .sort((a, b) => rank[a.status] - rank[b.status]);
  const done = items.filter((item) => item.status === 'completed').length;
  const lines = open.map((item) =>
    item.status === 'in_progress'
      ? `- [in_progress at compaction: verify] ${untrusted(item.text, 200)}`
      : `- [pending] ${untrusted(item.text, 200)}`,
  );
  if (lines.length > 0 && done > 0) lines.push(`- (${done} completed)`);
  return { title: 'Todo list as it stood:', lines, cap: 1200, floor: 400 };
}

function attempts(input: BriefInput): Section {
  const lines = newestFirst(input, 'attempt.failed').map(
    (fact) => `- ${untrusted(fact.value, 180)}${detail(fact, 140)}`,
  );
  return { title: 'Tried and failed (do not try the same again):', lines, cap: 700, floor: 200 };
}

function inFlight(input: BriefInput): Section {
  const lines = newestFirst(input, 'in-flight').map(
    (fact) => `- ${untrusted(fact.value, 160)}${detail(fact, 260)}`,
  );
  return {
    title: 'Still running when last seen (do not start twice):',
    lines,
    cap: 900,
    floor: 300,
  };
}

function decisions(input: BriefInput): Section {
  const noted = [...input.notes]
    .reverse()
    .filter((note) => note.note !== 'constraint')
    .map(
      (note) =>
        `- ${note.note === 'next' ? 'next: ' : ''}${untrusted(note.text, 300)} (noted by the ${note.by})`,
    );
  const decided = newestFirst(input, 'decision').map(
    (fact) => `- ${untrusted(fact.value, 260)}${detail(fact, 200)}`,
  );
  return { title: 'Decisions:', lines: [...noted, ...decided], cap: 1200, floor: 300 };
}

function liftedRules(input: BriefInput): Section {
  return {
    title: 'Rules that the user lifted later (where a text says less than it lifts, ask):',
    lines: liftedLines(input.snapshot.facts),
    cap: 1000,
    floor: 300,
  };
}

function approvals(input: BriefInput): Section {
  const lines = newestFirst(input, 'approval').map((fact) => {
    const when = fact.from.time ? ` (${fact.from.time})` : '';
    return `- "${untrusted(fact.value, 160)}"${detail(fact, 240)}${when}`;
  });
  return {
    title: 'Approved by the user, and only this (ask again before anything irreversible):',
    lines,
    cap: 800,
    floor: 250,
  };
}

function commits(input: BriefInput): Section {
  const lines = newestFirst(input, 'git.commit').map(
    (fact) => `- ${untrusted(fact.value, 120)}${fact.state ? ` (${fact.state})` : ''}`,
  );
  return { title: 'Commits of this session:', lines, cap: 700, floor: 250 };
}

function skills(input: BriefInput): Section {
  const lines = newestFirst(input, 'skill').map(
    (fact) => `- ${untrusted(fact.value, 120)}${detail(fact, 260)}${skillWords(fact)}`,
  );
  return {
    title: 'Skills in use (read again before using; past arguments are history, not orders):',
    lines,
    cap: 600,
    floor: 0,
  };
}

function skillWords({ words }: Fact): string {
  return words === undefined ? '' : ` (past argument: "${untrusted(words, 120)}")`;
}
