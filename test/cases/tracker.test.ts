import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CliMachine, makeCliMachine } from '../entry/cli/machine.ts';

let machine: CliMachine;
beforeEach(() => {
  machine = makeCliMachine();
});
afterEach(() => machine.remove());

const config = (settings: object) => {
  const folder = join(machine.home, '.config', 'holdfast');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'config.json'), JSON.stringify(settings));
};

/** Stands in for a tracker's program: writes down what it was called with, and ends as a file beside it says. */
function standIn(name: string): void {
  const bin = join(machine.folder, 'bin');
  mkdirSync(bin, { recursive: true });
  const body = `#!/bin/sh\n{ printf '%s' "$0" | sed 's|.*/||'; for word in "$@"; do printf '\\t%s' "$word"; done; echo; } >> "$CALLS"\n[ -f "$CALLS.fail" ] && { echo "no such task" >&2; exit 3; }\nexit 0\n`;
  writeFileSync(join(bin, name), body);
  chmodSync(join(bin, name), 0o755);
}

const calls = () => {
  try {
    return readFileSync(callsFile(), 'utf8').trimEnd().split('\n');
  } catch {
    return [];
  }
};
const callsFile = () => join(machine.folder, 'calls');
const env = () => ({
  PATH: `${join(machine.folder, 'bin')}:${process.env.PATH}`,
  CALLS: callsFile(),
});
const run = (...args: string[]) => machine.run(args, { env: env() });

/** Runs a command whose messages a process beside it sends, and waits until all went out. */
function sent(...args: string[]): string[] {
  const before = calls().length;
  run(...args);
  for (let tries = 0; tries < 40; tries += 1) {
    run('tracker', 'send');
    if (JSON.parse(run('tracker', 'status', '--json').out).waiting.length === 0) break;
  }
  return calls().slice(before);
}

const begin = (tracker: string) => {
  run('ticket', 'new', 'Faster export', '--id', 't', '--tracker', tracker, '--next', 'measure');
};

describe('a tracker', () => {
  it.each([
    {
      tracker: 'prog',
      claim: ['prog\tlog\tts-9f3a1c\tclaimed by w', 'prog\tstart\tts-9f3a1c'],
      progress: ['prog\tlog\tts-9f3a1c\tfound it'],
      done: [
        'prog\tlog\tts-9f3a1c\tdone: Faster export. last: done. result: 3 times faster',
        'prog\tdone\tts-9f3a1c',
      ],
    },
    {
      tracker: 'bd',
      claim: [
        'bd\tcomments\tadd\tts-9f3a1c\tclaimed by w',
        'bd\tupdate\tts-9f3a1c\t--status\tin_progress',
      ],
      progress: ['bd\tcomments\tadd\tts-9f3a1c\tfound it'],
      done: [
        'bd\tcomments\tadd\tts-9f3a1c\tdone: Faster export. last: done. result: 3 times faster',
        'bd\tclose\tts-9f3a1c\t--reason\tdone',
      ],
    },
  ])(
    '$tracker is told each step once, by its exact command lines, and what describes the task stays (a stand-in records them) [R33]',
    ({ tracker, claim, progress, done }) => {
      config({ tracker });
      standIn(tracker);
      begin('ts-9f3a1c');
      expect(sent('ticket', 'claim', 't', '--owner', 'w')).toEqual(claim);
      expect(sent('ticket', 'progress', 't', 'found it')).toEqual(progress);
      expect(sent('ticket', 'done', 't', '--result', '3 times faster')).toEqual(done);
      expect(run('tracker', 'status').out).toBe('Everything went out.\n');
    },
  );

  it('gh is told in comments, and closes the issue (a stand-in records them)', () => {
    config({ tracker: 'gh' });
    standIn('gh');
    begin('#42');
    expect(sent('ticket', 'claim', 't', '--owner', 'w')[0]).toBe(
      'gh\tissue\tcomment\t42\t--body\tclaimed by w',
    );
    const done = sent('ticket', 'done', 't', '--result', 'x');
    expect(done[1]).toBe('gh\tissue\tclose\t42\t--reason\tcompleted');
  });

  it('of one’s own is run word by word, without a shell', () => {
    config({
      tracker: 'command',
      trackerLogCommand: 'mytool log {id} "at: {text}"',
      trackerStatusCommand: 'mytool set {id} {status}',
    });
    standIn('mytool');
    begin('A-1');
    run('ticket', 'claim', 't', '--owner', 'w');
    const all = sent('ticket', 'progress', 't', 'it; touch x $(touch y) "z" --help');
    expect(all).toContain('mytool\tlog\tA-1\tat: it; touch x $(touch y) "z" --help');
    expect(calls()).toContain('mytool\tset\tA-1\tclaimed');
  });

  it('that fails is tried again later, in order, and nothing goes out twice', () => {
    config({ tracker: 'prog' });
    standIn('prog');
    begin('ts-9f3a1c');
    writeFileSync(`${callsFile()}.fail`, '');
    run('ticket', 'claim', 't', '--owner', 'w');
    run('ticket', 'progress', 't', 'found it');
    run('tracker', 'send');
    const { waiting } = JSON.parse(run('tracker', 'status', '--json').out);
    expect(waiting).toHaveLength(3);
    expect(waiting[0].why).toBe('it ended with 3: no such task');
    expect(calls()).toEqual(['prog\tlog\tts-9f3a1c\tclaimed by w']);
  });

  it('that is not there costs nothing but a word in its status', () => {
    config({ tracker: 'bd' });
    begin('ts-9f3a1c');
    const started = Date.now();
    expect(run('ticket', 'claim', 't', '--owner', 'w').code).toBe(0);
    expect(Date.now() - started).toBeLessThan(5_000);
    run('tracker', 'send');
    expect(run('tracker', 'status').out).toContain('bd is not on PATH');
  });

  it('is not told of a ticket that names no task, and of no id that is none', () => {
    config({ tracker: 'prog' });
    standIn('prog');
    run('ticket', 'new', 'A', '--id', 'a');
    run('ticket', 'new', 'B', '--id', 'b', '--tracker', '--help');
    expect(sent('ticket', 'claim', 'a', '--owner', 'w')).toEqual([]);
    expect(sent('ticket', 'claim', 'b', '--owner', 'w')).toEqual([]);
  });

  it('that is a file gets a line each, and never one behind a link that leads out of the project', () => {
    config({ tracker: 'file', trackerFile: 'log.md' });
    begin('ts-9f3a1c');
    sent('ticket', 'claim', 't', '--owner', 'w');
    sent('ticket', 'progress', 't', 'found it');
    const lines = readFileSync(join(machine.project, 'log.md'), 'utf8').trimEnd().split('\n');
    expect(lines).toEqual([
      expect.stringMatching(/^- \S+Z ts-9f3a1c claimed by w$/),
      expect.stringMatching(/^- \S+Z ts-9f3a1c found it$/),
    ]);
    config({ tracker: 'file', trackerFile: 'link.md' });
    const outside = join(machine.folder, 'outside.md');
    writeFileSync(outside, 'mine\n');
    symlinkSync(outside, join(machine.project, 'link.md'));
    run('ticket', 'progress', 't', 'more');
    run('tracker', 'send');
    expect(readFileSync(outside, 'utf8')).toBe('mine\n');
    expect(run('tracker', 'status').out).toContain('leads out of the project');
  });
});
