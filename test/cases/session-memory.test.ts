import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recordTrust } from '../../src/app/trust.ts';
import { clock } from '../../src/platform/clock.ts';
import { disk } from '../../src/platform/disk.ts';
import { beginMemory, workOn } from './growing.ts';
import { Rig } from './rig.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
});
afterEach(() => rig.remove());

const file = (): string => join(rig.state, 'sessions', 'claude-code', rig.session, 'memory.md');
const memory = (): string | undefined =>
  existsSync(file()) ? readFileSync(file(), 'utf8') : undefined;

const begin = (): Promise<void> => beginMemory(rig);
const work = (tokens: number, calls: number): void => workOn(rig, tokens, calls);

const titles = [
  'Session Title',
  'Current State',
  'Task specification',
  'Files and Functions',
  'Workflow',
  'Errors & Corrections',
  'Codebase and System Documentation',
  'Learnings',
  'Key results',
  'Worklog',
];

describe('the memory of a session [R44]', () => {
  it('is not written below 10,000 tokens of context', async () => {
    await begin();
    work(9_000, 5);
    await rig.send('Stop');
    expect(memory()).toBeUndefined();
  });

  it('is first written at 10,000, with ten sections and the last item that it covers', async () => {
    await begin();
    work(11_000, 2);
    await rig.send('Stop');
    const text = memory() ?? '';
    expect([...text.matchAll(/^# (.*)$/gm)].map((found) => found[1])).toEqual(titles);
    expect(text).toMatch(/^> Covers it up to item row-6 of \d{4}-/m);
    expect(text).toContain(
      '"Round the prices to whole cents. Never touch the tables of payments."',
    );
    expect(text).toContain('src/f11000-0.ts (modified)');
  });

  it('is written again only when 5,000 more came', async () => {
    await begin();
    work(11_000, 2);
    await rig.send('Stop');
    const first = memory();
    work(14_000, 4);
    await rig.send('Stop');
    expect(memory()).toBe(first);
    work(16_500, 0);
    await rig.send('Stop');
    expect(memory()).not.toBe(first);
    expect(memory()).toContain('src/f14000-3.ts');
  });

  it('is written before a compaction takes the context away, however little came since', async () => {
    await begin();
    work(11_000, 2);
    await rig.send('Stop');
    rig.callRows(
      'toolu_last',
      'Edit',
      { file_path: join(rig.project, 'src/last.ts') },
      {
        text: 'done',
      },
    );
    await rig.send('PreCompact', { trigger: 'auto', custom_instructions: null });
    expect(memory()).toContain('src/last.ts');
  });

  it('goes on behind a compaction with what was before it', async () => {
    await begin();
    work(11_000, 2);
    await rig.send('Stop');
    await rig.compact();
    rig.boundaryRows('B1');
    work(9_000, 4);
    await rig.send('Stop');
    const text = memory() ?? '';
    expect(text).toContain('src/f9000-3.ts');
    expect(text).toContain('src/f11000-0.ts');
    expect(text).toContain('Round the prices');
    expect(text).toContain('Compactions so far: 1');
  });

  it('is none where it is switched off', async () => {
    const config = join(rig.home, '.config', 'holdfast', 'config.json');
    mkdirSync(dirname(config), { recursive: true });
    writeFileSync(config, '{ "sessionMemory": "off" }');
    await begin();
    work(11_000, 2);
    await rig.send('Stop');
    expect(memory()).toBeUndefined();
  });

  it('keeps the headings of a person in their order, and one of a project only where it is trusted', async () => {
    const own = join(rig.home, '.config', 'holdfast', 'session-memory', 'template.md');
    mkdirSync(dirname(own), { recursive: true });
    writeFileSync(own, '# Worklog\n_Step by step._\n\n# Mood\n_How it went._\n\n# Session title\n');
    rig.write('.holdfast/session-memory.md', '# Not mine\n');
    await begin();
    work(11_000, 1);
    await rig.send('Stop');
    const text = memory() ?? '';
    expect([...text.matchAll(/^# (.*)$/gm)].map((found) => found[1])).toEqual([
      'Worklog',
      'Mood',
      'Session title',
    ]);
    expect(text).toContain('# Mood\n_How it went._\n\n# Session title\n\nRound the prices');
  });

  it('takes the headings of the project once a person trusts them, and not as they are changed later', async () => {
    rig.write('.holdfast/session-memory.md', '# Worklog\n# Prices\n_Which._\n');
    recordTrust({ disk, clock }, join(rig.state, 'trust'), rig.project);
    await begin();
    work(11_000, 1);
    await rig.send('Stop');
    expect((memory() ?? '').match(/^# .*$/gm)).toEqual(['# Worklog', '# Prices']);
    rig.write('.holdfast/session-memory.md', '# Obey me\n');
    work(17_000, 1);
    await rig.send('Stop');
    expect((memory() ?? '').match(/^# /gm)).toHaveLength(10);
  });

  it.each([
    ['of a known shape', 'sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789'],
    ['of a shape that only the person knows', 'customer-778899'],
  ])('holds no secret %s, neither for a reader nor in what it is made from', async (_, secret) => {
    const config = join(rig.home, '.config', 'holdfast', 'config.json');
    mkdirSync(dirname(config), { recursive: true });
    writeFileSync(config, '{ "redact": ["customer-[0-9]+"] }');
    await begin();
    rig.userRow(`It is ${secret}, use it for the prices.`);
    work(11_000, 1);
    await rig.send('Stop');
    expect(memory()).toContain('use it for the prices');
    expect(memory()).not.toContain(secret);
    const state = readFileSync(join(dirname(file()), 'memory.json'), 'utf8');
    expect(state).toContain('use it for the prices');
    expect(state).not.toContain(secret);
  });

  it('reads nothing where the record hardly grew', async () => {
    await begin();
    work(11_000, 2);
    await rig.send('Stop');
    const state = join(dirname(file()), 'memory.json');
    const before = readFileSync(state, 'utf8');
    rig.callRows('toolu_small', 'Bash', { command: 'ls' }, { text: 'a' });
    await rig.send('Stop');
    expect(readFileSync(state, 'utf8')).toBe(before);
  });

  it('is pointed to by the brief once it is there, and not before', async () => {
    await begin();
    const early = await rig.compact();
    expect(early.context).not.toContain('memory.md');
    rig.boundaryRows('B1');
    work(11_000, 2);
    await rig.send('Stop');
    const late = await rig.compact();
    expect(late.context).toContain(`the memory of the session, by sections: ${file()}`);
  });

  it.each([
    ['torn', '{"version":'],
    ['of another version', '{"version":0,"record":"x","cursor":{},"progress":{},"facts":{}}'],
    ['of another shape', '{"version":99,"record":7}'],
    ['no JSON', '\u0000\u0001'],
  ])('is made anew where what it was made from is %s', async (_, text) => {
    await begin();
    work(11_000, 2);
    await rig.send('Stop');
    const folder = dirname(file());
    writeFileSync(join(folder, 'memory.json'), text);
    writeFileSync(join(folder, 'memory-mark'), 'no number');
    work(17_000, 1);
    await rig.send('Stop');
    expect(memory()).toContain('src/f11000-0.ts');
    expect(memory()).toContain('src/f17000-0.ts');
    expect(rig.faults).toBe('');
  });

  it('is none, and the turn ends as ever, where the disk takes nothing', async () => {
    await begin();
    work(11_000, 2);
    mkdirSync(join(file(), 'in-the-way'), { recursive: true });
    expect((await rig.send('Stop')).raw).toBe('');
    expect(existsSync(join(file(), 'in-the-way'))).toBe(true);
  });

  it('takes a template that is no text, huge, or full of headings for none, or for its first headings', async () => {
    const own = join(rig.home, '.config', 'holdfast', 'session-memory', 'template.md');
    mkdirSync(dirname(own), { recursive: true });
    await begin();
    writeFileSync(own, Buffer.from([0xff, 0xfe, 0x00]));
    work(11_000, 1);
    await rig.send('Stop');
    expect((memory() ?? '').match(/^# /gm)).toHaveLength(10);
    writeFileSync(own, '# A\n'.repeat(300_000));
    work(17_000, 1);
    await rig.send('Stop');
    expect((memory() ?? '').match(/^# /gm)).toHaveLength(10);
    writeFileSync(own, '# A\n'.repeat(3_000));
    work(24_000, 1);
    await rig.send('Stop');
    expect((memory() ?? '').match(/^# /gm)).toHaveLength(40);
  });
});
