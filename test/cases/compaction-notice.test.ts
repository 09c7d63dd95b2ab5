import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bash } from './kit.ts';
import { type Answer, longPlan, Rig } from './rig.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
  mkdirSync(join(rig.state, 'bin'), { recursive: true });
  writeFileSync(join(rig.state, 'bin', 'status-line'), '');
});
afterEach(() => rig.remove());

/** What the script of the status line writes down. */
function full(percent: number, at = new Date()): void {
  mkdirSync(join(rig.state, 'status-line'), { recursive: true });
  const path = join(rig.state, 'status-line', `${rig.session}.full`);
  writeFileSync(path, `${percent}\n`);
  utimesSync(path, at, at);
}

const told = ({ json }: Answer): string => json?.systemMessage ?? '';
const prompt = (text: string) => rig.send('UserPromptSubmit', { prompt: text, prompt_id: text });

async function begun(): Promise<void> {
  await rig.send('SessionStart', { source: 'startup' });
  rig.userRow('Do the work. Never push to main.');
  const path = rig.write('src/a.ts', 'a\n');
  rig.callRows('toolu_0', 'Write', { file_path: path, content: 'a\n' }, { text: 'ok' });
}

describe('before a compaction', () => {
  it('the user gets one line and the agent is asked to write its progress down, once in a window', async () => {
    await begun();
    full(84);
    expect(told(await prompt('one'))).toBe('');
    full(86);
    const answer = await prompt('two');
    expect(told(answer)).toBe(
      'Holdfast: a compaction is near, the context is 86 % full. Known: 1 rule, 1 file unsaved and in no plan (src/a.ts).',
    );
    expect(answer.context).toContain('Write your progress with `holdfast note');
    full(90);
    expect(told(await prompt('three'))).toBe('');
    const started = await rig.compact();
    rig.boundaryRows('B1');
    rig.injectedRow(started.context);
    await prompt('four');
    full(87, new Date(Date.now() + 60_000));
    expect(told(await prompt('five'))).toContain('a compaction is near');
  });

  it('is told in the middle of a turn, where the status line woke the session', async () => {
    await begun();
    full(91);
    const answer = await rig.send('PreToolUse', bash('toolu_1', 'ls'));
    expect(told(answer)).toContain('91 % full');
    expect(answer.context).toContain('Write your progress');
    expect(rig.watched).toBe(false);
    expect(told(await rig.send('PreToolUse', bash('toolu_2', 'ls')))).toBe('');
  });

  it('names the plan to write into, and no file that it names', async () => {
    rig.write('PLAN.md', `${longPlan}\nChange src/a.ts.\n`);
    rig.setTask('PLAN.md');
    await begun();
    full(86);
    const answer = await prompt('go on');
    expect(told(answer)).toBe(
      'Holdfast: a compaction is near, the context is 86 % full. Known: 1 rule.',
    );
    expect(answer.context).toContain(`into ${join(rig.project, 'PLAN.md')}`);
  });

  it('keeps a session from being quiet while it is to be told', async () => {
    await begun();
    full(86);
    await rig.send('Stop', { last_assistant_message: 'Done.' });
    expect(existsSync(join(rig.state, 'quiet', rig.session))).toBe(false);
    await prompt('go on');
    expect(existsSync(join(rig.state, 'quiet', rig.session))).toBe(true);
  });

  it('is not told by what the client said before the compaction', async () => {
    await begun();
    full(95, new Date(Date.now() - 60_000));
    const started = await rig.compact();
    rig.boundaryRows('B1');
    rig.injectedRow(started.context);
    await prompt('one');
    expect(told(await prompt('two'))).toBe('');
  });

  it.each([0, false])('is not told with the setting %j, nor is what was kept', async (setting) => {
    const file = join(rig.home, '.config', 'holdfast', 'config.json');
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, JSON.stringify({ compactionNotice: setting }));
    rig.write('PLAN.md', longPlan);
    rig.setTask('PLAN.md');
    await begun();
    full(99);
    expect(told(await prompt('one'))).toBe('');
    expect(told(await rig.compact())).toBe('');
  });
});

describe('after a compaction', () => {
  it('the user is told in one line what was kept and what the agent got back', async () => {
    rig.write('PLAN.md', longPlan);
    rig.setTask('PLAN.md');
    await begun();
    expect(told(await rig.compact())).toMatch(
      /^Holdfast: compaction 1\. \d+ facts kept; given back to the agent: 1 rule, \/.*PLAN\.md(, \d+ files? to read again)?\.$/,
    );
  });
});
