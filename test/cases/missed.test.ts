import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runAsPerson } from '../../harness/outside-session.ts';
import { commandHostById, commandHostIds } from '../../src/hosts/command-hosts.ts';
import { arrived, beginWork } from './kit.ts';
import { Rig } from './rig.ts';

const cli = join(import.meta.dirname, '..', '..', 'dist', 'cli.js');

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
});
afterEach(() => rig.remove());

function run(...words: string[]): string {
  return runAsPerson(process.execPath, [cli, ...words], { cwd: rig.project, env: rig.env }).out;
}

interface Finding {
  check: string;
  state: string;
  message: string;
}

/** What doctor says of the compactions in records. */
function compactions(...words: string[]): Pick<Finding, 'state' | 'message'>[] {
  const { findings } = JSON.parse(run('doctor', '--json', ...words)) as { findings: Finding[] };
  return findings
    .filter(({ check }) => check === 'compactions')
    .map(({ state, message }) => ({ state, message }));
}

/** Later than what happens now: the records of samples are older than the session's first event. */
const later = () => new Date(Date.now() + 1000).toISOString();

describe('a session that only told of a coming compaction', () => {
  it('has that in its timeline, and no compaction', async () => {
    await rig.send('PreCompact', { trigger: 'auto', custom_instructions: null });
    expect(run('show', rig.session)).toMatch(
      /\nmain session\n\S+ \S+ UTC {2}first heard of, after it had begun\n\S+ \S+ UTC {2}compaction announced, and none heard of since\n/,
    );
    const { agents } = JSON.parse(run('show', rig.session, '--json'));
    expect(agents).toMatchObject([
      {
        timeline: [
          { what: 'first heard of, after it had begun' },
          { what: 'compaction announced, and none heard of since' },
        ],
        receipts: [],
      },
    ]);
  });
});

describe('a session that was open before the hooks were there', () => {
  it('is known by its record, so that its calls are evidence and missed compactions are named', async () => {
    rig.userRow('Do it.');
    rig.callRows('toolu_1', 'Bash', { command: 'npm test' }, { text: 'ok' });
    rig.answerRow('Done.');
    await rig.send('Stop', { last_assistant_message: 'Done.' });
    const entries = rig.journal().filter(({ kind }) => kind === 'session');
    expect(entries).toMatchObject([{ source: 'unknown', record: rig.transcript }]);
    arrived(rig, await rig.compact());
    rig.answerRow('Going on.');
    rig.boundaryRows('B7');
    rig.answerRow('On.');
    rig.boundaryRows('B8');
    rig.answerRow('And on.');
    expect(compactions()).toEqual([
      expect.objectContaining({ message: expect.stringContaining('2 missed') }),
    ]);
    expect(rig.journal().filter(({ kind }) => kind === 'session')).toHaveLength(1);
  });
});

