import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bash } from './kit.ts';
import { longPlan, Rig } from './rig.ts';

/** What the client delivers of one hook's text; more becomes the path of a file and its first 2 KB. */
const delivered = 10_000;

let rig: Rig;
beforeEach(async () => {
  rig = new Rig();
  rig.write('PLAN.md', longPlan);
  rig.setTask('PLAN.md');
  await rig.send('SessionStart', { source: 'startup' });
  for (let index = 0; index < 60; index += 1) {
    rig.userRow(`Never edit file ${index} by hand, because ${'of a reason '.repeat(8)}${index}.`);
    const file_path = `${rig.project}/src/some/long/path/file-${index}.ts`;
    rig.callRows(`toolu_e${index}`, 'Edit', { file_path }, { text: 'ok' });
    const command = `npm run something-${index} -- --option-${'x'.repeat(60)}`;
    rig.callRows(`toolu_c${index}`, 'Bash', { command }, { text: 'ok' });
  }
  await rig.compact({ summary: '<summary>Nothing.</summary>' });
  rig.boundaryRows('B1');
  // An answer made after the brief went out, without the brief: it did not arrive.
  await new Promise((resolve) => setTimeout(resolve, 5));
  rig.answerRow('I go on.');
});
afterEach(() => rig.remove());

const done = { stdout: 'ok', stderr: '', interrupted: false };

describe('a brief that goes out again while a loss report waits', () => {
  it('arrives whole with a prompt, between the warning and the state line', async () => {
    const { context } = await rig.send('UserPromptSubmit', { prompt: 'go on', prompt_id: 'p' });
    expect(context).toContain('CONTEXT WAS COMPACTED');
    expect(context).toContain('[Holdfast c1-');
    expect(context).toContain('Holdfast: session');
    expect(context.length).toBeLessThanOrEqual(delivered);
  });

  it('arrives whole with a tool result, and the report with the next one', async () => {
    const first = await rig.send('PostToolUse', { ...bash('toolu_1', 'ls'), tool_response: done });
    expect(first.context).toContain('[Holdfast c1-');
    expect(first.context.length).toBeLessThanOrEqual(delivered);
    const second = await rig.send('PostToolUse', { ...bash('toolu_2', 'ls'), tool_response: done });
    expect(second.context.length).toBeGreaterThan(0);
    expect(second.context).not.toContain('[Holdfast c1-');
    const entries = rig.journal();
    expect(entries.filter((entry) => entry.kind === 'loss.sent')).toHaveLength(1);
  });
});
