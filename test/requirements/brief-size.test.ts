import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BriefInput } from '../../src/core/brief/input.ts';
import { renderLoss } from '../../src/core/brief/loss.ts';
import { renderBrief } from '../../src/core/brief/render.ts';
import { renderStateLine } from '../../src/core/brief/state-line.ts';
import { renderSteering } from '../../src/core/brief/steering.ts';
import { renderStub } from '../../src/core/brief/stub.ts';
import type { Fact, FactKind } from '../../src/core/fact.ts';
import { factKinds } from '../../src/core/fact.ts';
import { newFold, snapshotOf } from '../../src/core/snapshot/fold.ts';
import type { ActiveTask } from '../../src/core/task/task.ts';
import { emptyDocument } from '../../src/core/task/task-document.ts';

const head = 1_900;
const budget = 9_500;

function fact(kind: FactKind, value: string, offset = 0): Fact {
  return { kind, value, from: { source: 'record', offset, segment: 0 } };
}

function task(path: string, more: Partial<ActiveTask> = {}): ActiveTask {
  return {
    path,
    document: {
      ...emptyDocument('plan'),
      title: 'Widgets',
      objective: 'build every widget',
      phase: 'Phase 2',
      step: 'cut the widgets',
      nextAction: 'run the saw test',
    },
    confidence: 'high',
    method: 'explicit',
    reason: 'It was named as the task.',
    required: [],
    missing: [],
    ...more,
  };
}

function input(facts: Fact[], more: Partial<BriefInput> = {}): BriefInput {
  const { summary } = snapshotOf(newFold());
  return {
    recovery: 'c1-abcdef',
    number: 1,
    trigger: 'auto',
    snapshot: { facts, summary: { ...summary, midTurn: true, cwd: '/p' } },
    taskNotes: [],
    files: [],
    missing: [],
    notes: [],
    place: { cwd: '/p', branch: 'main' },
    budget,
    head,
    mayInline: true,
    gated: true,
    rulesPath: '/home/u/.local/state/holdfast/sessions/claude-code/s/rules.md',
    pointers: ['every fact: `holdfast show s`'],
    ...more,
  };
}

const many = (kind: FactKind, count: number, text: string): Fact[] =>
  Array.from({ length: count }, (_, index) => fact(kind, `${text} ${index}`, index));
const longRule = 'Never touch the tables of the payment service, whatever the tests say, rule';
const deep = `/home/user/${'a-rather-long-folder-name/'.repeat(6)}`;
const tooLong = 'x'.repeat(5_000);

describe('[R23] the first 1,900 characters hold everything that is mandatory', () => {
  it('with forty rules: the task, its next action and where the rules are', () => {
    const brief = renderBrief(
      input(many('prohibition', 40, longRule), {
        task: task('/p/PLAN.md'),
        files: [{ path: '/p/PLAN.md', role: 'plan', text: tooLong }],
      }),
    );
    const first = brief.text.slice(0, head);
    expect(first).toContain('Holdfast c1-abcdef');
    expect(first).toContain('Read /p/PLAN.md');
    expect(first).toContain(`"${longRule} 39"`);
    expect(first).toContain('rules.md');
    expect(first).toContain('Next action: run the saw test');
    expect(first).toContain('step: cut the widgets');
  });

  it('with ten obligations under long paths: each path can be told from it, and the task', () => {
    const files = Array.from({ length: 10 }, (_, index) => ({
      path: `${deep}part-${index}/document-${index}.md`,
      role: 'listed in the manifest',
      text: tooLong,
    }));
    const brief = renderBrief(
      input(many('prohibition', 12, longRule), { task: task(files[0]!.path), files }),
    );
    const first = brief.text.slice(0, head);
    for (const [index] of files.entries()) {
      expect(first).toContain(`part-${index}/document-${index}.md`);
    }
    expect(first).toContain(deep);
    expect(first).toContain('Next action: run the saw test');
    expect(first).toContain('rules.md');
  });

  it('with the longest of everything at once: no part pushes another out', () => {
    const files = Array.from({ length: 10 }, (_, index) => ({
      path: `${deep}part-${index}/document-${index}.md`,
      role: 'listed in the manifest',
      text: tooLong,
    }));
    const base = input(many('prohibition', 60, longRule), {
      task: task(files[0]!.path, {
        document: {
          ...emptyDocument('plan'),
          title: 'T'.repeat(300),
          objective: 'O'.repeat(900),
          phase: 'P'.repeat(300),
          section: 'S'.repeat(300),
          step: `the step ${'s'.repeat(900)}`,
          nextAction: `the next action ${'n'.repeat(900)}`,
          progress: 'G'.repeat(300),
        },
      }),
      files,
      missing: [`${deep}gone.md`],
    });
    base.snapshot.summary.midTurn = false;
    base.snapshot.summary.openQuestion = `May I drop the table? ${'q'.repeat(900)}`;
    const first = renderBrief(base).text.slice(0, head);
    expect(first).toContain('document-9.md');
    expect(first).toContain('gone.md');
    expect(first).toContain('NOT ANSWERED');
    expect(first).toContain('May I drop the table?');
    expect(first).toContain('the next action');
    expect(first).toContain('the step');
    expect(first).toContain('rules.md');
  });

  it('names each rule whole in the brief or in the rules file', () => {
    const rules = many('prohibition', 80, `${longRule} ${'and more of it '.repeat(8)}`);
    const brief = renderBrief(
      input(rules, {
        task: task('/p/PLAN.md'),
        files: [{ path: '/p/PLAN.md', role: 'plan', text: tooLong }],
      }),
    );
    for (const rule of rules) {
      const line = `"${rule.value}"`;
      expect(brief.text.includes(line) || brief.rulesFile.includes(line)).toBe(true);
    }
  });
});

