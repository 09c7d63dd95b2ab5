import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recordTrust } from '../../../src/app/trust.ts';
import { clock } from '../../../src/platform/clock.ts';
import { disk } from '../../../src/platform/disk.ts';
import { type CliMachine, makeCliMachine } from './machine.ts';

let machine: CliMachine;
let record: string;
let rows: number;
beforeEach(() => {
  machine = makeCliMachine();
  record = join(machine.folder, 's1.jsonl');
  rows = 0;
  mkdirSync(join(machine.project, 'src'));
  writeFileSync(join(machine.project, 'src', 'price.ts'), 'b\n');
  write(user('Round prices half up.'));
  const payload = { session_id: 's1', hook_event_name: 'SessionStart', source: 'startup' };
  const input = JSON.stringify({ ...payload, cwd: machine.project, transcript_path: record });
  machine.run(['hook', 'claude-code'], { input });
});
afterEach(() => machine.remove());

const user = (content: unknown) => ({ type: 'user', message: { role: 'user', content } });
const agent = (block: object) => ({
  type: 'assistant',
  message: { id: `m${rows}`, type: 'message', role: 'assistant', model: 'm', content: [block] },
});
const call = (id: string, name: string, input: object) =>
  agent({ type: 'tool_use', id, name, input });
const result = (id: string, content: string, is_error = false) =>
  user([{ tool_use_id: id, type: 'tool_result', content, is_error }]);

/** Rows far ahead in time, so that no file on disk is newer. */
function write(...given: object[]): void {
  for (const row of given) {
    rows += 1;
    const whole = {
      parentUuid: rows === 1 ? null : `u${rows - 1}`,
      isSidechain: false,
      userType: 'external',
      cwd: machine.project,
      sessionId: 's1',
      version: '2.1.39',
      uuid: `u${rows}`,
      timestamp: new Date(Date.UTC(2090, 0, 1) + rows * 1000).toISOString(),
      ...row,
    };
    appendFileSync(record, `${JSON.stringify(whole)}\n`);
  }
}

const editPrice = (id: string) => [
  call(id, 'Edit', {
    file_path: join(machine.project, 'src/price.ts'),
    old_string: 'a',
    new_string: 'b',
  }),
  result(id, 'The file has been updated.'),
];
const testRun = (id: string) => [
  call(id, 'Bash', { command: 'npm test' }),
  result(id, ' Tests  4 passed (4)'),
];
const check = (...args: string[]) => machine.run(['evidence', 'check', ...args, 's1']);
const green = ['--ran', 'npm test', '--after', 'src/**'];
const ledger = () => join(machine.state, 'sessions', 'claude-code', 's1', 'evidence.ndjson');

