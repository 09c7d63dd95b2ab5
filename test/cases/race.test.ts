import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { handleEvent } from '../../src/app/hook/handle-event.ts';
import type { HostEvent } from '../../src/core/event.ts';
import { composeHook } from '../../src/entry/compose.ts';
import { claudeCode } from '../../src/hosts/claude-code/index.ts';
import { Rig } from './rig.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
  rig.userRow('Do the plan. Never push to main.');
  rig.boundaryRows('B1');
});
afterEach(() => rig.remove());

describe('two hooks of one session at the same moment', () => {
  it('decide one after the other, the second by what the first wrote [case 8]', async () => {
    const event: HostEvent = {
      type: 'turn.ending',
      sessionId: rig.session,
      cwd: rig.project,
      transcriptPath: rig.transcript,
    };
    const prompt: HostEvent = { ...event, type: 'prompt.submitted', prompt: 'x', origin: 'person' };
    const deps = composeHook(claudeCode, prompt, rig.env);
    let held = false;
    let locked = 0;
    const store = {
      ...deps.store,
      locked<T>(work: () => T): T {
        locked += 1;
        held = true;
        const result = deps.store.locked(work);
        held = false;
        return result;
      },
      append(entries: Parameters<typeof deps.store.append>[0]) {
        expect(held).toBe(true);
        return deps.store.append(entries);
      },
    };
    // While the second one still asks git, the first one does all its work.
    const first: unknown[] = [];
    const git = {
      async state() {
        first.push(...(await handleEvent(deps, prompt)));
        return undefined;
      },
    };
    const second = await handleEvent({ ...deps, store, git }, { ...prompt, turnId: 'p2' });
    expect(JSON.stringify(first)).toContain('Never push to main.');
    expect(JSON.stringify(second)).not.toContain('Never push to main.');
    expect(locked).toBe(1);
    expect(rig.kinds().filter((kind) => kind === 'armed')).toHaveLength(1);
  });
});

describe('a hook that is killed between reading the record and writing the journal', () => {
  it('leaves the compaction that it read to be told by the next event', async () => {
    const event: HostEvent = {
      type: 'prompt.submitted',
      prompt: 'x',
      origin: 'person',
      sessionId: rig.session,
      cwd: rig.project,
      transcriptPath: rig.transcript,
    };
    const deps = composeHook(claudeCode, event, rig.env);
    let asked = false;
    const killed = new Promise<never>(() => undefined);
    const git = {
      state() {
        asked = true;
        return killed;
      },
    };
    void handleEvent({ ...deps, git }, event);
    await new Promise((done) => setTimeout(done, 0));
    expect(asked).toBe(true);
    const next = await rig.send('UserPromptSubmit', { prompt: 'y', prompt_id: 'p2' });
    expect(next.context).toContain('Never push to main.');
  });
});
