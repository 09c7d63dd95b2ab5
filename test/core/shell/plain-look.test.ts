import { describe, expect, it } from 'vitest';
import { hazardsIn } from '../../../src/core/guard/destructive.ts';
import { plainRuns } from '../../../src/core/shell/plain-look.ts';
import { runsIn } from '../../../src/core/shell/runs.ts';

const programs = (command: string) =>
  runsIn(command).map(({ program, args }) => [program, ...args.map(({ text }) => text)].join(' '));

const quoted = (script: string) => `'${script.replaceAll("'", "'\\''")}'`;
const nested = (levels: number) =>
  Array.from({ length: levels }).reduce<string>((script) => `sh -c ${quoted(script)}`, 'git push');

describe('a command line that is too long or too deep to be taken apart', () => {
  it.each([
    ['more than 600 commands', `${'true; '.repeat(700)}git push`],
    ['100,000 characters', `echo ${'a'.repeat(101_000)}; git push`],
    ['100,000 characters in quotes', `: '${'a'.repeat(300_000)}'\ngit push`],
    ['eight shells', nested(8)],
    ['ten substitutions', `${'$('.repeat(10)}git push${')'.repeat(10)}`],
    ['fifteen wrappers', `${'sudo '.repeat(15)}git push`],
    ['sixty wrappers', `${'sudo '.repeat(60)}git push`],
    ['sixty wrappers with words of their own', `${'sudo -u bob '.repeat(60)}git push`],
    ['sixty times eval', `${'eval '.repeat(60)}git push`],
    ['two thousand wrappers', `${'sudo env timeout 5 '.repeat(2_000)}git push`],
  ])('is looked at plainly behind %s', (_, command) => {
    expect(programs(command)).toContain('git push');
  });

  it('is held where something in it destroys', () => {
    expect(hazardsIn(`${'true; '.repeat(700)}git reset --hard`)).toHaveLength(1);
    expect(hazardsIn(`${'true; '.repeat(700)}git status`)).toEqual([]);
  });

  it('is taken apart as usual below these limits: what is said is not run', () => {
    expect(programs(`${'true; '.repeat(500)}echo "git push"`)).not.toContain('git push');
    expect(programs(`echo ${'a'.repeat(90_000)}; git push`)).toContain('git push');
    expect(programs(nested(4))).toContain('git push');
  });

  it('gives files that a piece writes to, and no more pieces than its limit', () => {
    const [run] = plainRuns('echo a >& gen.txt && true');
    expect(run?.redirects.map(({ target }) => target.text)).toEqual(['gen.txt']);
    const many = Array.from({ length: 50_000 }, (_, at) => `cmd${at} a b c`).join(';');
    expect(plainRuns(many).length).toBeLessThanOrEqual(20_000);
    expect(plainRuns('x;'.repeat(100_000))).toHaveLength(1);
  });
});