describe('holdfast evidence', () => {
  it('follows the record: nothing, green, stale, green again [R41]', () => {
    expect(check(...green)).toMatchObject({ code: 1, out: expect.stringContaining('No call ran') });
    write(...editPrice('t1'), ...testRun('t2'));
    expect(check(...green)).toMatchObject({
      code: 0,
      out: expect.stringContaining('It rests on: t2, t1'),
    });
    write(...editPrice('t3'));
    expect(check(...green)).toMatchObject({ code: 1, out: expect.stringContaining('is stale') });
    write(...testRun('t4'));
    expect(check(...green).code).toBe(0);
    const lines = readFileSync(ledger(), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const ids = lines.filter((line) => line.kind === 'call').map((line) => line.id);
    expect(ids).toEqual(['t1', 't2', 't3', 't4']);
    expect(lines.find((line) => line.changed).changed[0]).toMatchObject({
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      taken: expect.any(String),
    });
  });

  it('takes in a result that comes after the reading, and a failed call that no event told of', () => {
    write(call('t1', 'Bash', { command: 'npm test' }));
    expect(check('--ran', 'npm test').out).toContain('no result of it is known');
    write(result('t1', 'Exit code 2\nboom', true));
    expect(check('--ran', 'npm test')).toMatchObject({
      code: 1,
      out: expect.stringContaining('it failed'),
    });
    expect(check('--ran', 'npm test', '--exit', 'failed').code).toBe(0);
    const { entries } = JSON.parse(machine.run(['evidence', 'list', 's1', '--json']).out);
    expect(entries).toMatchObject([{ id: 't1', outcome: 'failed', source: 'record' }]);
  });

  it('takes an approval back that the user took back after an earlier reading', () => {
    write(agent({ type: 'text', text: 'The branch is ready. Shall I push to main?' }), user('yes'));
    expect(check('--approved', 'push main').code).toBe(0);
    write(...testRun('t1'), user('Never mind.'));
    expect(check('--approved', 'push main')).toMatchObject({
      code: 1,
      out: expect.stringContaining('Refused'),
    });
    write(agent({ type: 'text', text: 'Shall I push to main now?' }), user('yes'));
    expect(check('--approved', 'push main').code).toBe(0);
  });

  it('lets a claim satisfy nothing', () => {
    const added = machine.run([
      'evidence',
      'add',
      '--session',
      's1',
      '--tool',
      'Bash',
      '--input',
      '{"command":"npm test"}',
    ]);
    expect(added).toMatchObject({ code: 0, out: expect.stringContaining('claimed') });
    expect(check('--ran', 'npm test').code).toBe(1);
    expect(machine.run(['evidence', 'list', 's1']).out).toMatch(
      /Bash +claimed +{"command":"npm test"}/,
    );
    expect(
      machine.run(['evidence', 'add', '--session', 's1', '--tool', 'T', '--input', 'x']).code,
    ).toBe(2);
  });

  it('takes the whole payload of a hook, also of a session that no event told of [R42]', () => {
    const payload = (session: string) =>
      JSON.stringify({
        session_id: session,
        hook_event_name: 'PostToolUse',
        tool_name: 'Bash',
        tool_input: { command: 'make check' },
        tool_response: { stdout: 'ok' },
      });
    for (const session of ['s1', 'never-begun']) {
      const added = machine.run(['evidence', 'add', '--input', payload(session)]);
      expect(added).toMatchObject({ code: 0, out: expect.stringContaining(`session ${session}`) });
      expect(machine.run(['evidence', 'list', session]).out).toMatch(
        /Bash +claimed +{"command":"make check"}/,
      );
    }
    const bare = machine.run(['evidence', 'add', '--input', '{"command":"make"}']);
    expect(bare).toMatchObject({ code: 2, err: expect.stringContaining('--tool NAME') });
    const outside = machine.run(['evidence', 'add', '--input', payload('../../x')]);
    expect(outside.code).toBe(0);
    expect(existsSync(join(machine.project, '..', 'x'))).toBe(false);
  });

  it('passes over torn and newer lines of its ledger, and says how many', () => {
    write(...testRun('t1'));
    expect(check('--ran', 'npm test').code).toBe(0);
    appendFileSync(ledger(), '{"v":2,"kind":"call","id":"x"}\n{"v":1,"kind":"ca');
    const ran = check('--ran', 'npm test');
    expect(ran).toMatchObject({ code: 0, err: expect.stringContaining('2 lines') });
  });

  it('reads a predicate from a file, and runs a command only for one that a person trusts', () => {
    write(...testRun('t1'));
    const file = join(machine.project, 'ready.yaml');
    writeFileSync(file, 'all:\n  - ran: npm test\n  - not: { approved: push }\n');
    expect(check('--predicate', file).code).toBe(0);
    writeFileSync(file, `check: touch '${machine.folder}/ran'\n`);
    expect(check('--predicate', file)).toMatchObject({
      code: 1,
      out: expect.stringContaining('was not run'),
    });
    const trusted = join(machine.project, '.holdfast', 'workflows', 'ready.yaml');
    mkdirSync(dirname(trusted), { recursive: true });
    writeFileSync(trusted, readFileSync(file));
    expect(check('--predicate', trusted).out).toContain('nobody trusts');
    expect(() => readFileSync(join(machine.folder, 'ran'))).toThrow();
    recordTrust({ disk, clock }, join(machine.state, 'trust'), machine.project);
    expect(check('--predicate', trusted)).toMatchObject({ code: 0 });
    expect(readFileSync(join(machine.folder, 'ran'), 'utf8')).toBe('');
    writeFileSync(trusted, 'check: exit 3\n');
    expect(check('--predicate', trusted).out).toContain('nobody trusts');
    recordTrust({ disk, clock }, join(machine.state, 'trust'), machine.project);
    expect(check('--predicate', trusted)).toMatchObject({
      code: 1,
      out: expect.stringContaining('did not end well'),
    });
  });

  it('ends with 2 where it is asked wrongly', () => {
    expect(check().code).toBe(2);
    expect(check('--ran', 'x', '--exit', 'seven').code).toBe(2);
    expect(check('--after', 'src/**').code).toBe(2);
    expect(check('--predicate', 'none.yaml').code).toBe(2);
    expect(check('--tree', 'dirty').code).toBe(2);
  });

  it('keeps secrets out of its ledger', () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    write(
      call('t1', 'Bash', { command: `curl -H "Authorization: Bearer ${secret}" https://x.test` }),
      result('t1', 'ok'),
    );
    machine.run(['evidence', 'list', 's1']);
    const kept = readFileSync(ledger(), 'utf8');
    expect(kept).not.toContain(secret);
    expect(kept).toContain('Authorization: Bearer [redacted:');
  });
});
