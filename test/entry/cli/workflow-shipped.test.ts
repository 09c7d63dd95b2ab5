import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  makeWorkflowMachine,
  reads,
  runs,
  says,
  type WorkflowMachine,
  writes,
} from './workflow-kit.ts';

let machine: WorkflowMachine;
beforeEach(() => {
  machine = makeWorkflowMachine();
  machine.put('src/price.ts', 'price\n');
  machine.put('src/cart.ts', 'cart\n');
});
afterEach(() => machine.remove());

const next = (...args: string[]) => machine.workflow('next', '--token', machine.token(), ...args);
const red = (id: string, what = 'expected 3, got 2') =>
  runs(
    id,
    'npm test',
    `Exit code 1\n FAIL price ${what}\n Tests  1 failed (1)\n Duration 12ms`,
    true,
  );
const green = (id: string) => runs(id, 'npm test', ' Tests  4 passed (4)');
const change = (id: string, text: string) => writes(machine, id, 'src/price.ts', text);

describe('a bugfix run', () => {
  beforeEach(() => machine.workflow('start', 'bugfix', '--set', 'bug=rounds down'));

  function reproduce(): void {
    machine.write(...writes(machine, 't1', 'test/price.test.ts', 'the test\n'), ...red('t2'));
    expect(next().answer.view).toMatchObject({ step: 'hypotheses' });
    machine.write(...reads(machine, 't3', 'src/price.ts', 'price\n'));
    const output = { causes: ['floor', 'a cast'], cause: 'floor', shown_by: 'line 1' };
    expect(next('--output', JSON.stringify(output)).answer.view).toMatchObject({ step: 'fix' });
  }

  it('wants a test that fails before anything else is changed', () => {
    machine.write(...writes(machine, 't1', 'test/price.test.ts', 'the test\n'), ...green('t2'));
    expect(next()).toMatchObject({ code: 1, answer: { view: { step: 'reproduce' } } });
    machine.write(...change('t3', 'fixed\n'), ...red('t4'));
    expect(next().answer.view?.missing[0]?.what).toContain('src/price.ts was changed');
  });

  it('wants the very same test to pass behind the fix', () => {
    reproduce();
    machine.write(...change('t4', 'half up\n'));
    expect(next().answer.view).toMatchObject({ step: 'regression' });
    expect(next().code).toBe(1);
    machine.write(...green('t5'));
    expect(next().answer).toMatchObject({ outcome: 'done' });
  });

  it('does not take a test that was changed since it failed', () => {
    reproduce();
    machine.write(...change('t4', 'half up\n'));
    next();
    machine.write(...writes(machine, 't5', 'test/price.test.ts', 'another\n'), ...green('t6'));
    expect(next().answer.view?.missing[0]?.what).toContain('test/price.test.ts was changed');
  });
});

describe('a run on a ticket', () => {
  beforeEach(() => {
    machine.put('.holdfast/tickets/a-1.md', '---\nid: a-1\n---\n\n# Round\n');
    machine.workflow('start', 'ticket', '--set', 'ticket=a-1');
    machine.write(
      ...runs('o1', 'holdfast ticket show a-1', 'a-1'),
      ...reads(machine, 'o2', 'src/price.ts', 'price\n'),
      ...reads(machine, 'o3', 'src/cart.ts', 'cart\n'),
    );
    expect(next().answer.view).toMatchObject({ step: 'feedback' });
    machine.write(...red('f1'));
    expect(next().answer.view).toMatchObject({ step: 'rounds[1]/implement' });
  });

  function round(number: number, ...run: object[]) {
    machine.write(...change(`c${number}`, `try ${number}\n`));
    expect(next().answer.view).toMatchObject({ step: `rounds[${number}]/verify` });
    machine.write(...run);
    return next();
  }

  it('is blocked after three equal failures, and says why', () => {
    expect(round(1, ...red('r1')).answer.view).toMatchObject({ step: 'rounds[2]/implement' });
    expect(round(2, ...red('r2')).answer.view).toMatchObject({ step: 'rounds[3]/implement' });
    const third = round(3, ...red('r3'));
    expect(third.answer).toMatchObject({
      said: '"Verify" is done. "Implement and verify" is given up: 3 rounds did not come to their end.',
      view: { step: 'blocked' },
    });
    expect(third.answer.view?.prompt).toContain('It is stuck after 3 rounds');
    expect(next().code).toBe(1);
    machine.write(...runs('b1', 'holdfast ticket block a-1 "cannot be rounded"', 'blocked'));
    expect(next().answer).toMatchObject({ outcome: 'done' });
  });

  it('is blocked after five rounds that failed in different ways', () => {
    for (const number of [1, 2, 3, 4]) {
      round(number, ...red(`r${number}`, ['one', 'two', 'three', 'four'][number - 1]));
    }
    expect(round(5, ...red('r5', 'five')).answer.view).toMatchObject({ step: 'blocked' });
  });

  it('goes on to review and landing when the tests pass', () => {
    round(1, ...red('r1'));
    expect(round(2, ...green('r2')).answer.view).toMatchObject({ step: 'review' });
    machine.write(...runs('d1', 'git diff', '+half up'), says('Looks good.'));
    expect(next('--output', '{"findings": []}').answer.view).toMatchObject({ step: 'land' });
  });
});
