import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recordFromEvent } from '../../../src/app/evidence/record-event.ts';
import type { HostEvent } from '../../../src/core/event.ts';
import { reconcile } from '../../../src/core/ledger/reconcile.ts';
import { openEvidenceFile } from '../../../src/journal/evidence-file.ts';
import { files } from '../../../src/platform/files.ts';
import { digest } from '../../core/ledger/kit.ts';

const capabilities = { readableRecord: true };
const clock = { now: () => new Date('2026-01-01T00:00:00Z') };

function rig() {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-'));
  const ledger = openEvidenceFile(join(folder, 'session'), []);
  const deps = { files, clock, ledger, capabilities };
  const text = () => readFileSync(join(folder, 'session', 'evidence.ndjson'), 'utf8');
  const event = (more: Partial<Extract<HostEvent, { type: 'tool.finished' }>>): HostEvent => ({
    sessionId: 's',
    cwd: folder,
    type: 'tool.finished',
    call: { id: 't1', name: 'Write', kind: 'write', paths: ['a.ts'] },
    result: { callId: 't1', outcome: 'ok', text: '', length: 0 },
    ...more,
  });
  return { folder, ledger, deps, text, event };
}

describe('an entry from an event', () => {
  it('holds what the call was, how it ended, its output and the file behind it', () => {
    const { folder, ledger, deps, event } = rig();
    writeFileSync(join(folder, 'a.ts'), 'const a = 1;\n');
    const result = { callId: 't1', outcome: 'ok', text: 'written', length: 7 } as const;
    expect(recordFromEvent(deps, event({ result, agentId: 'a1' }))).toBe(true);
    expect(reconcile(ledger.read().entries)).toMatchObject([
      {
        source: 'hook',
        id: 't1',
        agent: 'a1',
        tool: 'Write',
        outcome: 'ok',
        paths: [join(folder, 'a.ts')],
        output: { sha256: digest('written'), characters: 7 },
        changed: [{ path: join(folder, 'a.ts'), sha256: digest('const a = 1;\n') }],
      },
    ]);
  });

  it.each(['failed', 'denied', 'interrupted'] as const)('tells a call that was %s', (outcome) => {
    const { ledger, deps, event } = rig();
    recordFromEvent(deps, event({ result: { callId: 't1', outcome, text: '', length: 0 } }));
    expect(ledger.read().entries).toMatchObject([{ outcome }]);
  });

  it('is one line, without secrets', () => {
    const { deps, event, text } = rig();
    const command =
      'curl -H "Authorization: Bearer sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789"';
    const call = { id: 't2', name: 'Bash', kind: 'shell', paths: [], command } as const;
    recordFromEvent(deps, event({ call: { ...call, paths: [] } }));
    expect(text().match(/\n/g)).toHaveLength(1);
    expect(text()).not.toContain('abcdefghijklmnopqrstuvwxyz0123456789');
  });

  it('is none for an event that is about no call', () => {
    const { deps } = rig();
    expect(recordFromEvent(deps, { sessionId: 's', type: 'turn.ending' })).toBe(false);
  });
});
