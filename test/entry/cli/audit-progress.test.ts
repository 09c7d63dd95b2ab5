import { describe, expect, it } from 'vitest';
import { followAudit } from '../../../src/entry/cli/audit-progress.ts';
import { recordStores } from '../../../src/hosts/record-registry.ts';
import type { Progress } from '../../../src/platform/progress.ts';
import { openProgress, withinLine } from '../../../src/platform/progress.ts';
import { recordDisk } from '../../../src/platform/record-disk.ts';

function follow(sizes: number[]) {
  const shown: string[] = [];
  const progress: Progress = { show: (text) => shown.push(text()), clear: () => {} };
  const disk = {
    ...recordDisk,
    realPath: (path: string) => path,
    stat: (path: string) => ({
      kind: path === '/all' ? ('folder' as const) : ('file' as const),
      size: sizes[Number(/\d+/.exec(path)?.[0] ?? 0)] ?? 0,
      modifiedMs: 5,
      inode: 1,
    }),
    *entries() {
      for (let at = 0; at < sizes.length; at += 1)
        yield { name: `${at}.jsonl`, kind: 'file' as const };
      return undefined;
    },
  };
  const step = followAudit(progress, disk, [{ path: '/all', stores: recordStores, named: true }]);
  return { step, shown };
}

describe('the progress of an audit', () => {
  it('grows with the bytes read, by files and within one, and ends full', () => {
    const { step, shown } = follow([1_000, 3_000]);
    expect(shown.at(-1)).toBe('Looking for transcripts: 2 files');
    step({ path: '/all/0.jsonl', size: 1_000 });
    expect(shown.at(-1)).toBe('[------------------------] 0 %  1 of 2 files, 0 B of 4.0 kB');
    step({ path: '/all/1.jsonl', size: 3_000 });
    expect(shown.at(-1)).toBe('[######------------------] 25 %  2 of 2 files, 1.0 kB of 4.0 kB');
    step({ path: '/all/1.jsonl', size: 3_000, bytes: 1_500 });
    expect(shown.at(-1)).toBe('[###############---------] 62 %  2 of 2 files, 2.5 kB of 4.0 kB');
    step({ path: '/all/1.jsonl', size: 3_000, bytes: 9_000 });
    expect(shown.at(-1)).toBe('[########################] 100 %  2 of 2 files, 4.0 kB of 4.0 kB');
  });

  it('counts a database once, however many conversations it holds, and is full where there is nothing', () => {
    const { step, shown } = follow([0]);
    for (let times = 0; times < 3; times += 1) step({ path: '/all/0.jsonl', size: 0 });
    expect(shown.at(-1)).toBe('[########################] 100 %  1 of 1 files, 0 B of 0 B');
  });

  it('counts nothing where nothing was there to be counted', () => {
    const { step, shown } = follow([]);
    step({ path: '/all/later.jsonl', size: 10 });
    expect(shown).toEqual([]);
  });

  it('leaves out on a narrow terminal what has no room, and breaks no word', () => {
    const line = '[######------] 25 %  2 of 2 files, 1.0 kB of 4.0 kB';
    expect(withinLine(line, 60)).toBe(line);
    expect(withinLine(line, 50)).toBe('[######------] 25 %  2 of 2 files');
    expect(withinLine('Looking for transcripts', 10)).toBe('Looking fo');
  });

  it('is shown on a terminal only', () => {
    expect(process.stderr.isTTY === true).toBe(openProgress() !== undefined);
  });
});
