import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tree } from './kit.ts';
import { longPlan, Rig } from './rig.ts';
import { leaked, ownPattern, secretLines } from './secret-lines.ts';

const cli = join(import.meta.dirname, '..', '..', 'dist', 'cli.js');

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
  const settings = join(rig.home, '.config', 'holdfast');
  mkdirSync(settings, { recursive: true });
  writeFileSync(join(settings, 'config.json'), JSON.stringify({ redact: [ownPattern] }));
});
afterEach(() => rig.remove());

const lines = secretLines;

function run(...args: string[]): string {
  const { stdout, stderr } = spawnSync(process.execPath, [cli, ...args], {
    cwd: rig.project,
    env: rig.env,
    encoding: 'utf8',
    input: '',
    timeout: 60_000,
  });
  return `${stdout}${stderr}`;
}

/** Records in which each line stands in every kind of row. */
async function record(part: readonly { text: string }[]): Promise<string[]> {
  const told: string[] = [];
  rig.write('PLAN.md', longPlan);
  rig.setTask('PLAN.md');
  told.push((await rig.send('SessionStart', { source: 'startup' })).raw);
  part.forEach(({ text }, index) => {
    rig.userRow(`Never print ${text} anywhere, rule ${index}.`);
    rig.callRows(
      `toolu_${index}`,
      'Bash',
      { command: `deploy '${text}'` },
      { text: `Exit code 1\nError: ${text}`, failed: true },
    );
    rig.callRows(`toolu_t${index}`, 'TodoWrite', {
      todos: [{ content: `Rotate ${text}`, status: 'pending', activeForm: 'x' }],
    });
    rig.answerRow(`I saw ${text}. Shall I use it?`);
  });
  rig.callRows('toolu_last', 'Bash', { command: 'npm test' }, { text: '3 passed' });
  const all = part.map(({ text }) => text).join('\n');
  told.push((await rig.send('UserPromptSubmit', { prompt: all, prompt_id: 'p' })).raw);
  told.push((await rig.send('PreCompact', { trigger: 'auto', custom_instructions: all })).raw);
  told.push((await rig.send('SessionStart', { source: 'compact' })).raw);
  await rig.send('PostCompact', { trigger: 'auto', compact_summary: all });
  told.push((await rig.send('Stop', { last_assistant_message: all })).raw);
  return told;
}

describe('[case 34] no output holds a secret of the corpus or a word of a user’s own pattern', () => {
  it('whatever shows, stores, finds or sends it, in the built program', {
    timeout: 240_000,
  }, async () => {
    const leaks: string[] = [];
    for (let at = 0; at < lines.length; at += 60) {
      const part = lines.slice(at, at + 60);
      for (const [index, text] of (await record(part)).entries())
        leaks.push(...leaked(`hook ${index}`, text));
    }
    const some = lines
      .filter((_, index) => index % 9 === 0 || index >= lines.length - 2)
      .map(({ text }) => text);
    run('ticket', 'new', `Rotate ${some[0]}`, '--json');
    const [id] = /[a-z0-9-]{3,}(?="?,?\n)/.exec(run('ticket', 'list', '--json')) ?? ['rotate'];
    for (const text of some.slice(0, 6).concat(some.slice(-2))) {
      run('ticket', 'progress', id, text);
      run('note', text);
    }
    const commands: string[][] = [
      ['brief'],
      ['brief', '--transcript', rig.transcript],
      ['snapshot', '--transcript', rig.transcript],
      ['snapshot', '--transcript', rig.transcript, '--json'],
      ['show'],
      ['show', '--json'],
      ['status', '--json'],
      ['rules', '--json'],
      ['memory'],
      ['recall', '--transcript', rig.transcript, 'deploy'],
      ['recall', '--transcript', rig.transcript, 'Rotate', '--json'],
      ['audit', rig.transcript],
      ['audit', rig.transcript, '--json'],
      ['ticket', 'list', '--json'],
      ['ticket', 'show', id],
      ['logs'],
      ['evidence', '--json'],
      ['doctor', '--json'],
    ];
    for (const command of commands)
      leaks.push(...leaked(command.slice(0, 2).join(' '), run(...command)));
    const page = join(rig.home, 'audit.html');
    run('audit', rig.transcript, '--html', page);
    try {
      leaks.push(...leaked('audit page', readFileSync(page, 'utf8')));
    } catch {
      // This version writes its page elsewhere: below the state folder, which is read next.
    }
    for (const [name, text] of Object.entries(tree(rig.state))) {
      leaks.push(...leaked(`state ${name}`, `${name}\n${text}`));
    }
    for (const [name, text] of Object.entries(tree(join(rig.project, '.holdfast'))))
      leaks.push(...leaked(`ticket file ${name}`, text));
    expect([...new Set(leaks)]).toEqual([]);
  });

  it('and no fact is lost by it: rules, commands and todos stay, with the secret out', async () => {
    const part = lines.slice(0, 12).concat(lines.slice(-2));
    await record(part);
    const { facts } = JSON.parse(run('snapshot', '--transcript', rig.transcript, '--json')) as {
      facts?: unknown[];
    };
    const text = JSON.stringify(facts ?? run('snapshot', '--transcript', rig.transcript, '--json'));
    for (const index of part.keys()) expect(text).toContain(`rule ${index}.`);
    expect(text).toContain('[redacted:');
    expect(text).toContain("deploy '[redacted:");
    expect(text).toContain('npm test');
  });
});
