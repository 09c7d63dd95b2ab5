import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { shellDone } from './calls.ts';
import { beginWork, edit } from './kit.ts';
import { Rig } from './rig.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
});
afterEach(() => rig.remove());

const ledger = (): string =>
  join(rig.state, 'sessions', 'claude-code', rig.session, 'evidence.ndjson');

describe('the ledger on a host with a record [R41]', () => {
  it('adds nothing to a tool call: hooks write no entry, since the record is read when it is asked for', async () => {
    await beginWork(rig);
    for (const id of ['toolu_a', 'toolu_b', 'toolu_c']) {
      await rig.send('PreToolUse', edit(id));
      await rig.send('PostToolUse', { ...edit(id), tool_response: { filePath: '/x/file.ts' } });
      await rig.send('PostToolUse', shellDone(`${id}_shell`, 'npm test'));
      await rig.send('PostToolUseFailure', { ...edit(id), error: 'it failed' });
    }
    await rig.send('PostToolBatch', { tool_calls: [] });
    await rig.send('Stop');
    expect(existsSync(ledger())).toBe(false);
  });

  it('adds nothing either while a recovery is open, when each event is handled', async () => {
    rig.write('PLAN.md', '# Plan\n- [ ] one\n');
    rig.setTask('PLAN.md');
    await beginWork(rig);
    await rig.compact();
    rig.boundaryRows('B1');
    const answer = await rig.send('PreToolUse', edit('toolu_a'));
    await rig.send('PostToolUse', shellDone('toolu_b', 'cat PLAN.md'));
    expect(rig.watched || answer.raw !== '').toBe(true);
    expect(existsSync(ledger())).toBe(false);
  });
});
