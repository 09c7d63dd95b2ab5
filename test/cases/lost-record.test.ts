import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Payload } from './rig.ts';
import { Rig } from './rig.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
});
afterEach(() => rig.remove());

const known = ['Never push to main.', 'src/cut.ts', 'Build the saw', 'make saw'];

async function workAndAnnounce(): Promise<void> {
  rig.userRow('Build the saw.');
  rig.userRow('Never push to main.');
  rig.callRows(
    'toolu_1',
    'Edit',
    { file_path: `${rig.project}/src/cut.ts` },
    { text: 'The file has been updated.' },
  );
  rig.callRows(
    'toolu_2',
    'Bash',
    { command: 'make saw' },
    { text: 'Exit code 2\nno blade', failed: true },
  );
  await rig.send('PreCompact', { trigger: 'auto', custom_instructions: null });
}

const behindCompaction = async (more: Payload = {}) =>
  (await rig.send('SessionStart', { source: 'compact', ...more })).context;

describe('[case 40] a record that the compaction damages', () => {
  it('cut to a tenth takes nothing away from what was written down before', async () => {
    await workAndAnnounce();
    truncateSync(rig.transcript, Math.floor(readFileSync(rig.transcript).length / 10));
    const context = await behindCompaction();
    for (const part of known) expect(context).toContain(part);
  });

  it('with every text blanked takes nothing away either', async () => {
    await workAndAnnounce();
    const rows = readFileSync(rig.transcript, 'utf8').trim().split('\n');
    const blank = rows.map((row) => {
      const value = JSON.parse(row);
      value.message = { ...value.message, content: '' };
      return JSON.stringify(value);
    });
    writeFileSync(rig.transcript, `${blank.join('\n')}\n`);
    const context = await behindCompaction();
    for (const part of known) expect(context).toContain(part);
  });

  it('replaced by another with only boundary and summary is read from its start, and adds to the facts', async () => {
    await workAndAnnounce();
    writeFileSync(rig.transcript, '');
    rig.boundaryRows('B1', 'Something happened.');
    rig.userRow('Always sharpen the blade.');
    const context = await behindCompaction();
    for (const part of [...known, 'Always sharpen the blade.']) expect(context).toContain(part);
  });

  it('gone altogether leaves the facts of the journal', async () => {
    await workAndAnnounce();
    const context = await behindCompaction({ transcript_path: `${rig.home}/nowhere/none.jsonl` });
    for (const part of known) expect(context).toContain(part);
  });

  it('gone together with the running fold leaves the facts of the journal all the same', async () => {
    await workAndAnnounce();
    rmSync(`${rig.state}/sessions/claude-code/${rig.session}/fold.json`);
    const context = await behindCompaction({ transcript_path: `${rig.home}/nowhere/none.jsonl` });
    for (const part of known) expect(context).toContain(part);
  });

  it('leaves facts that a later, poorer reading never writes over', async () => {
    await workAndAnnounce();
    truncateSync(rig.transcript, 0);
    await behindCompaction();
    rig.answerRow('Going on.');
    rig.callRows('toolu_3', 'Bash', { command: 'npm test' }, { text: 'ok' });
    await rig.send('PreCompact', { trigger: 'auto' });
    const context = await behindCompaction();
    for (const part of known) expect(context).toContain(part);
  });
});

describe('[case 62] rows that a second compaction writes again', () => {
  const rowsOf = () => readFileSync(rig.transcript, 'utf8').trim().split('\n');

  it('count once: requests, compactions and the newest message', async () => {
    for (let index = 0; index < 25; index++) {
      rig.userRow(`Request number ${index} of the first part.`);
      rig.callRows(`toolu_${index}`, 'Bash', { command: `make part-${index}` }, { text: 'ok' });
    }
    const first = rowsOf();
    await rig.compact();
    rig.boundaryRows('B1');
    for (let index = 0; index < 5; index++) {
      rig.answerRow(`Answer ${index}`);
      rig.userRow(`Request number ${index} of the second part.`);
    }
    writeFileSync(rig.transcript, `${[...rowsOf(), ...first].join('\n')}\n`);
    rig.row({ type: 'system', subtype: 'stop_hook_summary', parentUuid: 'row-3' });
    const { context } = await rig.compact();
    expect(context).toContain('for the 2nd time');
    const newest = context.indexOf('Request number 4 of the second part.');
    expect(newest).toBeGreaterThan(0);
    expect(newest).toBeLessThan(context.indexOf('Request number 24 of the first part.'));
    rig.boundaryRows('B2');
    await rig.send('UserPromptSubmit', { prompt: 'go on', prompt_id: 'p1' });
    const snapshot = rig.journal().findLast((entry) => entry.kind === 'snapshot');
    const state = JSON.stringify(snapshot);
    expect(state.split('Request number 3 of the first part.').length - 1).toBe(1);
    expect(rig.kinds().filter((kind) => kind === 'armed')).toHaveLength(2);
  });
});
