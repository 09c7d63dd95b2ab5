import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { editablePaths, recordTrust } from '../../src/app/trust.ts';
import { clock } from '../../src/platform/clock.ts';
import { disk } from '../../src/platform/disk.ts';
import { beginWork } from '../cases/kit.ts';
import { Rig } from '../cases/rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = new Rig();
  await beginWork(rig, 'Never push to main.');
});
afterEach(() => rig.remove());

const steering = async () => (await rig.send('PreCompact', { trigger: 'auto' })).raw;
const trust = () => recordTrust({ disk, clock }, join(rig.state, 'trust'), rig.project);

/** Writes the person's own form. */
function own(text: string): void {
  const folder = join(rig.home, '.config', 'holdfast');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'handoff.md'), text);
}

/** The next compaction announces itself again, so something must have happened in between. */
function goOn(id: string): void {
  rig.callRows(id, 'Bash', { command: 'npm test' }, { text: 'ok' });
}

describe('the form of a summary that a person asks for', () => {
  it('is read anew at each compaction, beside the facts [R36]', async () => {
    own('# Hand-over\n- State of the export\n');
    const first = await steering();
    expect(first).toContain('State of the export');
    expect(first).toContain('Never push to main.');
    own('# Hand-over\n- Who waits for what\n');
    goOn('toolu_2');
    const second = await steering();
    expect(second).toContain('Who waits for what');
    expect(second).not.toContain('State of the export');
    expect(second.length).toBeLessThanOrEqual(2_000);
  });

  it('comes from the project where a person trusts it as it is, and is named where nobody does [R36]', async () => {
    rig.write('.holdfast/handoff.md', '- Written by the repository\n');
    expect(await steering()).not.toContain('Written by the repository');
    const started = await rig.send('SessionStart', { source: 'startup' });
    expect(started.raw).toContain('.holdfast/handoff.md is not trusted yet');
    trust();
    goOn('toolu_2');
    expect(await steering()).toContain('Written by the repository');
    rig.write('.holdfast/handoff.md', '- Changed since\n');
    goOn('toolu_3');
    expect(await steering()).not.toMatch(/Changed since|Written by/);
  });

  it('of the project is read anew at each compaction where a person trusts its edits [R36]', async () => {
    rig.write('.holdfast/handoff.md', '- State of the export\n');
    recordTrust({ disk, clock }, join(rig.state, 'trust'), rig.project, [], editablePaths);
    expect(await steering()).toContain('State of the export');
    rig.write('.holdfast/handoff.md', '- Who waits for what\n');
    goOn('toolu_2');
    const second = await steering();
    expect(second).toContain('Who waits for what');
    expect(second).not.toContain('State of the export');
    const started = await rig.send('SessionStart', { source: 'startup' });
    expect(started.raw).not.toContain('is not trusted');
  });

  it('never crowds out the facts, however long it is [R36]', async () => {
    own('word '.repeat(20_000));
    const text = await steering();
    expect(text).toContain('Never push to main.');
    expect(text.length).toBeLessThanOrEqual(2_000);
  });
});
