import { existsSync, utimesSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { addStatus } from '../../../src/entry/cli/status.ts';
import { type Bench, makeBench } from './bench.ts';

let bench: Bench;
afterEach(() => bench.remove());

/** A session with a compaction whose recovery stands as the entries say. */
function session(id: string, project: string, ...entries: object[]) {
  const at = '2026-01-02T03:00:00Z';
  const lines = [
    { v: 1, at, kind: 'session', source: 'startup', project, cwd: project },
    ...entries.map((entry) => ({ v: 1, at, ...entry })),
  ];
  bench.write(
    `${bench.state}/sessions/claude-code/${id}/journal.ndjson`,
    lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
  );
}

describe('the list of sessions', () => {
  it('reads and shows the newest only, says how many more there are, and all where that is asked', async () => {
    bench = makeBench(true);
    for (let number = 0; number < 60; number += 1) {
      const id = `${number}`.padStart(8, 's');
      // A long journal that is read gets a checkpoint, which shows whether it was.
      session(id, '/p', ...(number === 7 ? [{ kind: 'pointer', what: 'x'.repeat(2e6) }] : []));
      const path = `${bench.state}/sessions/claude-code/${id}/journal.ndjson`;
      utimesSync(path, 1e9 + number, 1e9 + number);
    }
    const { text, data } = await bench.run(addStatus, 'status');
    const wasRead = (): boolean =>
      existsSync(`${bench.state}/sessions/claude-code/sssssss7/state.json`);
    expect(wasRead()).toBe(false);
    const lines = text.split('\n');
    expect(lines[1]).toMatch(/^ssssss59 /);
    expect(lines[20]).toMatch(/^ssssss40 /);
    expect(lines.at(-1)).toBe('and 40 more: "holdfast status --all"');
    const told = data as { sessions: unknown[]; more: number };
    expect([told.sessions.length, told.more]).toEqual([20, 40]);
    const all = await bench.run(addStatus, 'status', '--all');
    expect([wasRead(), (all.data as { more: number }).more]).toEqual([true, 0]);
    expect((all.data as { sessions: unknown[] }).sessions).toHaveLength(60);
    expect(all.text).not.toContain('more:');
  });

  it.each([
    ['HOLDFAST_DISABLE', '{"env": {"HOLDFAST_DISABLE": "1"}}'],
    ['HOLDFAST_DISABLE', `{"a": "${'x'.repeat(20e6)}", "env": {"HOLDFAST_DISABLE": "1"}}`],
    ['disableAllHooks', '{"disableAllHooks": true}'],
  ])('says which settings file switches everything off, by %s', async (name, settings) => {
    bench = makeBench(true);
    bench.write(bench.shared, settings);
    const { text, data } = await bench.run(addStatus, 'status');
    expect(text).toContain(`No hook does anything here: ${name} is set in\n${bench.shared}\n`);
    expect(data).toMatchObject({ disabled: true, disabledBy: bench.shared });
  });

  it('names each project and stays within 80 columns with the longest receipts whole', async () => {
    bench = makeBench(true);
    const project = `${bench.folder}/a project with a long name`;
    const armed = {
      kind: 'armed',
      recovery: 'c1-aaaaaa',
      by: 'after-event',
      trigger: 'auto',
      tail: '',
      midTurn: false,
      task: true,
      calls: 0,
      rapid: 0,
    };
    const recovery = 'c1-aaaaaa';
    const path = `${project}/a-plan-of-many-words.md`;
    const files = [{ path, role: 'plan', hash: 'x' }];
    const task = { kind: 'task', path, confidence: 'high', method: 'explicit', reason: 'set' };
    const obligations = { kind: 'obligations', recovery, files, missing: [] };
    session('11111111-long', project, task, armed, { kind: 'released', recovery, why: 'person' });
    const proof = 'x';
    session('22222222', project, task, armed, obligations, { kind: 'delivered', recovery, proof });
    const { text, data } = await bench.run(addStatus, 'status');
    expect(text.split('\n')[0]).toMatch(
      /^session +last +client +project +task +size +comp\. +receipt$/,
    );
    expect(text).toMatch(/^11111111 .* a proj… .*a-pl.*released \(user\)$/m);
    expect(text).toMatch(/^22222222 .* delivered, 1 to read$/m);
    const { sessions } = data as { sessions: object[] };
    for (const row of sessions) expect(row).toMatchObject({ project, role: 'regular' });
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    // A narrower screen has fewer columns, and the receipts whole.
    bench.cli.width = 60;
    const narrow = (await bench.run(addStatus, 'status')).text;
    for (const line of narrow.split('\n')) expect(line.length).toBeLessThanOrEqual(60);
    expect(narrow).toMatch(/^22222222 .* delivered, 1 to read$/m);
  });

  it('shows so much of each id that it can be told from the others', async () => {
    bench = makeBench(true);
    session('77777777-aaaa-4000-8000-000000000001', '/p');
    session('77777777-aaab-4000-8000-000000000002', '/p');
    const { text } = await bench.run(addStatus, 'status');
    const shown = text.split('\n').flatMap((line) => /^7\S+/.exec(line)?.[0] ?? []);
    expect(shown.sort()).toEqual(['77777777-aaaa', '77777777-aaab']);
  });
});
