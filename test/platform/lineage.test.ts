import { describe, expect, it } from 'vitest';
import {
  lineageOf,
  ownLineage,
  type ProcessTable,
  type SeenProcess,
} from '../../src/platform/lineage.ts';
import { psTable } from '../../src/platform/macos.ts';

/** A machine's processes: pid, parent, words, names of variables. */
function tableOf(
  rows: [number, number, string, string[]?][],
  behind: Record<number, number[]> = {},
): ProcessTable {
  const all = new Map<number, SeenProcess>(
    rows.map(([pid, parent, words, variables = []]) => [
      pid,
      { pid, parent, words: words.split(' '), variables },
    ]),
  );
  return { process: (pid) => all.get(pid), behindTerminal: (pid) => behind[pid] ?? [] };
}

describe('what stands behind a process', () => {
  it('is every process it descends from, up to the first of the machine, and not itself', () => {
    const table = tableOf([
      [1, 0, 'init'],
      [7, 1, 'bash', ['HOME']],
      [9, 7, 'node x'],
    ]);
    expect([...lineageOf(9, table)]).toEqual([
      { pid: 7, words: ['bash'], variables: ['HOME'], how: 'started' },
      { pid: 1, words: ['init'], variables: [], how: 'started' },
    ]);
  });

  it('is also who holds the other end of its terminal, with what that descends from', () => {
    const rows: [number, number, string][] = [
      [1, 0, 'init'],
      [5, 1, 'agent'],
      [6, 5, 'python'],
      [9, 1, 'node x'],
    ];
    const found = [...lineageOf(9, tableOf(rows, { 9: [6, 9] }))];
    expect(found.map(({ pid, how }) => `${pid} ${how}`)).toEqual([
      '1 started',
      '6 terminal',
      '5 terminal',
    ]);
  });

  it('ends where a process is gone, cannot be read, or names itself as its parent', () => {
    expect([...lineageOf(9, tableOf([[9, 8, 'node']]))]).toEqual([]);
    expect([
      ...lineageOf(
        9,
        tableOf([
          [8, 8, 'odd'],
          [9, 8, 'node'],
        ]),
      ),
    ]).toHaveLength(1);
  });

  it('is read from the lines of ps where there is nothing better', () => {
    const lines = [
      '    1     0 /sbin/launchd',
      '  501     1 -zsh HOME=/Users/me EMPTY=',
      ' 9001   501 node cli.js release CLAUDECODE=1',
    ];
    expect([...lineageOf(9001, psTable(lines.join('\n')))]).toMatchObject([
      { pid: 501, words: ['-zsh', 'HOME=/Users/me', 'EMPTY='], variables: ['HOME'] },
      { pid: 1, variables: [] },
    ]);
  });

  it.runIf(process.platform === 'linux')('of this test names what started it', () => {
    const [parent] = [...ownLineage()];
    expect(parent).toMatchObject({ pid: process.ppid, how: 'started' });
    expect(parent!.variables).toContain('PATH');
  });
});
