import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { followLedger, type Ledger } from '../../../src/app/evidence/follow-ledger.ts';
import { sessionRecords } from '../../../src/app/evidence/session-records.ts';
import { readRecord } from '../../../src/app/read-record.ts';
import type { HostEvent } from '../../../src/core/event.ts';
import { judge } from '../../../src/core/ledger/judge.ts';
import { parsePredicate } from '../../../src/core/ledger/predicate.ts';
import { hostById } from '../../../src/hosts/registry.ts';
import { openEvidenceFile } from '../../../src/journal/evidence-file.ts';
import { clock } from '../../../src/platform/clock.ts';
import { files } from '../../../src/platform/files.ts';
import { recordFiles } from '../../../src/platform/record-file.ts';
import { RecordedSession } from '../../cases/recorded-session.ts';
import { treeOf } from '../../core/ledger/kit.ts';

let session: RecordedSession;
beforeEach(() => {
  session = new RecordedSession();
});
afterEach(() => session.remove());

const green = 'Tests  3 passed (3)';

function follow(): Ledger {
  const host = hostById('claude-code')!;
  const event: HostEvent = {
    type: 'turn.ending',
    sessionId: session.session,
    transcriptPath: session.transcript,
    cwd: session.project,
  };
  const ledger = openEvidenceFile(join(session.state, 's'), []);
  return followLedger(
    { files, clock, ledger, records: (...args) => readRecord(recordFiles, ...args) },
    sessionRecords({ files, host }, event),
  );
}

const lines = (): number =>
  readFileSync(join(session.state, 's', 'evidence.ndjson'), 'utf8').split('\n').length;

const isFresh = async ({ entries }: Ledger): Promise<boolean> => {
  const predicate = parsePredicate({ ran: 'npm test', after: ['src/**'] });
  const { holds } = await judge(predicate, entries, treeOf({}, { project: session.project }));
  return holds;
};

function edit(id: string, agent?: string): void {
  const input = { file_path: join(session.project, 'src/a.ts'), old_string: 'a', new_string: 'b' };
  session.callRows(id, 'Edit', input, { text: 'done' }, agent);
}

const test = (id: string, agent?: string): void =>
  session.callRows(id, 'Bash', { command: 'npm test' }, { text: green }, agent);

const start = (agent: string, more: object = { status: 'completed' }): void =>
  session.callRows(
    `start-${agent}`,
    'Agent',
    { prompt: 'Do it', subagent_type: 'general-purpose' },
    { text: 'done', structured: { agentId: agent, ...more } },
  );

describe('the records of agents below a session', () => {
  it('are a part of its ledger, each call once, with the agent that made it [R41]', async () => {
    edit('e1');
    session.userRow('Run the tests.', 'a1');
    test('t1', 'a1');
    start('a1');
    const { entries, kept } = follow();
    expect(kept).toBe(true);
    expect(entries.map((entry) => [entry.id, entry.agent])).toEqual([
      ['e1', undefined],
      ['start-a1', undefined],
      ['t1', 'a1'],
    ]);
    expect(await isFresh({ entries, kept, skipped: 0 })).toBe(true);
  });

  it('answer for nobody: what an agent was told in a dialog of its own is no answer of the user', async () => {
    const ask = (id: string, agent?: string) =>
      session.callRows(
        id,
        'AskUserQuestion',
        { questions: [{ question: 'Push to main?', header: 'Push', options: [] }] },
        { text: 'answered', structured: { questions: [], answers: { 'Push to main?': 'yes' } } },
        agent,
      );
    const isApproved = async () => {
      const { entries } = follow();
      const predicate = parsePredicate({ approved: 'push' });
      const tree = treeOf({}, { project: session.project });
      return (await judge(predicate, entries, tree)).holds;
    };
    session.userRow('Do it.', 'a1');
    session.answerRow('Shall I push to main?', 'a1');
    session.userRow('yes', 'a1');
    ask('q1', 'a1');
    start('a1');
    expect(await isApproved()).toBe(false);
    ask('q2');
    expect(await isApproved()).toBe(true);
  });

  it('are read on from where they ended, and nothing is written where nothing is new', () => {
    test('t1', 'a1');
    start('a1');
    follow();
    const before = lines();
    follow();
    expect(lines()).toBe(before);
    test('t2', 'a1');
    expect(follow().entries.map(({ id }) => id)).toEqual(['start-a1', 't1', 't2']);
    expect(lines()).toBe(before + 2);
  });

  it('of an agent in the background make stale what ran beside it, and no longer once they were seen', async () => {
    session.userRow('Do it.');
    start('a1', { isAsync: true, status: 'async_launched' });
    test('t1');
    edit('e1', 'a1');
    expect(await isFresh(follow())).toBe(false);
    test('t2');
    expect(await isFresh(follow())).toBe(true);
  });

  it('hold nobody up with an edit that was broken off', async () => {
    session.userRow('Do it.');
    session.callRows('e1', 'Edit', { file_path: join(session.project, 'src/a.ts') });
    test('t1');
    expect(await isFresh(follow())).toBe(false);
    session.userRow('Go on.');
    test('t2');
    expect(await isFresh(follow())).toBe(true);
  });

  it('hold nobody up with an edit of an agent that was broken off with the turn', async () => {
    session.userRow('Do it.');
    session.callRows('start-a1', 'Agent', { prompt: 'Do it', subagent_type: 'general-purpose' });
    session.userRow('Do it', 'a1');
    session.callRows(
      'e1',
      'Edit',
      { file_path: join(session.project, 'src/a.ts') },
      undefined,
      'a1',
    );
    expect(await isFresh(follow())).toBe(false);
    session.userRow('Leave it.');
    test('t1');
    // It may have been written up to now.
    expect(await isFresh(follow())).toBe(false);
    test('t2');
    expect(await isFresh(follow())).toBe(true);
  });

  it('wait for an edit of an agent in the background, whatever the person says meanwhile', async () => {
    session.userRow('Do it.');
    start('a1', { isAsync: true, status: 'async_launched' });
    session.userRow('Do it', 'a1');
    session.callRows(
      'e1',
      'Edit',
      { file_path: join(session.project, 'src/a.ts') },
      undefined,
      'a1',
    );
    follow();
    session.userRow('And the docs.');
    test('t1');
    follow();
    test('t2');
    expect(await isFresh(follow())).toBe(false);
  });
});
