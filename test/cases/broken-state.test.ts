import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';
import { editCall, shellDone } from './calls.ts';
import { everyEvent } from './every-event.ts';
import { namesIn } from './folder-state.ts';
import { runProcess } from './hook-process.ts';
import { faultsOf } from './output-shape.ts';
import { longPlan, Rig } from './rig.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
  rig.write('PLAN.md', longPlan);
  rig.setTask('PLAN.md');
  rig.userRow('Do the plan. Never push to main.');
  rig.callRows('toolu_1', 'Bash', { command: 'npm test' }, { text: 'ok' });
});
afterEach(() => rig.remove());

const folder = () => join(rig.state, 'sessions', 'claude-code', rig.session);

function put(path: string, make: (path: string) => void): void {
  removeFolder(path);
  mkdirSync(dirname(path), { recursive: true });
  make(path);
}
const aFile = (path: string) => writeFileSync(path, 'x');
const aFolder = (path: string) => mkdirSync(path);
/** A file on a disk that is full: it can be opened, and every writing is refused. */
const aFullDisk = (path: string) => symlinkSync('/dev/full', path);

const broken: [string, () => void][] = [
  ['the state folder is a file', () => put(rig.state, aFile)],
  ['the folder of sessions is a file', () => put(join(rig.state, 'sessions'), aFile)],
  ['the session’s folder is a file', () => put(folder(), aFile)],
  ['the journal is a folder', () => put(join(folder(), 'journal.ndjson'), aFolder)],
  ['the disk is full', () => put(join(folder(), 'journal.ndjson'), aFullDisk)],
  ['a link leads nowhere', () => put(folder(), (path) => symlinkSync('/nowhere/at/all', path))],
];

describe('a state folder that cannot be written', () => {
  it.each(broken)(
    '(%s) leaves every answer harmless, and the agent is told all the same',
    async (_, make) => {
      make();
      for (const [event, fields] of everyEvent(rig)) {
        const answer = await rig.send(event, fields);
        expect([event, faultsOf(event, answer.raw), answer.denied]).toEqual([event, [], '']);
      }
      expect((await rig.send('PreCompact', { trigger: 'auto' })).raw).toContain(
        'Never push to main.',
      );
      const started = await rig.send('SessionStart', { source: 'compact' });
      expect(started.context).toContain('Never push to main.');
    },
  );

  it.each(broken)(
    '(%s) never denies a call, nor forces a turn, since it could not count them',
    async (_, make) => {
      await rig.compact();
      expect((await rig.send('PreToolUse', editCall('t1'))).denied).toContain('PLAN.md');
      removeFolder(folder());
      make();
      for (let turn = 0; turn < 3; turn += 1) {
        rig.boundaryRows(`B${turn}`);
        expect((await rig.send('PreToolUse', editCall(`u${turn}`))).denied).toBe('');
        const end = await rig.send('Stop', { stop_hook_active: false });
        expect(end.context).toBe('');
      }
    },
  );

  it('ends the real hook with 0 and without a word of error', async () => {
    put(rig.state, aFile);
    const input = JSON.stringify(rig.payload('SessionStart', { source: 'compact' }));
    const ran = await runProcess({ env: rig.env, input });
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(ran.stdout).toContain('Never push to main.');
  });

  it('is made good as soon as it can be written again', async () => {
    put(rig.state, aFile);
    await rig.compact();
    rig.boundaryRows('B1');
    rmSync(rig.state);
    rig.setTask('PLAN.md');
    const answer = await rig.send('PostToolUse', shellDone('t2'));
    expect(answer.context).toContain('Never push to main.');
    expect((await rig.send('PreToolUse', editCall('t3'))).denied).toContain('PLAN.md');
  });
});

describe('state that is damaged', () => {
  it.each([
    ['not JSON', 'hello'],
    ['cut', '{"v":1,"kind":"arm'],
    ['of another version', '{"v":2,"kind":"armed","at":"x","recovery":"c1"}'],
    ['of another shape', '[]\n12\nnull\n{"v":1,"kind":"read"}\n{"v":1,"kind":"brief","at":7}'],
    ['NULs', '\u0000'.repeat(5000)],
  ])(
    '(a journal that is %s) is passed over, and the session goes on [case 70]',
    async (_, text) => {
      mkdirSync(folder(), { recursive: true });
      writeFileSync(join(folder(), 'journal.ndjson'), text);
      writeFileSync(join(folder(), 'fold.json'), text);
      expect((await rig.compact()).context).toContain('Never push to main.');
      expect((await rig.send('PreToolUse', editCall('t1'))).denied).toContain('PLAN.md');
      expect(rig.faults).toBe('');
    },
  );

  it('(a lock that a killed process left) holds nothing up', async () => {
    const lock = join(folder(), 'lock');
    mkdirSync(lock, { recursive: true });
    const { pid } = spawnSync('true');
    const dead = JSON.stringify({ pid, identity: 'of a process that died' });
    writeFileSync(join(lock, '7'), dead);
    const began = performance.now();
    expect((await rig.compact()).context).toContain('Never push to main.');
    // Nobody waited for it: waiting is for those that live.
    expect(performance.now() - began).toBeLessThan(2_000);
    expect(
      namesIn(lock)
        .map(Number)
        .every((name) => name > 7),
    ).toBe(true);
    expect((await rig.send('PreToolUse', editCall('t1'))).denied).toContain('PLAN.md');
  });

  it('(a lock where no folder can be made) holds nothing up', async () => {
    mkdirSync(folder(), { recursive: true });
    writeFileSync(join(folder(), 'lock'), '');
    expect((await rig.compact()).context).toContain('Never push to main.');
  });
});
