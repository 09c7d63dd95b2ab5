import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';
import { guardReason } from '../../src/core/recovery/watch-reason.ts';
import { postNotice } from '../../src/journal/mail.ts';
import { setWatch, watchReasonsOf } from '../../src/journal/watch.ts';

let state: string;
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'holdfast-watch-'));
});
afterEach(() => removeFolder(state));

const open = 'open recovery 1 (main session)';
const files = () => ['watch', 'watch-before'].map((folder) => existsSync(join(state, folder, 's')));

describe('the watch of a session', () => {
  it('has the events after a call start nothing while the guard alone asks', () => {
    setWatch(state, 's', [guardReason, open]);
    expect(files()).toEqual([true, false]);
    setWatch(state, 's', [guardReason]);
    expect(files()).toEqual([true, true]);
    setWatch(state, 's', [open]);
    expect(files()).toEqual([true, false]);
    setWatch(state, 's', [guardReason]);
    setWatch(state, 's', []);
    expect([files(), existsSync(join(state, 'watch-before'))]).toEqual([[false, false], false]);
  });

  it('hears every tool event again when a notice waits for a session that only the guard listens to', () => {
    setWatch(state, 's', [guardReason]);
    postNotice(state, { host: 'claude-code', session: 's' }, 'n', {
      worker: 'w',
      ticket: 't',
      outcome: 'completed',
      time: '2026-01-01T00:00:00.000Z',
    } as never);
    expect(files()).toEqual([true, false]);
    expect(watchReasonsOf(state, 's')).toHaveLength(2);
  });
});
