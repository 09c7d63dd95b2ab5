import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { editCall } from './calls.ts';
import { Rig, readPayload } from './rig.ts';

const long = `Body of the long rule file.\n${'- one more rule of the house, long enough to count\n'.repeat(80)}`;
const short = 'Body of the short rule file: use tabs.\n';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
  rig.write('CLAUDE.md', 'Body of the host’s own file.\n');
  rig.write('sub/CLAUDE.md', 'Body of the nested file.\n');
  rig.write('.claude/rules/a.md', long);
  rig.write('AGENTS.md', short);
  rig.write('PLAN.md', '# Plan\n- [ ] Step 1: cut\n');
  requireReading(['CLAUDE.md', 'sub/CLAUDE.md', '.claude/rules/a.md', 'AGENTS.md', 'gone.md']);
});
afterEach(() => rig.remove());

function requireReading(paths: string[]): void {
  const file = join(rig.home, '.config', 'holdfast', 'config.json');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ requiredReading: paths }));
}

async function compact(): Promise<string> {
  rig.userRow('Do the plan.');
  rig.callRows('toolu_1', 'Read', { file_path: rules() }, { text: long });
  await rig.send('PreCompact', { trigger: 'auto', custom_instructions: null });
  rig.boundaryRows('B1');
  return (await rig.send('SessionStart', { source: 'compact' })).context;
}

const rules = () => join(rig.project, '.claude/rules/a.md');
const change = () => editCall('toolu_2', join(rig.project, 'sub/x.ts'));

describe('rule files after a compaction', () => {
  it('are named by absolute path, ordered to be read, and hold changes back until they were [case 4]', async () => {
    rig.setTask('PLAN.md');
    const told = await compact();
    expect(told.slice(0, 1_900)).toContain(`Read ${rules()}`);
    const denial = (await rig.send('PreToolUse', change())).denied;
    expect(denial).toContain(`Read ${rules()}`);
    await rig.send('PostToolUse', readPayload(rules(), long));
    expect((await rig.send('PreToolUse', change())).raw).toBe('');
    const wanted = rig.journal().find((entry) => entry.kind === 'obligations');
    const files = wanted?.kind === 'obligations' ? wanted.files : [];
    expect(files.map((file) => file.path)).toContain(rules());
    for (const file of files) expect(file.hash).toMatch(/^[0-9a-f]{8,}$/);
  });

  it('no body of a rule file is told twice, and those that the host sends itself not at all [case 4]', async () => {
    rig.setTask('PLAN.md');
    const told = await compact();
    expect(told.split('Body of the short rule file').length).toBe(2);
    expect(told).not.toContain('Body of the long rule file');
    expect(told).not.toContain('CLAUDE.md');
    expect(told).not.toMatch(/Body of the (host|nested)/);
  });

  it('one that is missing is said to be missing and holds nothing back [case 4]', async () => {
    requireReading(['gone.md']);
    rig.setTask('PLAN.md');
    expect(await compact()).toContain(`Missing: ${join(rig.project, 'gone.md')}`);
    expect((await rig.send('PreToolUse', change())).raw).toBe('');
  });

  it('hold nothing back in a session without a task [R1] [case 4]', async () => {
    rig.write('PLAN.md', '');
    const told = await compact();
    expect(told).not.toContain(rules());
    expect((await rig.send('PreToolUse', change())).raw).toBe('');
  });
});
