import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeMachine } from '../app/install/machine.ts';
import { namesIn } from './folder-state.ts';
import { bundle, runProcess } from './hook-process.ts';
import { Rig } from './rig.ts';

const silent = { stdout: '', stderr: '', code: 0, signal: null };

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
  rig.userRow('Do the plan. Never push to main.');
});
afterEach(() => rig.remove());

const payload = (more = {}) =>
  JSON.stringify(rig.payload('SessionStart', { source: 'compact', ...more }));

/** Writes the parts one after the other and keeps the stream open for good. */
function neverClosed(parts: (string | Buffer)[]): PassThrough {
  const stream = new PassThrough();
  parts.forEach((part, index) => {
    setTimeout(() => stream.write(part), index * 100);
  });
  return stream;
}

describe('standard input that stays open', () => {
  it.each([
    ['in one piece', (text: string) => [text]],
    ['in three pieces', (text: string) => [text.slice(0, 9), text.slice(9, 40), text.slice(40)]],
    ['with a character cut in two', (text: string) => halves(text)],
    ['with a BOM before it', (text: string) => ['\uFEFF', text]],
    ['with more behind it', (text: string) => [`${text}\n{"and":"more"`]],
  ])('is answered as soon as the object is whole, %s [case 20]', async (_, cut) => {
    const stream = neverClosed(cut(payload({ title: 'José 山田 {"}\\' })));
    const ran = await runProcess({ env: rig.env, input: stream });
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(ran.stdout).hookSpecificOutput.additionalContext).toContain('Never push');
  });

  it('is answered when the object has 2 MB [case 20]', async () => {
    const text = payload({ title: '{"\\" 山'.repeat(250_000) });
    expect(text.length).toBeGreaterThan(2_000_000);
    const ran = await runProcess({ env: rig.env, input: neverClosed([text]) });
    expect(ran.code).toBe(0);
    expect(ran.stdout).toContain('Never push');
  });

  it.each([
    ['says nothing', [] as string[]],
    ['breaks off', ['{"session_id":"x",']],
    ['opens a string that never ends', ['{"session_id":"x}']],
    ['is no JSON', ['hello there']],
  ])('and %s ends the hook all the same, with no answer [case 20]', async (_, parts) => {
    const machine = makeMachine(readFileSync(bundle, 'utf8'));
    machine.init();
    try {
      const program = machine.context.paths.launcher;
      const input = neverClosed(parts);
      const ran = await runProcess({ env: rig.env, input, program, args: ['claude-code'] });
      expect(ran).toEqual(silent);
      expect(namesIn(machine.state)).not.toContain('sessions');
      // The hook ended itself, which is no failure to be told of.
      expect(namesIn(machine.state)).not.toContain('notes');
    } finally {
      machine.remove();
    }
  });

  it('that is closed at once, or is no stream at all, ends it too [case 20]', async () => {
    expect(await runProcess({ env: rig.env, input: '' })).toEqual(silent);
    expect(await runProcess({ env: rig.env, input: 'none' })).toEqual(silent);
  });

  it('that is a terminal ends it too [case 20]', () => {
    const line = `'${process.execPath}' '${bundle}' claude-code`;
    const ran = spawnSync('script', ['-qec', line, '/dev/null'], {
      env: rig.env,
      stdio: ['pipe', 'pipe', 'pipe'],
      encoding: 'utf8',
    });
    expect([ran.error, ran.status, ran.stdout]).toEqual([undefined, 0, '']);
  });
});

describe('standard input that is no payload', () => {
  it.each([
    ['empty', ''],
    ['blank', ' \n\t'],
    ['a cut object', payloadCut()],
    ['no JSON', 'SessionStart'],
    ['a list', '[{"session_id":"x"}]'],
    ['a text', '"session_id"'],
    ['null', 'null'],
    ['a number', '12'],
    ['NUL characters', '\u0000\u0000\u0000'],
    ['UTF-16', Buffer.from('{"session_id":"x"}', 'utf16le')],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
    ['closing brackets only', '}}}}'],
    ['nested without end', '{"a":'.repeat(100_000)],
  ])('(%s) gets no answer, leaves no session, and doctor is told [case 70]', async (_, input) => {
    expect((await rig.sendRaw(input)).raw).toBe('');
    expect(namesIn(rig.state)).toEqual(['faults.ndjson']);
    expect(rig.faults).toMatch(/standard input held no whole JSON object|no session id/);
  });

  it('of 50 MB is read and answered', async () => {
    const input = payload({ title: 'x'.repeat(50 * 1024 * 1024) });
    const ran = await runProcess({ env: rig.env, input });
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(ran.stdout).toContain('Never push');
  });

  it('of 50 MB that is no JSON, and one over the limit, get no answer', async () => {
    for (const size of [50, 70]) {
      const input = Buffer.alloc(size * 1024 * 1024, '{"a":');
      expect(await runProcess({ env: rig.env, input })).toEqual(silent);
    }
    expect(rig.faults).toContain('no whole JSON object');
  });

  it('says the same fault once an hour', async () => {
    for (let time = 0; time < 5; time += 1) await rig.sendRaw('nothing');
    expect(rig.faults.trim().split('\n')).toHaveLength(1);
  });
});

function halves(text: string): Buffer[] {
  const bytes = Buffer.from(text);
  const at = bytes.indexOf(Buffer.from('山')) + 1;
  return [bytes.subarray(0, at), bytes.subarray(at)];
}

function payloadCut(): string {
  return '{"session_id":"x","hook_event_name":"SessionStart","source":"comp';
}
