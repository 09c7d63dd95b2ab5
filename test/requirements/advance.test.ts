import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CliMachine, makeCliMachine } from '../entry/cli/machine.ts';

let machine: CliMachine;
beforeEach(() => {
  machine = makeCliMachine();
});
afterEach(() => machine.remove());

const put = (name: string, text: string): string => {
  const path = join(machine.project, name);
  writeFileSync(path, text);
  return path;
};

describe('[R22] holdfast task advance', () => {
  it('keeps the manifest of the project current, without reformatting it', () => {
    const path = put(
      '_resume.md',
      '---\nfiles_to_load: [a.md]\ncurrent_task: one # so far\nnext_action: "do one"\n---\n',
    );
    expect(machine.run(['task', 'set', '_resume.md']).code).toBe(0);
    const ran = machine.run(['task', 'advance', '--task', 'two', '--next', 'do two']);
    expect(ran.code).toBe(0);
    expect(readFileSync(path, 'utf8')).toBe(
      '---\nfiles_to_load: [a.md]\ncurrent_task: two # so far\nnext_action: do two\n---\n',
    );
  });

  it('ticks the step of a plan that is named, and says which one comes next', () => {
    const path = put('PLAN.md', '# Plan\n- [ ] one\n- [ ] two\n');
    const ran = machine.run(['task', 'advance', 'PLAN.md', '--json']);
    expect(JSON.parse(ran.out)).toEqual({ path, done: 'one', step: 'two' });
    expect(readFileSync(path, 'utf8')).toBe('# Plan\n- [x] one\n- [ ] two\n');
  });

  it('says what to do where there is no task or no step, and changes nothing', () => {
    expect(machine.run(['task', 'advance']).err).toContain('holdfast task set FILE');
    const path = put('PLAN.md', '# Plan\n- [x] one\n');
    expect(machine.run(['task', 'advance', 'PLAN.md']).code).not.toBe(0);
    expect(readFileSync(path, 'utf8')).toBe('# Plan\n- [x] one\n');
  });
});
