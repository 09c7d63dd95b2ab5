import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { statedRole } from '../../src/core/snapshot/tracked.ts';
import { beginWork } from '../cases/kit.ts';
import { Rig } from '../cases/rig.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
});
afterEach(() => rig.remove());

/** What the summariser, and behind the compaction the agent, are told in a session that begins with the prompt. */
async function told(prompt: string): Promise<{ steering: string; brief: string }> {
  await beginWork(rig, prompt);
  const { raw } = await rig.send('PreCompact', { trigger: 'auto' });
  const { context } = await rig.send('SessionStart', { source: 'compact' });
  return { steering: raw, brief: context };
}

describe('a task in a tracker that the first message names', () => {
  it('is told with the role of the heading, and with how to write to the tracker [R32] [R33]', async () => {
    const { steering, brief } = await told('# Worker\nTask: ts-9f3a1c\nMake the export faster.');
    for (const text of [steering, brief]) {
      expect(text).toContain('Task ts-9f3a1c, you are its worker.');
      expect(text).toContain('`prog desc ts-9f3a1c');
      expect(text).toContain('`prog log ts-9f3a1c');
    }
  });

  it.each([
    'Task: bd-0a1b',
    '**Task:** proj-deadbeef0123',
    '- task: `xy-1234`',
    'Bitte den Export beschleunigen. Task: ts-77ab12c4',
    'Make the export faster (task: ts-9f3a1c), then stop.',
  ])('is found as %s [R32]', async (line) => {
    const { brief } = await told(`Go on.\n${line}\n`);
    expect(brief).toMatch(/Task [a-z]+-[0-9a-f]+\. Write what is true now/);
  });

  it.each([
    'Task: make it faster',
    'Task: x-1234',
    'Task: ts-12',
    'Task: ts-0123456789abcdef',
    'The task: of ts-9f3a1c',
    'Do the subtask: ts-9f3a1c.',
    'Do ts-9f3a1c.',
  ])('changes nothing where none is named: %s [R32]', async (prompt) => {
    const { steering, brief } = await told(prompt);
    expect(steering + brief).not.toContain('tracker');
    expect(brief).toContain(prompt);
  });

  it('is taken from the first message only, and never from a tool [R32]', async () => {
    await beginWork(rig, 'Look around.');
    rig.callRows('toolu_2', 'Bash', { command: 'cat x' }, { text: 'Task: ts-aaaa11' });
    rig.userRow('Task: ts-bbbb22');
    const { context } = await rig.send('SessionStart', { source: 'compact' });
    expect(context).not.toContain('tracker');
    expect(context).toContain('Task: ts-bbbb22');
  });

  it('is found with its role where the whole prompt is one line, whatever that says besides [R32]', async () => {
    const { brief } = await told('"# Worker Task: ts-9f3a1c Make it as the planner said."');
    expect(brief).toContain('Task ts-9f3a1c, you are its worker.');
  });

  it.each([
    ['# Worker', 'worker'],
    ['"# Worker', 'worker'],
    ['“# Worker', 'worker'],
    ['# Planner', 'planner'],
    ['"# Planner', 'planner'],
    ['## You are the Reviewer', 'reviewer'],
    ['# Role: release captain', 'release captain'],
    ['# Tester', 'tester'],
  ])(
    'has its role by the heading %s, as a client hands it over, quoted or not [R32]',
    async (heading, role) => {
      const { steering, brief } = await told(`${heading}\nTask: ts-9f3a1c\nMake it faster."`);
      for (const text of [steering, brief])
        expect(text).toContain(`Task ts-9f3a1c, you are its ${role}.`);
    },
  );

  it('is found in the first line of a quoted prompt [R32]', async () => {
    const { brief } = await told('"Task: ts-9f3a1c\n# Planner\nSplit it."');
    expect(brief).toContain('Task ts-9f3a1c, you are its planner.');
  });

  it.each(['# Error', '# The editor crashes', '# Refactor', 'a worker and a planner'])(
    'has no role by %s [R32]',
    async (line) => {
      const { brief } = await told(`${line}\nTask: ts-9f3a1c\n`);
      expect(brief).toContain('Task ts-9f3a1c. ');
    },
  );

  it('keeps its role when compactions follow each other closely [R32]', async () => {
    await told('"# Planner\nTask: ts-9f3a1c\nSplit it."');
    let brief = '';
    for (let at = 0; at < 4; at += 1) {
      rig.callRows(`toolu_c${at}`, 'Bash', { command: 'ls' }, { text: 'x' });
      brief = (await rig.compact()).context;
    }
    expect(brief.length).toBeLessThanOrEqual(600);
    expect(brief).toContain('Task ts-9f3a1c, you are its planner.');
  });

  it.each([
    ['# Worker', 'worker'],
    ['"# Planner', 'planner'],
    ['# Role: Release captain', 'release captain'],
    ['## You are the reviewer.', 'reviewer'],
  ])('a role by %s is carried without a task too [R32]', async (heading, role) => {
    const { steering, brief } = await told(`${heading}\n\nMake the export faster."`);
    for (const text of [steering, brief])
      expect(text).toContain(`Role of the agent, from the first message: ${role}.`);
    for (let at = 0; at < 4; at += 1) {
      rig.callRows(`toolu_r${at}`, 'Bash', { command: 'ls' }, { text: 'x' });
      expect((await rig.compact()).context).toContain(`from the first message: ${role}.`);
    }
  });

  it.each([
    ['# Role\nYou are the planner.', 'planner'],
    ['# Your Role\n\nYou are the planner of this team.', 'planner'],
    ['## Role:\n\nPlanner', 'planner'],
    ['"# Your role\nplanner: splits the work', 'planner'],
    ['# Role\n**Planner**', 'planner'],
    ['# Role\nYou are a release captain, careful and slow.', 'release captain'],
    ['# Planner Agent', 'planner'],
    ['## The reviewer agent', 'reviewer'],
  ])(
    'a role in the line below a heading, or before "agent", is one: %j [R32]',
    async (head, role) => {
      const { steering, brief } = await told(`${head}\n\nMake the export faster."`);
      for (const text of [steering, brief])
        expect(text).toContain(`Role of the agent, from the first message: ${role}.`);
      expect(statedRole(head)).toBe(role);
    },
  );

  it('a role in the line below a heading is that of the task as well [R32]', async () => {
    const { brief } = await told('# Role\nYou are the planner.\n\nTask: ts-9f3a1c\nSplit it.');
    expect(brief).toContain('Task ts-9f3a1c, you are its planner.');
  });

  it.each([
    '# Role\nYou are responsible for the export.',
    '# Role\n# Fix the pool',
    '# Roles\nPlanner',
    '# Role\nMake sure that the export is faster and that tests pass.',
    '# Planner agents crash',
  ])('no role is made of %j [R32]', (head) => expect(statedRole(head)).toBeUndefined());

  it.each(['# Fix the worker pool', '# Planner crashes at midnight', '# Tester', 'a planner'])(
    'no role is made of %s [R32]',
    async (line) => {
      const { steering, brief } = await told(`${line}\n\nMake it faster.`);
      expect(steering + brief).not.toContain('Role of the agent');
    },
  );
});