const scripts = fc.constantFrom(
  '漢字の規則を守る ',
  '👩‍👩‍👧‍👦 never push ',
  'Никогда ',
  'plain words ',
  '한국어 ',
);
const text = fc.tuple(scripts, fc.nat({ max: 90 })).map(([word, times]) => word.repeat(times + 1));
const anyFact = fc
  .tuple(fc.constantFrom(...factKinds), text, fc.nat({ max: 1e6 }))
  .map(([kind, value, offset]) => fact(kind, value, offset));
const anyInput = fc
  .record({
    facts: fc.array(anyFact, { maxLength: 60 }),
    files: fc.array(text, { maxLength: 10 }),
    missing: fc.array(text, { maxLength: 4 }),
    limit: fc.integer({ min: 600, max: budget }),
  })
  .map(({ facts, files, missing, limit }) =>
    input(facts, {
      task: task(`/p/${'計画/'.repeat(20)}PLAN.md`),
      files: files.map((content, index) => ({
        path: `/p/資料-${index}/${content.slice(0, 80)}.md`,
        role: 'plan',
        text: content,
      })),
      missing,
      budget: limit,
    }),
  );

/** UTF-8 has no place for half a pair. */
const isWhole = (value: string): boolean => !/\p{Surrogate}/u.test(value);

describe('[R23] no text is longer than what the host delivers', () => {
  it('whatever the script, and no character is cut in two', () => {
    fc.assert(
      fc.property(anyInput, (given) => {
        const brief = renderBrief(given).text;
        const steering = renderSteering(given, { limit: 2_000 });
        const loss = renderLoss(given.snapshot.facts, 2_000);
        const stub = renderStub(given);
        const line = renderStateLine('11111111-2222', given.task!, given.snapshot);
        expect(brief.length).toBeLessThanOrEqual(given.budget);
        expect(steering.length).toBeLessThanOrEqual(2_000);
        expect(loss.length).toBeLessThanOrEqual(2_000);
        expect(stub.length).toBeLessThanOrEqual(600);
        expect(line.length).toBeLessThanOrEqual(300);
        for (const one of [brief, steering, loss, stub, line]) expect(isWhole(one)).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  it('and the same input gives the same bytes', () => {
    fc.assert(
      fc.property(anyInput, (given) => {
        const again = structuredClone(given);
        expect(renderBrief(again)).toEqual(renderBrief(given));
        expect(renderSteering(again, { limit: 2_000 })).toBe(
          renderSteering(given, { limit: 2_000 }),
        );
      }),
      { numRuns: 60 },
    );
  });
});
