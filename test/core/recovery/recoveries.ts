import type { ObligationRecord } from '../../../src/core/recovery/entry.ts';
import type { Recovery } from '../../../src/core/recovery/recovery.ts';
import { applyEntry, newSessionState } from '../../../src/core/recovery/session-state.ts';

/** A recovery that was just armed, with the given files to read. */
export function openRecoveryWith(
  files: ObligationRecord[],
  more: Partial<Recovery> = {},
): Recovery {
  const state = newSessionState();
  const at = '2026-01-01T00:00:00.000Z';
  applyEntry(state, {
    v: 1,
    at,
    kind: 'armed',
    recovery: 'c1-abcdef',
    by: 'session-start',
    trigger: 'auto',
    tail: '10',
    midTurn: true,
    task: true,
    calls: 0,
    rapid: 0,
  });
  applyEntry(state, { v: 1, at, kind: 'obligations', recovery: 'c1-abcdef', files, missing: [] });
  return { ...state.agents['']!.recoveries[0]!, ...more };
}
