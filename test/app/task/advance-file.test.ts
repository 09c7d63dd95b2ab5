import { expect, it } from 'vitest';
import { advanceFile } from '../../../src/app/task/advance-file.ts';
import type { ChangeDeps } from '../../../src/app/ticket/change.ts';
import type { Generations } from '../../../src/core/lock.ts';

it('ticks a step of a document alone among our own processes, so that none is told what another one wrote over', () => {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  let text = '# Plan\n- [ ] one\n- [ ] two\n- [ ] three\n';
  const held: { text?: string; generation: number } = { generation: 0 };
  const chain: Generations = {
    read: () => ({ ...held }),
    replace(after, next) {
      if (after !== held.generation) return false;
      Object.assign(held, { text: next, generation: after + 1 });
      return true;
    },
    drop: () => {},
  };
  let meanwhile = (): void => {};
  const deps = (pid: number): ChangeDeps => ({
    pid,
    processes: { identity: (one) => `process ${one}` },
    pause: () => {},
    locks: () => chain,
    state: undefined as never,
    ticketDisk: {
      read: () => bytes(text),
      replace(_path: string, _expected: Uint8Array, mine: string) {
        const during = meanwhile;
        meanwhile = () => {};
        during();
        text = mine;
        return 'written';
      },
    } as never,
  });
  let other: unknown;
  meanwhile = () => {
    try {
      other = advanceFile(deps(2), '/p/PLAN.md', {});
    } catch (error) {
      other = error;
    }
  };
  expect(advanceFile(deps(1), '/p/PLAN.md', {})).toMatchObject({ done: 'one' });
  expect(other).toMatchObject({ code: 'refused' });
  expect(advanceFile(deps(2), '/p/PLAN.md', {})).toMatchObject({ done: 'two' });
  expect(text).toBe('# Plan\n- [x] one\n- [x] two\n- [ ] three\n');
});
