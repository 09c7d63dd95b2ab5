import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeWorkflowMachine, reads, type WorkflowMachine } from './workflow-kit.ts';

let machine: WorkflowMachine;
beforeEach(() => {
  machine = makeWorkflowMachine();
  for (const name of ['price', 'cart', 'tax']) machine.put(`src/${name}.ts`, `${name}\n`);
});
afterEach(() => machine.remove());

function memory(): string {
  try {
    return readFileSync(join(machine.state, 'sessions', 'claude-code', 's1', 'memory.md'), 'utf8');
  } catch {
    return '';
  }
}

/** Waits for what a process beside the command writes. */
async function holds(text: string): Promise<void> {
  await expect.poll(memory, { timeout: 20_000, interval: 50 }).toContain(text);
}

it('the memory of a session names its run, step and token, and is rewritten when they change [R44]', async () => {
  const started = machine.workflow('start', 'plan-first', '--set', 'task=round half up');
  const first = started.answer.view!;
  await holds(`run ${first.run}`);
  await holds('Pending step: explore');
  await holds(`holdfast workflow next --token ${first.token}`);

  for (const name of ['price', 'cart', 'tax']) {
    machine.write(...reads(machine, name, `src/${name}.ts`, `${name}\n`));
  }
  const next = machine.workflow('next', '--token', first.token, '--note', 'tax rounds by itself');
  await holds('Pending step: plan');
  await holds('Noted at explore: tax rounds by itself');
  await holds(next.answer.view!.token);

  machine.workflow('checkpoint', 'half of the plan is written', '--name', 'half');
  await holds('checkpoint "half": half of the plan is written');

  machine.workflow('rewind', 'explore');
  await holds('Pending step: explore');
  await holds('Noted before the run was taken back: tax rounds by itself');
  await holds(
    'Noted before the run was taken back: checkpoint "half": half of the plan is written',
  );

  expect(machine.workflow('abandon', first.run, '--why', 'not needed').code).toBe(0);
  await expect.poll(memory, { timeout: 20_000, interval: 50 }).not.toContain('Pending step');
});
