import { describe, expect, it } from 'vitest';
import { auditCompaction } from '../../src/core/audit/compaction.ts';
import type { BriefInput } from '../../src/core/brief/input.ts';
import { lostFacts, renderLoss } from '../../src/core/brief/loss.ts';
import { renderBrief } from '../../src/core/brief/render.ts';
import { renderSteering } from '../../src/core/brief/steering.ts';
import { type Fact, type FactKind, factKinds } from '../../src/core/fact.ts';
import { meaningOf, ranked } from '../../src/core/fact-meaning.ts';
import type { MemoryPart } from '../../src/core/fact-readers.ts';
import { renderMemory } from '../../src/core/memory/render.ts';
import { ownTemplate } from '../../src/core/memory/template.ts';
import { newFold, snapshotOf } from '../../src/core/snapshot/fold.ts';
import type { Snapshot } from '../../src/core/snapshot/snapshot.ts';
import { factLines } from '../../src/entry/cli/facts.ts';

/** A value that each kind may have, with a word that stands nowhere else. */
const values: Readonly<Record<FactKind, string>> = {
  prohibition: 'never touch quokka tables',
  constraint: 'quokka names stay short',
  correction: 'no, quokka is the right one',
  'question.open': 'Shall quokka go?',
  approval: 'Shall quokka be released?',
  task: 'quokka',
  request: 'build the quokka page',
  mode: 'quokka',
  'file.created': '/p/docs/quokka.md',
  'file.modified': '/p/docs/quokka.md',
  'file.deleted': '/p/docs/quokka.md',
  'test.failing': 'quokka renders',
  'error.open': 'make quokka',
  todo: 'feed the quokka',
  'in-flight': 'npm run quokka',
  'attempt.failed': 'make quokka',
  command: 'npm run quokka-test',
  'command.family': 'quokka build',
  works: 'npm run quokka',
  refusal: 'git push quokka',
  exchange: 'Where is the quokka?',
  outside: 'issue quokka-7 https://example.com/issues/7',
  'not-done': 'the agent wrote "quokka is pushed"',
  deferred: 'quokka comes later',
  stands: 'Now the quokka.',
  decision: 'Which? \u2192 quokka',
  'git.branch': 'feature/quokka',
  'git.commit': 'abcdef1 add quokka',
  skill: 'quokka',
  next: 'quokka',
  'file.read': '/p/docs/quokka.md',
};

function snapshotWith(kind: FactKind): Snapshot {
  const value = values[kind];
  const one: Fact = { kind, value, from: { source: 'record', offset: 1, line: 7, segment: 0 } };
  if (kind === 'exchange') one.detail = 'The quokka lives in src/zoo.ts.';
  if (kind === 'todo') one.state = 'pending';
  const { summary } = snapshotOf(newFold());
  return {
    facts: [one],
    summary: {
      ...summary,
      // What the host's own lists tell stands beside the facts.
      ...(kind === 'todo'
        ? { todos: [{ id: '1', text: value, status: 'pending' as const }] }
        : kind === 'question.open'
          ? { openQuestion: value }
          : {}),
    },
  };
}

function input(kind: FactKind): BriefInput {
  return {
    recovery: 'c1-abcdef',
    number: 1,
    trigger: 'auto',
    snapshot: snapshotWith(kind),
    turn: 'ended',
    taskNotes: [],
    files: [],
    missing: [],
    notes: [],
    place: { cwd: '/p', ...(kind === 'git.branch' ? { branch: values[kind] } : {}) },
    budget: 9_500,
    head: 1_900,
    mayInline: true,
    gated: false,
    pointers: [],
  };
}

const titles: Readonly<Record<MemoryPart, readonly string[]>> = {
  state: ['Current State'],
  task: ['Task specification'],
  files: ['Files and Functions'],
  workflow: ['Workflow'],
  errors: ['Errors & Corrections'],
  documentation: ['Codebase and System Documentation'],
  learnings: ['Learnings'],
  results: ['Key results'],
};
const lost = ranked('loss') as readonly FactKind[];
const counted = ranked('audit') as readonly FactKind[];

describe('each kind of fact means to every reader what the table says', () => {
  it.each(factKinds)('%s: told in the brief, or left out on purpose', (kind) => {
    const { text } = renderBrief(input(kind));
    const { brief } = meaningOf(kind);
    const at = text.indexOf('quokka');
    const where = at < 0 ? 'none' : at < 1_900 ? 'in it' : 'too late';
    expect([kind, where]).toEqual([kind, brief === 'none' ? 'none' : 'in it']);
  });

  it.each(factKinds)('%s: asked of the summariser, or not', (kind) => {
    const told = renderSteering(input(kind), { limit: 4_000 }).includes('quokka');
    expect(told).toBe(meaningOf(kind).steering !== 'none');
  });

  it.each(factKinds)('%s: in the loss report, under its word', (kind) => {
    const { facts } = snapshotWith(kind);
    const text = renderLoss(lostFacts(facts, ['nothing of it']), 2_000);
    const { loss } = meaningOf(kind);
    expect(text.includes('quokka')).toBe(loss !== 'none');
    if (loss !== 'none') expect(text).toContain(`- ${loss.word}: `);
    expect(lost.includes(kind)).toBe(loss !== 'none');
    expect(lostFacts(facts, [`${values[kind]} ${facts[0]!.detail ?? ''}`])).toEqual([]);
  });

  it.each(factKinds)('%s: a row of the audit, kept by a summary that has it', (kind) => {
    const audit = (summary: string) =>
      auditCompaction(
        {
          number: 1,
          trigger: 'auto',
          reports: 0,
          summary,
          attached: [],
          snapshot: snapshotWith(kind),
        },
        { whole: 9_500, head: 1_900 },
      ).kinds.map((row) => [row.kind, row.kept, row.gone]);
    const isCounted = counted.includes(kind);
    const { detail = '' } = snapshotWith(kind).facts[0]!;
    expect(audit(`${values[kind]} ${detail}`)).toEqual(isCounted ? [[kind, 1, 0]] : []);
    expect(audit('nothing of it')).toEqual(isCounted ? [[kind, 0, 1]] : []);
  });

  it.each(factKinds)('%s: in its sections of the memory and in no other', (kind) => {
    const text = renderMemory({ known: input(kind), template: ownTemplate });
    const parts = text.split(/^# /m).slice(1);
    const found = parts
      .filter((part) => part.includes('quokka'))
      .map((part) => part.split('\n', 1)[0]!)
      .filter((title) => title !== 'Session Title');
    const { memory, worklog } = meaningOf(kind);
    const allowed = memory.flatMap((part) => titles[part]);
    const others = found.filter((title) => title !== 'Worklog' && !allowed.includes(title));
    const missed = memory.filter((part) => !titles[part].some((title) => found.includes(title)));
    expect({ others, missed, log: found.includes('Worklog') }).toEqual({
      others: [],
      missed: [],
      log: worklog !== 'none',
    });
  });

  it.each(factKinds)('%s: a line of `snapshot` and `show`, with its source', (kind) => {
    const [line] = factLines(snapshotWith(kind).facts, ['/p']);
    expect(line).toContain('quokka');
    expect(line).toContain('(transcript:7)');
  });
});
