import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { longPlan, Rig } from './rig.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
});
afterEach(() => rig.remove());

const file = () => join(rig.state, 'status-line', rig.session);
const line = () => (existsSync(file()) ? readFileSync(file(), 'utf8').split('\n')[0] : undefined);

function install(): void {
  mkdirSync(join(rig.state, 'bin'), { recursive: true });
  writeFileSync(join(rig.state, 'bin', 'status-line'), '');
}

describe('what hooks keep for the status line', () => {
  it('is written from the start of a session on, with its compactions, rules and open recovery', async () => {
    install();
    rig.write('PLAN.md', longPlan);
    rig.setTask('PLAN.md');
    await rig.send('SessionStart', { source: 'startup' });
    expect(line()).toBe('0 compactions');
    rig.userRow('Do the plan. Never push to main.');
    rig.answerRow('It is begun.');
    await rig.send('Stop', { last_assistant_message: 'It is begun.' });
    expect(line()).toBe('0 compactions, 1 rule');
    await rig.compact();
    rig.boundaryRows('B1');
    expect(line()).toBe('1 compaction, recovery open, 1 rule');
  });

  it('says when the recovery is over, at the call that ends it', async () => {
    install();
    rig.write('PLAN.md', '# Plan\n\n1. Do it.\n');
    rig.setTask('PLAN.md');
    await rig.send('SessionStart', { source: 'startup' });
    rig.userRow('Do the plan.');
    rig.callRows('toolu_0', 'Bash', { command: 'ls' }, { text: 'ok' });
    const told = await rig.compact();
    rig.boundaryRows('B1');
    rig.injectedRow(told.context);
    expect(line()).toContain('recovery open');
    await rig.send('PreToolUse', {
      tool_name: 'Edit',
      tool_use_id: 'toolu_2',
      tool_input: { file_path: join(rig.project, 'a.ts'), old_string: 'a', new_string: 'b' },
    });
    expect(line()).toBe('1 compaction, 0 rules');
  });

  it('is not kept where the user has no status line of Holdfast', async () => {
    await rig.send('SessionStart', { source: 'startup' });
    expect(line()).toBeUndefined();
  });

  it('takes no compaction for seen, since it reads the record by a cursor of its own', async () => {
    install();
    rig.write('PLAN.md', longPlan);
    rig.setTask('PLAN.md');
    await rig.send('SessionStart', { source: 'startup' });
    rig.userRow('Do the plan.');
    rig.callRows('toolu_0', 'Bash', { command: 'ls' }, { text: 'ok' });
    rig.boundaryRows('B1');
    await rig.send('Stop', { last_assistant_message: 'Done.' });
    const told = await rig.send('UserPromptSubmit', { prompt: 'Go on.', prompt_id: 'p2' });
    expect(told.context).toContain('CONTEXT WAS COMPACTED');
  });
});
