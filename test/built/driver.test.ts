import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { runProcess } from '../cases/hook-process.ts';
import { longPlan, Rig } from '../cases/rig.ts';
import { installed } from './installed.ts';

/** The same, with a process of `bin/hook` for each event, as the settings of a client name it. */
class ProcessRig extends Rig {
  constructor() {
    super();
    const { state } = installed();
    for (const name of ['bin', 'runtime']) {
      cpSync(join(state, name), join(this.state, name), { recursive: true });
    }
  }

  protected override async answer(
    args: string[],
    env: Record<string, string>,
    input: string | Buffer,
  ): Promise<string> {
    const program = join(this.state, 'bin', 'hook');
    const { stdout, stderr, code } = await runProcess({ program, args, env, input });
    expect([stderr, code]).toEqual(['', 0]);
    return stdout;
  }
}

const rigs: Rig[] = [];
afterEach(() => {
  for (const rig of rigs.splice(0)) rig.remove();
});

/** A session with rules, a plan that has to be read, a denied call, a secret, a stop and a loss; what was answered, and what is kept. */
async function session(rig: Rig): Promise<unknown[]> {
  rigs.push(rig);
  const answers: string[] = [];
  const send = async (event: string, more = {}): Promise<string> => {
    const { raw, context } = await rig.send(event, more);
    answers.push(`${event}: ${raw}`);
    return context;
  };
  rig.write('PLAN.md', longPlan);
  rig.setTask('PLAN.md');
  await send('SessionStart', { source: 'startup' });
  rig.userRow('Führe den Plan aus. Never push to main. 不要修改旧的配置文件。');
  await send('UserPromptSubmit', { prompt: 'Do the plan.' });
  rig.callRows('toolu_1', 'Bash', { command: 'npm test' }, { text: 'password=Tr0ub4dor&3x' });
  await send('PreCompact', { trigger: 'auto', custom_instructions: null });
  rig.boundaryRows('boundary-1');
  rig.injectedRow(await send('SessionStart', { source: 'compact' }));
  await send('PostCompact', { trigger: 'auto', compact_summary: '<summary>Work.</summary>' });
  const edit = { file_path: join(rig.project, 'a.ts'), old_string: 'a', new_string: 'b' };
  await send('PreToolUse', { tool_name: 'Edit', tool_input: edit, tool_use_id: 'toolu_2' });
  const lines = longPlan.split('\n').map((line, at) => `${String(at + 1).padStart(6)}→${line}`);
  const file_path = join(rig.project, 'PLAN.md');
  rig.callRows('toolu_3', 'Read', { file_path }, { text: lines.join('\n') });
  const read = { tool_name: 'Read', tool_input: { file_path }, tool_use_id: 'toolu_3' };
  await send('PostToolUse', { ...read, tool_response: lines.join('\n') });
  await send('PreToolUse', { tool_name: 'Edit', tool_input: edit, tool_use_id: 'toolu_4' });
  rig.answerRow('Shall I go on?');
  await send('Stop', { stop_hook_active: false });
  await send('SessionEnd', { reason: 'other' });
  const folder = join(rig.state, 'sessions', 'claude-code', rig.session);
  return [answers.map((text) => plain(rig, text)), readdirSync(folder).sort(), rig.kinds()];
}

/** Without what differs between two sessions. */
function plain(rig: Rig, text: string): string {
  return text
    .replaceAll(rig.root, '<root>')
    .replace(/\bc\d+-[0-9a-f]{6}\b/g, '<token>')
    .replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::[\d.]+)?/g, '<time>');
}

describe('the driver that runs the installed hook program in this process', () => {
  it('answers as processes of the launcher do, and leaves the same behind', async () => {
    const driven = await session(new Rig());
    expect(driven).toEqual(await session(new ProcessRig()));
    const [answers] = driven as [string[]];
    expect(answers.filter((text) => text.includes('"deny"'))).toHaveLength(1);
    expect(answers.join('\n')).toContain('不要修改旧的配置文件。');
    expect(answers.join('\n')).not.toContain('Tr0ub4dor');
  });

  it('runs what is installed and nothing else', async () => {
    const { runtime } = installed();
    const rig = new Rig();
    rigs.push(rig);
    rig.userRow('Never push to main.');
    const kept = join(runtime, 'kept');
    const part = join(runtime, 'facts.part.cjs');
    cpSync(part, kept);
    rmSync(part);
    try {
      expect((await rig.send('SessionStart', { source: 'compact' })).raw).toBe('');
      expect(rig.faults).toContain('facts.part.cjs');
    } finally {
      cpSync(kept, part);
      rmSync(kept);
    }
    rig.session = 'another';
    rig.userRow('Never push to main.');
    const { context } = await rig.send('SessionStart', { source: 'compact' });
    expect(context).toContain('Never push to main.');
  });
});
