import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { beginMemory, workOn } from './growing.ts';
import { Rig } from './rig.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
});
afterEach(() => rig.remove());

const begin = (): Promise<void> => beginMemory(rig);
const work = (tokens: number, calls: number): void => workOn(rig, tokens, calls);

describe('the memory that older versions of the client keep themselves [R37] [R44]', () => {
  const own = (): string => join(rig.recordFolder, rig.session, 'session-memory', 'summary.md');
  const longAgo = new Date(Date.now() - 600_000);

  function keptByClient(text: string): void {
    mkdirSync(dirname(own()), { recursive: true });
    writeFileSync(own(), text);
    utimesSync(own(), longAgo, longAgo);
  }

  it('gets our section, and nothing else of it is touched', async () => {
    keptByClient('# Session Title\nPrices\n');
    await begin();
    work(11_000, 2);
    await rig.send('Stop');
    const text = readFileSync(own(), 'utf8');
    expect(text).toMatch(/^# Session Title\nPrices\n\n# Holdfast\n/);
    expect(text.match(/^# /gm)).toHaveLength(2);
    expect(text).toContain('## Task specification');
  });

  it('is left alone while the client writes it, and gets our section the next time', async () => {
    keptByClient('# Session Title\nPrices\n');
    writeFileSync(`${own()}.lock`, '');
    await begin();
    work(11_000, 2);
    await rig.send('Stop');
    expect(readFileSync(own(), 'utf8')).toBe('# Session Title\nPrices\n');
    utimesSync(`${own()}.lock`, longAgo, longAgo);
    work(17_000, 1);
    await rig.send('Stop');
    expect(readFileSync(own(), 'utf8')).toContain('# Holdfast');
  });

  it('lends ours its headings, where the person gave it some', async () => {
    const template = join(rig.home, '.claude', 'session-memory', 'config', 'template.md');
    mkdirSync(dirname(template), { recursive: true });
    writeFileSync(template, '# Current State\n_Now._\n\n# Worklog\n_Steps._\n');
    await begin();
    work(11_000, 2);
    await rig.send('Stop');
    const memory = readFileSync(
      join(rig.state, 'sessions', 'claude-code', rig.session, 'memory.md'),
      'utf8',
    );
    expect(memory.match(/^# .*$/gm)).toEqual(['# Current State', '# Worklog']);
  });

  it('is not made by us', async () => {
    await begin();
    work(11_000, 2);
    await rig.send('Stop');
    expect(existsSync(own())).toBe(false);
  });
});