describe('compactions that the record shows', () => {
  it('and events told of are well', async () => {
    await beginWork(rig);
    arrived(rig, await rig.compact());
    rig.answerRow('Going on.');
    expect(compactions()).toEqual([{ state: 'ok', message: expect.stringContaining('All 1 ') }]);
    expect(run('show')).not.toContain('missed');
  });

  it('and nobody heard of are named by doctor, by show and in the receipts', async () => {
    await beginWork(rig);
    arrived(rig, await rig.compact(), 'B1');
    rig.answerRow('Going on.');
    for (const id of ['B2', 'B3']) {
      rig.boundaryRows(id);
      rig.answerRow(`After ${id}.`);
    }
    const [finding] = compactions();
    expect(finding).toEqual({
      state: 'off',
      message: expect.stringContaining(
        '3 compactions in the transcript: an event told of 1, 2 missed',
      ),
    });
    expect(run('doctor')).not.toContain('All is well.');
    const shown = run('show');
    expect(shown).toMatch(
      /missed {7}\S+ \S+ UTC {2}\(auto, B2\): no event came, no brief went out/,
    );
    const { heard } = JSON.parse(run('show', '--json')) as { heard: { missed: unknown[] } };
    expect(heard.missed).toMatchObject([{ boundary: 'B2' }, { boundary: 'B3' }]);
    expect(compactions('--clear').filter(({ state }) => state === 'off')).toEqual([]);
  });

  it('and a later event found are told as such, since the event that should have told did not', async () => {
    await beginWork(rig);
    rig.boundaryRows('B1');
    await rig.send('UserPromptSubmit', { prompt: 'go on', prompt_id: 'p1' });
    rig.answerRow('Going on.');
    expect(compactions()).toEqual([
      { state: 'off', message: expect.stringContaining('1 found in the transcript later') },
    ]);
    const told = run('doctor');
    expect(told).not.toContain('All is well.');
    expect(told).toMatch(
      /The first of these was at \S+ \S+ UTC\. Until then the agent went on without/,
    );
    expect(run('show')).toMatch(/found later {2}\S+ \S+ UTC {2}\(auto, B1\): no event came when/);
    expect(compactions('--clear')).toEqual([]);
    expect(compactions()).toEqual([]);
    expect(run('show')).toContain('heard        by no event: found in the transcript later');
  });

  it('and are more than a week old are in show, and no longer in doctor', async () => {
    const old = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    await rig.send('SessionStart', { source: 'startup' });
    const journal = join(rig.state, 'sessions', 'claude-code', rig.session, 'journal.ndjson');
    const text = readFileSync(journal, 'utf8');
    writeFileSync(journal, text.replace(/"at":"[^"]+"/, `"at":"${old(10)}"`));
    rig.row({
      type: 'system',
      subtype: 'compact_boundary',
      uuid: 'B0',
      timestamp: old(9),
      compactMetadata: { trigger: 'auto' },
    });
    rig.answerRow('Going on.');
    expect(run('show')).toMatch(/missed .*\(auto, B0\)/);
    expect(compactions()).toEqual([]);
  });

  it('and happened before the session was first heard of are history', async () => {
    rig.boundaryRows('B0');
    rig.answerRow('Long ago.');
    await new Promise((resolve) => setTimeout(resolve, 5));
    await rig.send('SessionStart', { source: 'resume' });
    expect(compactions().filter(({ state }) => state === 'off')).toEqual([]);
    expect(run('show')).not.toContain('missed');
  });

  it('and no model answered yet wait for the next event', async () => {
    await beginWork(rig);
    rig.boundaryRows('B1');
    expect(compactions().filter(({ state }) => state === 'off')).toEqual([]);
  });

  const readable = commandHostIds.filter((id) => commandHostById(id)!.capabilities.readableRecord);
  it.each(readable)('are compared with what was heard on %s', async (id) => {
    const host = commandHostById(id)!;
    const place = join(rig.home, 'records', 'session.jsonl');
    const { record, payloads } = host.sample(rig.project, place);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, '');
    await rig.sendRaw(payloads[0]!, [id]);
    const rows = `${record.trimEnd()}\n${(boundaryRows[id] ?? []).map((row) => `${JSON.stringify(row)}\n`).join('')}`;
    writeFileSync(place, rows.replace(/\d{4}-\d\d-\d\dT[\d:]+(?:\.\d+)?Z/g, later()));
    expect(readFileSync(place, 'utf8')).not.toBe('');
    // No model answers behind the boundary of a sample, so that the next event would find it.
    const shown = run('show');
    if (showsNoBoundary.has(id)) expect(shown).not.toContain('in the transcript:');
    else expect(shown).toContain('1 compaction in the transcript: an event told of 0, ');
  });
});

/** Hosts whose record does not tell of compactions. */
const showsNoBoundary = new Set(['cursor']);

const time = '2026-01-01T00:00:00.000Z';
/** What stands for a compaction in records of hosts whose sample is of a session before one. */
const boundaryRows: Record<string, object[]> = {
  'claude-code': [
    {
      type: 'system',
      subtype: 'compact_boundary',
      uuid: 'b',
      timestamp: time,
      compactMetadata: { trigger: 'auto' },
    },
  ],
  codex: [
    { timestamp: time, type: 'compacted', payload: { message: '', replacement_history: [] } },
  ],
  qwen: [
    {
      type: 'system',
      subtype: 'chat_compression',
      uuid: 'b',
      timestamp: time,
      systemPayload: { info: {}, compressedHistory: [] },
    },
  ],
};
