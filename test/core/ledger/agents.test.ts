import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LedgerEntry, never } from '../../../src/core/ledger/entry.ts';
import { judge } from '../../../src/core/ledger/judge.ts';
import { parsePredicate } from '../../../src/core/ledger/predicate.ts';
import { reconcile } from '../../../src/core/ledger/reconcile.ts';
import type { Verdict } from '../../../src/core/ledger/verdict.ts';
import { edit, type Loose, read, says, session, sh, tool } from '../snapshot/build.ts';
import { type Disk, linesOf, place, treeOf } from './kit.ts';

const green = 'Tests  12 passed (12)';
const fresh = { ran: 'npm test', after: ['src/**'] };

/** The call that starts an agent, and its end. `background`: it goes on behind the result. */
const starts = (agent: string, background = false): [Loose, Loose] =>
  tool(
    'subagent',
    { id: `start-${agent}` },
    { agentId: agent, ...(background ? { backgroundId: agent } : {}) },
  ) as [Loose, Loose];

/** What the record of an agent holds; `seen`: the last place of the session when it was read. */
function ofAgent(
  agent: string,
  parts: (Loose | Loose[])[],
  seen = never,
  disk: Disk = {},
): LedgerEntry[] {
  return linesOf(session(place, ...parts), disk).map((entry) => ({
    ...entry,
    agent,
    within: { from: 0, to: entry.ended === undefined ? never : seen },
  }));
}

function ask(predicate: unknown, lines: readonly LedgerEntry[], disk: Disk = {}): Promise<Verdict> {
  return judge(parsePredicate(predicate), reconcile(lines), treeOf(disk));
}

const later = (entry: LedgerEntry, by: number): LedgerEntry => ({
  ...entry,
  began: entry.began + by,
  ...(entry.ended === undefined ? {} : { ended: entry.ended + by }),
});

const main = (...parts: (Loose | Loose[])[]): LedgerEntry[] => linesOf(session(place, ...parts));

