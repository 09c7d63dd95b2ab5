import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runAsPerson } from '../../../harness/outside-session.ts';
import { type CliMachine, makeCliMachine } from './machine.ts';

const cli = join(import.meta.dirname, '..', '..', '..', 'dist', 'cli.js');

let machine: CliMachine;
let transcript: string;
let rows = 0;

function say(text: string): void {
  rows += 1;
  const row = {
    type: 'user',
    uuid: `u${rows}`,
    parentUuid: rows === 1 ? null : `u${rows - 1}`,
    sessionId: 's1',
    timestamp: `2026-02-03T04:${String(rows).padStart(2, '0')}:00.000Z`,
    cwd: machine.project,
    version: '2.1.332',
    userType: 'external',
    isSidechain: false,
    message: { role: 'user', content: text },
  };
  appendFileSync(transcript, `${JSON.stringify(row)}\n`);
}

beforeEach(() => {
  machine = makeCliMachine();
  transcript = join(machine.folder, 's1.jsonl');
  rows = 0;
  writeFileSync(transcript, '');
  say('Never touch gen.txt.');
  say('Do not push.');
  say('You may now push.');
  const payload = { session_id: 's1', hook_event_name: 'SessionStart', source: 'startup' };
  const input = JSON.stringify({
    ...payload,
    transcript_path: transcript,
    cwd: machine.project,
  });
  machine.run(['hook', 'claude-code'], { input });
});
afterEach(() => machine.remove());

interface Listed {
  rules: { number: number; id: string; text: string; state: string; by?: { text: string } }[];
}

function listed(): Listed['rules'] {
  const ran = machine.run(['rules', 's1', '--json']);
  expect(ran.code).toBe(0);
  return (JSON.parse(ran.out) as Listed).rules;
}

/** As a user does at a terminal of their own. */
function atTerminal(words: string) {
  return runAsPerson('script', ['-qec', `'${process.execPath}' '${cli}' ${words}`, '/dev/null'], {
    cwd: machine.project,
    env: { PATH: process.env.PATH, HOME: machine.home, HOLDFAST_HOME: machine.state },
  });
}

describe('holdfast rules', () => {
  it('lists what holds, since when and from which message, and what lifted the rest', () => {
    const text = machine.run(['rules', 's1']).out;
    expect(text).toMatch(/Rules that hold\n\n {2}1\. Never touch gen\.txt\.\n/);
    expect(text).toContain('since 2026-02-03 04:01 UTC, line 1');
    expect(text).toMatch(/Lifted or dropped\n\n {2}2\. Do not push\.\n/);
    expect(text).toContain('lifted by: "You may now push." (2026-02-03 04:03 UTC)');
    expect(listed()).toMatchObject([
      { number: 1, text: 'Never touch gen.txt.', state: 'holds' },
      { number: 2, text: 'Do not push.', state: 'lifted', by: { text: 'You may now push.' } },
    ]);
  });

  it('lets no program drop a rule, and a user at a terminal', () => {
    const refused = machine.run(['rules', 's1', '--drop', '1']);
    expect(refused.code).toBe(1);
    expect(refused.err).toContain('is for the user');
    expect(listed()[0]!.state).toBe('holds');

    expect(atTerminal('rules s1 --drop 1').code).toBe(0);
    expect(listed()[0]).toMatchObject({ text: 'Never touch gen.txt.', state: 'dropped' });
    const brief = machine.run(['brief', 's1']).out;
    expect(brief).not.toContain('they still hold');
    expect(brief).toContain('Never touch gen.txt.');

    expect(atTerminal('rules s1 --keep 1 --keep 2').code).toBe(0);
    expect(listed().map(({ state }) => state)).toContain('holds');
  });

  it('keeps a rule that a later message would lift', () => {
    expect(atTerminal('rules s1 --keep 2').code).toBe(0);
    expect(listed()[1]).toMatchObject({ text: 'Do not push.', state: 'holds', kept: true });
    expect(machine.run(['brief', 's1']).out).toMatch(/they still hold\):\n[\s\S]*Do not push\./);
  });

  it('names what there is where a number names no rule', () => {
    const ran = atTerminal('rules s1 --drop 9');
    expect(ran.code).toBe(1);
    expect(ran.out).toContain('No rule of this session is numbered "9".');
  });
});

describe('whether the guard holds a rule', () => {
  it('is said of each that holds, in text and as JSON, and not of one that was allowed again', () => {
    say('Always answer in short sentences.');
    say('Never deploy to prod. Do not edit the tests.');
    const rules = JSON.parse(machine.run(['rules', 's1', '--json']).out).rules as {
      text: string;
      enforced: string[];
    }[];
    expect(rules.map(({ text, enforced }) => [text, enforced])).toEqual([
      ['Never touch gen.txt.', ['changes of gen.txt']],
      ['Do not push.', []],
      ['Always answer in short sentences.', []],
      ['Never deploy to prod. Do not edit the tests.', ['deploy (prod)', 'changes of tests']],
    ]);
    const { out } = machine.run(['rules', 's1']);
    expect(out).toContain('enforced: changes of gen.txt');
    expect(out).toContain('not enforced; the agent is told of it');
    expect(out).toContain('The guard holds back what is enforced from the first compaction on.');
  });

  it('is nothing where the guard is off', () => {
    const folder = join(machine.home, '.config', 'holdfast');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'config.json'), '{"guard": "off"}');
    const { out } = machine.run(['rules', 's1']);
    expect(out).toMatch(/^ *1\. /m);
    expect(out).not.toMatch(/^ +enforced:/m);
  });
});
