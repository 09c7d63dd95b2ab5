import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bash, beginWork, decision, edit, reason } from './kit.ts';
import { Rig } from './rig.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
});
afterEach(() => rig.remove());

let calls = 0;
const asks = (command: string) => rig.send('PreToolUse', bash(`toolu_r${calls++}`, command));

/** A session in which the user said something, with a compaction whose recovery was met. */
async function compacted(...said: string[]): Promise<void> {
  await beginWork(rig);
  for (const text of said) rig.userRow(text);
  await rig.compact();
  rig.answerRow('I read what stood there and go on.');
  await rig.send('UserPromptSubmit', { prompt: 'go on' });
}

describe('what the user forbade, behind a compaction', () => {
  it('is asked about before it is done, with the words of the user', async () => {
    await compacted('Never run `git push --force`.');
    const answer = await asks('git push --force');
    expect(decision(answer)).toBe('ask');
    expect(reason(answer)).toContain('Never run `git push --force`.');
    expect((await asks('git status')).raw).toBe('');
    expect((await asks('npm test')).raw).toBe('');
  });

  it('is denied each time where nobody can be asked, while other work goes on', async () => {
    rig.variables.CLAUDE_CODE_ENTRYPOINT = 'sdk-cli';
    await compacted('Do not push anything yet.');
    for (let time = 0; time < 3; time += 1)
      expect((await asks('git push')).denied).toContain('Do not push anything yet.');
    expect((await asks('npm test')).denied).toBe('');
  });

  it('holds for files, by tools and by commands', async () => {
    rig.write('gen.txt', 'x');
    await compacted('Please do not touch gen.txt.');
    const call = edit('toolu_gen');
    (call.tool_input as Record<string, unknown>).file_path = join(rig.project, 'gen.txt');
    expect(decision(await rig.send('PreToolUse', call))).toBe('ask');
    expect(decision(await asks('echo y >> gen.txt'))).toBe('ask');
    expect((await asks('cat gen.txt')).raw).toBe('');
  });

  it('holds for files that tools of another server change, by their names and arguments', async () => {
    rig.write('gen.txt', 'x');
    await compacted('Please do not touch gen.txt.');
    const uses = async (tool: string, input: Record<string, unknown>) =>
      rig.send('PreToolUse', {
        tool_name: `mcp__filesystem__${tool}`,
        tool_input: input,
        tool_use_id: `toolu_m${calls++}`,
      });
    const path = join(rig.project, 'gen.txt');
    const other = join(rig.project, 'other.txt');
    for (const [tool, input] of [
      ['write_file', { path, content: 'y' }],
      ['edit_file', { path: 'gen.txt', edits: [{ oldText: 'x', newText: 'y' }] }],
      ['move_file', { source: path, destination: other }],
    ] as const)
      expect(decision(await uses(tool, input)), `${tool} ${JSON.stringify(input)}`).toBe('ask');
    for (const [tool, input] of [
      ['read_file', { path }],
      ['write_file', { path: other, content: 'gen.txt' }],
    ] as const)
      expect((await uses(tool, input)).raw, `${tool} ${JSON.stringify(input)}`).toBe('');
  });

  it('is opened by what the user allows later, and by nothing else', async () => {
    await compacted('Do not push.');
    await rig.send('UserPromptSubmit', { prompt: 'you may commit now' });
    expect(decision(await asks('git push'))).toBe('ask');
    await rig.send('UserPromptSubmit', { prompt: 'ok, you may push now' });
    expect((await asks('git push')).raw).toBe('');
  });

  it('is opened by a plain yes to a question about it', async () => {
    await compacted('Do not push.');
    rig.answerRow('All is green. Shall I push?');
    rig.userRow('yes');
    expect((await asks('git push')).raw).toBe('');
  });

  it('stays open behind a further compaction', async () => {
    await compacted('Do not push.');
    await rig.send('UserPromptSubmit', { prompt: 'you may push now' });
    rig.userRow('you may push now');
    await rig.compact();
    expect((await asks('git push')).raw).toBe('');
  });

  it('waits where the agent asked and nobody answered', async () => {
    await beginWork(rig);
    rig.answerRow('Everything is done. Shall I push?');
    await rig.compact();
    const answer = await asks('git push origin main');
    expect(decision(answer)).toBe('ask');
    expect(reason(answer)).toContain('Shall I push?');
  });

  it('is heard also of what is said behind the compaction', async () => {
    await compacted('Fix the parser.');
    await rig.send('UserPromptSubmit', { prompt: 'and never deploy' });
    expect(decision(await asks('npm run deploy'))).toBe('ask');
  });

  it('is no matter where the guard is off', async () => {
    const folder = join(rig.home, '.config', 'holdfast');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'config.json'), '{"guard": "off"}');
    await compacted('Do not push.');
    expect((await asks('git push')).denied).toBe('');
    expect(decision(await asks('git push'))).toBe('');
  });
});

describe('what destroys, behind a compaction', () => {
  it('is asked about also once all was read again', async () => {
    await compacted('Fix the parser.');
    expect(decision(await asks('git reset --hard'))).toBe('ask');
  });

  it('is held back once where nobody can be asked, and passes when it is repeated', async () => {
    rig.variables.CLAUDE_CODE_ENTRYPOINT = 'sdk-cli';
    await compacted('Fix the parser.');
    expect((await asks('git reset --hard')).denied).toContain('repeat the very call');
    expect((await asks('git reset  --hard')).denied).toBe('');
    expect((await asks('git clean -fd')).denied).toContain('discard uncommitted work');
  });

  it('is also what a person’s own pattern names, by its id', async () => {
    const folder = join(rig.home, '.config', 'holdfast');
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, 'config.json'),
      JSON.stringify({ guardPatterns: ['prod-cluster: kubectl * --context prod*'] }),
    );
    await compacted('Fix the parser.');
    expect(reason(await asks('kubectl apply -f x --context prod-eu'))).toContain('prod-cluster');
    expect((await asks('kubectl get pods --context dev')).raw).toBe('');
  });
});