describe('calls of agents below the session', () => {
  it('count: tests that one ran behind the last edit hold [R41]', async () => {
    const lines = [
      ...main(edit('src/a.ts'), starts('a1')),
      ...ofAgent('a1', [sh('npm test', green)]),
    ];
    expect(await ask(fresh, lines)).toMatchObject({ holds: true });
  });

  it('count: an edit that one made behind the tests makes them stale', async () => {
    const lines = [
      ...main(edit('src/a.ts'), sh('npm test', green), starts('a1')),
      ...ofAgent('a1', [edit('src/b.ts')]),
    ];
    const verdict = await ask(fresh, lines);
    expect(verdict.why).toContain(
      'is stale: src/b.ts was changed after it began, or may have been',
    );
  });

  it('hold in their own order: an edit and then tests of one agent', async () => {
    const lines = [
      ...main(starts('a1')),
      ...ofAgent('a1', [edit('src/a.ts'), sh('npm test', green)]),
    ];
    expect(await ask(fresh, lines)).toMatchObject({ holds: true });
    const other = [
      ...main(starts('a1')),
      ...ofAgent('a1', [sh('npm test', green), edit('src/a.ts')]),
    ];
    expect(await ask(fresh, other)).toMatchObject({ holds: false });
  });

  it('of two agents beside each other prove nothing against each other', async () => {
    const [a, b] = [starts('a1'), starts('a2')];
    const lines = [
      ...main([a[0], b[0], a[1], b[1]]),
      ...ofAgent('a1', [edit('src/a.ts')]),
      ...ofAgent('a2', [sh('npm test', green)]),
    ];
    expect(await ask(fresh, lines)).toMatchObject({ holds: false });
  });

  it('of an agent that was over before the next began stand before it', async () => {
    const lines = [
      ...main(starts('a1'), starts('a2')),
      ...ofAgent('a1', [edit('src/a.ts')]),
      ...ofAgent('a2', [sh('npm test', green)]),
    ];
    expect(await ask(fresh, lines)).toMatchObject({ holds: true });
  });

  it('that failed take the word of a run back which may have been before them', async () => {
    const [a, b] = [starts('a1'), starts('a2')];
    const lines = [
      ...main([a[0], b[0], a[1], b[1]]),
      ...ofAgent('a1', [sh('npm test', green)]),
      ...ofAgent('a2', [sh('npm test', '1 failed', 1)]),
    ];
    expect(await ask({ ran: 'npm test' }, lines)).toMatchObject({ holds: false });
  });

  it('in the background are behind what the session does, until they were seen or are over', async () => {
    const session1 = main(starts('a1', true), sh('npm test', green));
    const open = ofAgent('a1', [edit('src/a.ts')]);
    expect(await ask(fresh, [...session1, ...open])).toMatchObject({ holds: false });
    // Seen while the session stood at the end of its second place, before the tests began.
    const seen = ofAgent('a1', [edit('src/a.ts')], 2);
    expect(await ask(fresh, [...session1, ...seen])).toMatchObject({ holds: true });
    const ended: Loose = { type: 'background-ended', backgroundId: 'a1', outcome: 'completed' };
    const over = main(starts('a1', true), ended, sh('npm test', green));
    expect(await ask(fresh, [...over, ...open])).toMatchObject({ holds: true });
  });

  it('that the session made itself, and an agent holds too, are none of the agent', async () => {
    const before = main(sh('npm test', green));
    const copies = before.map((entry) => ({
      ...entry,
      agent: 'a1',
      within: { from: 0, to: never },
    }));
    const lines = [
      ...before,
      ...main(place, edit('src/a.ts'), starts('a1')).map((entry) => later(entry, 10)),
      ...copies,
    ];
    expect(reconcile(lines).filter(({ agent }) => agent !== undefined)).toEqual([]);
    expect(await ask(fresh, lines)).toMatchObject({ holds: false });
  });

  it('of an agent that was at work when a prompt came are over only where its call ended', async () => {
    const [start, end] = starts('a1');
    const lines = [
      ...main(start, says('And the docs, please.'), sh('npm test', green), end),
      ...ofAgent('a1', [edit('src/a.ts')]),
    ];
    expect(await ask(fresh, lines)).toMatchObject({ holds: false });
  });

  it('of an agent that nobody is known to have started count as begun before all, and never as over', async () => {
    const tests = ofAgent('a1', [sh('npm test', green)]);
    expect(await ask(fresh, [...main(edit('src/a.ts')), ...tests])).toMatchObject({ holds: false });
    const edits = ofAgent('a1', [edit('src/a.ts')]);
    expect(await ask(fresh, [...main(sh('npm test', green)), ...edits])).toMatchObject({
      holds: false,
    });
  });

  it('of an agent below an agent lie where the upper one does', async () => {
    const lines = [
      ...main(edit('src/a.ts'), starts('a1'), sh('ls')),
      ...ofAgent('a1', [starts('a2')]),
      ...ofAgent('a2', [sh('npm test', green)]),
    ];
    expect(await ask(fresh, lines)).toMatchObject({ holds: true });
  });

  it('that say to have started each other end the search', () => {
    const lines = [...ofAgent('a1', [starts('a2')]), ...ofAgent('a2', [starts('a1')])];
    expect(reconcile(lines)).toHaveLength(2);
  });

  it('explore files for the session, and read none for its model', async () => {
    const disk = { '/w/a.md': { text: 'a\n' } };
    const parts = [
      tool(
        'read',
        { paths: ['a.md'] },
        { text: '     1\ta\n', shown: { path: '/w/a.md', startLine: 1, text: 'a\n' } },
      ),
      read('b.md'),
    ];
    const lines = [...main(starts('a1')), ...ofAgent('a1', parts, never, disk)];
    expect(await ask({ explored: 2 }, lines)).toMatchObject({ holds: true });
    expect(await ask({ read: 'a.md' }, lines, disk)).toMatchObject({ holds: false });
    const own = [...linesOf(session(place, ...parts), disk)];
    expect(await ask({ read: 'a.md' }, own, disk)).toMatchObject({ holds: true });
  });

  it('are the same entries in whatever order their lines come, whatever their clock says', () => {
    const seen = ofAgent('a1', [edit('src/b.ts'), sh('npm test', '1 failed', 1)], 5);
    const again = seen.map((entry) => ({ ...entry, within: { from: 0, to: never } }));
    const lines = [
      ...main(edit('src/a.ts'), starts('a1', true), sh('npm test', green)),
      ...seen,
      ...again,
    ];
    const times = fc.array(fc.date({ noInvalidDate: true }), { minLength: 30, maxLength: 30 });
    const shuffled = fc.shuffledSubarray(lines, {
      minLength: lines.length,
      maxLength: lines.length,
    });
    const order = (entries: LedgerEntry[]) =>
      reconcile(entries).map(({ id, agent, within }) => [id, agent, within]);
    fc.assert(
      fc.property(shuffled, times, (mixed, dates) => {
        const moved = mixed.map((entry, at) => ({ ...entry, time: dates[at]!.toISOString() }));
        expect(order(moved)).toEqual(order(lines));
      }),
    );
  });
});
