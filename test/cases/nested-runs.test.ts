import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { everyEvent } from './every-event.ts';
import { filesUnder } from './folder-state.ts';
import { processesWith, runProcess } from './hook-process.ts';
import { longPlan, Rig } from './rig.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
  rig.write('PLAN.md', longPlan);
  rig.setTask('PLAN.md');
  rig.userRow('Do the plan.');
  rig.boundaryRows('B1');
});
afterEach(() => rig.remove());

describe('runs that Holdfast or a helper of it started', () => {
  it.each([
    ['1', '1'],
    ['depth 3', '3'],
    ['a word', 'yes'],
  ])(
    'say and write nothing at any event when they carry the mark of a nested run (%s) [case 10]',
    async (_, mark) => {
      const before = filesUnder(rig.state);
      for (const [event, fields] of everyEvent(rig)) {
        const input = JSON.stringify(rig.payload(event, fields));
        const answer = await rig.sendRaw(input, ['claude-code'], { HOLDFAST_NESTED: mark });
        expect(answer.raw).toBe('');
      }
      expect(filesUnder(rig.state)).toEqual(before);
    },
  );

  it('say and write nothing when they work inside our own state folder [case 10]', async () => {
    const inside = join(rig.state, 'work', 'deep');
    mkdirSync(inside, { recursive: true });
    const before = filesUnder(rig.state);
    for (const cwd of [rig.state, inside]) {
      for (const [event, fields] of everyEvent(rig)) {
        expect((await rig.send(event, { ...fields, cwd })).raw).toBe('');
      }
    }
    expect(filesUnder(rig.state)).toEqual(before);
  });

  it('a person’s own run in the same place is answered [case 10]', async () => {
    expect((await rig.compact()).context).toContain('PLAN.md');
  });

  it('no process is left over after every event has run through the bundle [case 10]', async () => {
    for (const [event, fields] of everyEvent(rig)) {
      const input = JSON.stringify(rig.payload(event, fields));
      const ran = await runProcess({ env: rig.env, input, cwd: rig.project });
      expect([ran.code, ran.stderr]).toEqual([0, '']);
    }
    expect(processesWith(`HOLDFAST_HOME=${rig.state}`)).toEqual([]);
  }, 120_000);
});
