import { describe, expect, test } from 'vitest';
import { closedBy } from '../../../src/core/task/closed.ts';
import { identify, parseTask } from '../../../src/core/task/identify.ts';

const oldTicket = `# T-12 Faster import

Status: in progress

## Contract
Make the import twice as fast. You must not change the file format.

## Acceptance criteria
- [ ] benchmark shows it
- [x] no format change

## Progress
- 10:00 measured
- 11:30 found the slow loop

## Result
`;

const loop = `# Nightly loop

Go on without asking.

1. Pull
2. [CURRENT] Run the checks
3. Report
`;

describe('the form of a task document', () => {
  test('is told by its name', () => {
    expect(identify('/p/_resume.md', '')).toBe('manifest');
    expect(identify('/p/resume-context.md', '')).toBe('manifest');
    expect(identify('/p/PLAN.md', '')).toBe('plan');
    expect(identify('/p/task_plan.md', '')).toBe('plan');
    expect(identify('/p/.holdfast/tickets/a.md', '')).toBe('ticket');
    expect(identify('/p/tickets/README.md', '')).toBe('document');
    expect(identify('/home/u/plans/happy-fox.md', '', '/home/u/plans')).toBe('plan');
    expect(identify('/p/notes.md', 'Some notes.')).toBe('document');
  });

  test('is told by its content where the name says nothing', () => {
    expect(identify('/p/work.md', oldTicket)).toBe('ticket');
    expect(identify('/p/work.md', '---\nstatus: open\n---\n## Progress\n')).toBe('ticket');
    expect(identify('/p/work.md', '---\nfiles_to_load: [a]\n---\n')).toBe('manifest');
    expect(identify('/p/work.md', loop)).toBe('loop');
    expect(identify('/p/work.md', '- [ ] a\n')).toBe('plan');
    expect(identify('/p/work.md', '```\n- [ ] a\n[CURRENT]\n```\n')).toBe('document');
  });

  test('of a ticket in the older form gives status, contract, last progress, step and rules', () => {
    expect(parseTask(oldTicket, '/p/work.md')).toMatchObject({
      source: 'ticket',
      title: 'T-12 Faster import',
      status: 'in progress',
      objective: 'Make the import twice as fast. You must not change the file format.',
      progress: '11:30 found the slow loop',
      step: 'benchmark shows it',
      success: ['benchmark shows it', 'no format change'],
      rules: ['Make the import twice as fast. You must not change the file format.'],
    });
  });

  test('of a ticket with front matter gives the same', () => {
    const text =
      '---\ntitle: Faster\nstatus: blocked\nproject_id: atlas\n---\n## Progress\n- one\n';
    const read = parseTask(text, '/p/tickets/1.md');
    expect(read).toMatchObject({
      title: 'Faster',
      status: 'blocked',
      projectId: 'atlas',
      progress: 'one',
    });
    expect(closedBy(read)).toBeUndefined();
    expect(closedBy(parseTask(text.replace('blocked', 'done'), '/p/tickets/1.md'))).toBe('done');
  });

  test('[R7] of a loop document gives its current step', () => {
    expect(parseTask(loop, '/p/nightly.md')).toMatchObject({
      source: 'loop',
      step: 'Run the checks',
    });
    expect(parseTask('# L\n## Step 2 [CURRENT]\n', '/p/loop.md').step).toBe('Step 2');
  });
});
