import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { closedBy } from '../../../src/core/task/closed.ts';
import { parseTask } from '../../../src/core/task/identify.ts';
import { parsePlan } from '../../../src/core/task/plan.ts';

const phased = `# Task Plan: move the importer

## Goal
Import without downtime.

## Current Phase
Phase 2

## Phases
### Phase 1: Discovery
- [x] Read the code
- **Status:** complete

### Phase 2: Build
- [x] Write the reader
- [ ] Write the writer
- [ ] Connect both
- **Status:** in_progress

### Phase 12: Later
- [ ] Clean up

## Scope
- src/importer/
- docs/importer.md

## Success criteria
- all tests pass

## Rules
- Ask before any migration
Never push to main.
`;

describe('a plan', () => {
  test('tells title, goal, phase, step, scope, success criteria and rules', () => {
    expect(parsePlan(phased, 'task_plan.md')).toMatchObject({
      title: 'Task Plan: move the importer',
      objective: 'Import without downtime.',
      phase: 'Phase 2: Build',
      step: 'Write the writer',
      scope: ['src/importer/', 'docs/importer.md'],
      success: ['all tests pass'],
      openSteps: ['Write the writer', 'Connect both', 'Clean up'],
      doneSteps: 2,
      rules: ['Ask before any migration', 'Never push to main.'],
    });
  });

  test('takes the step that its author marked before the first open one', () => {
    const text = '# P\n- [ ] first\n- [ ] second [CURRENT]\n';
    expect(parsePlan(text, 'p')).toMatchObject({ step: 'second', openSteps: ['first', 'second'] });
    expect(parsePlan('- [ ] a\n- [~] b\n', 'p').step).toBe('b');
  });

  test('finds the phase under way by its status or by its first open box', () => {
    const byStatus = '# P\n## Phase 1\n- [ ] a\n## Phase 2\n**Status:** in progress\n- [ ] b\n';
    expect(parsePlan(byStatus, 'p')).toMatchObject({ phase: 'Phase 2', step: 'b' });
    const byBox = '# P\n## Phase 1\n- [x] a\n## Phase 2\n- [ ] b\n';
    expect(parsePlan(byBox, 'p')).toMatchObject({ phase: 'Phase 2', step: 'b' });
  });

  test('[case 80] counts only real boxes: none in code fences, comments or prose', () => {
    const text = [
      '# P',
      '```md',
      '- [ ] fenced',
      '```',
      '  ~~~',
      '- [x] fenced too',
      '~~~',
      '<!--',
      '- [ ] commented',
      '-->',
      'write - [ ] for a box',
      '- [] no box',
      '- [ ]',
      '1. [x] done',
      '* [ ] open',
    ].join('\r\n');
    expect(parsePlan(text, 'p')).toMatchObject({ openSteps: ['open'], doneSteps: 1 });
  });

  test('[case 80] of free prose, and an empty one, counts nothing and is still a task', () => {
    for (const text of ['', 'First do this, then do that.\n', '```\n- [ ] never closed\n']) {
      const read = parsePlan(text, 'task_plan.md');
      expect(read).toMatchObject({
        openSteps: [],
        doneSteps: 0,
        step: undefined,
        problem: undefined,
      });
      expect(closedBy(read)).toBeUndefined();
    }
  });

  test('[case 80] over 2 MB is a file to re-read and nothing more', () => {
    const text = `# P\n${'- [ ] x\n'.repeat(300_000)}`;
    expect(parseTask(text, 'task_plan.md')).toEqual({
      source: 'plan',
      scope: [],
      success: [],
      openSteps: [],
      doneSteps: 0,
      rules: [],
      validation: [],
      filesToLoad: [],
    });
  });

  test('[case 44] with all boxes ticked, or put away by its status, is closed', () => {
    expect(closedBy(parsePlan('- [x] a\n- [-] dropped\n', 'p'))).toBe('all steps done');
    expect(closedBy(parsePlan('Status: **Shelved** for now\n- [ ] a\n', 'p'))).toBe('shelved');
    expect(closedBy(parsePlan('---\nstatus: done\n---\n- [ ] a\n', 'p'))).toBe('done');
    expect(closedBy(parsePlan('# P\nStatus: in progress\n- [ ] a\n', 'p'))).toBeUndefined();
    expect(closedBy(parsePlan('# P\nStatus: incomplete\n- [ ] a\n', 'p'))).toBeUndefined();
  });

  test.each([
    ['done (2026-01-02)', 'done'],
    ['Complete \u2705', 'complete'],
    ['**Completed**', 'completed'],
    ['on hold since Monday', 'on hold'],
    ['merged', 'merged'],
    ['Done with phase 1', undefined],
    ['Completed: phase 1; phase 2 is open', undefined],
    ['done, next is phase 2', undefined],
    ['Phase 2 done', undefined],
    ['blocked', undefined],
  ])('[case 44] with the status %j is closed by %j', (status, word) => {
    expect(closedBy(parsePlan(`# P\nStatus: ${status}\n- [ ] a\n`, 'p'))).toBe(word);
  });

  test('whose front matter is broken says so and is read all the same', () => {
    const read = parsePlan('---\nstatus: [\n---\n# P\n- [ ] a\n', 'p.md');
    expect(read.problem).toMatch(/^p\.md:\d cannot be read as front matter/);
    expect(read.openSteps).toEqual(['a']);
  });

  test('that begins with a rule line of dashes has no front matter', () => {
    const read = parsePlan('---\n\nSome prose: not a key\n\n---\n- [ ] a\n', 'p.md');
    expect(read.problem).toBeUndefined();
    expect(read.openSteps).toEqual(['a']);
  });

  test('never throws and stays bounded, whatever the text', () => {
    const piece = fc.constantFrom(
      '- [ ] ',
      '- [x] ',
      '# ',
      '```',
      '~~~',
      '---\n',
      '\n',
      '\r\n',
      'must ',
      '<!--',
      '-->',
      'a: [',
      '\uD800',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({ unit: 'binary' }))), (parts) => {
        const read = parseTask(parts.join(''), 'PLAN.md');
        expect(read.rules.length).toBeLessThanOrEqual(30);
        expect(read.openSteps.length).toBeLessThanOrEqual(200);
      }),
      { numRuns: 300 },
    );
  });
});
