import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CliMachine, makeCliMachine } from './machine.ts';

let machine: CliMachine;
beforeEach(() => {
  machine = makeCliMachine();
});
afterEach(() => machine.remove());

/** A record in which a person said something in a folder; without a folder it names none. */
function record(name: string, cwd: string | undefined, texts = ['Never touch the vendor folder.']) {
  const path = join(machine.folder, name);
  const rows = texts.map((content, index) => ({
    type: 'user',
    uuid: `u${index}`,
    sessionId: 'r',
    ...(cwd === undefined ? {} : { cwd }),
    timestamp: '2026-01-01T00:00:00Z',
    message: { role: 'user', content },
  }));
  writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  return path;
}

function project(name: string): string {
  const folder = join(machine.folder, name);
  mkdirSync(join(folder, '.git'), { recursive: true });
  writeFileSync(join(folder, 'PLAN.md'), `# Plan of ${name}\n\n- [ ] first\n`);
  machine.run(['task', 'set', 'PLAN.md'], { cwd: folder });
  return folder;
}

function start(record: string) {
  machine.run(['hook', 'claude-code'], {
    input: JSON.stringify({
      session_id: 'stored-1',
      hook_event_name: 'SessionStart',
      source: 'startup',
      cwd: machine.project,
      transcript_path: record,
    }),
  });
}

describe('a record that a person names', () => {
  it.each(['brief', 'snapshot'])('%s refuses a file that no host wrote', (command) => {
    for (const text of ['root:x:0:0\nbin:x:1:1\n', '', '{"a":1}\n[1]\n', '# Notes\n']) {
      const file = join(machine.folder, 'some-file');
      writeFileSync(file, text);
      const { code, out, err } = machine.run([command, '--transcript', file]);
      expect([text, code, out]).toEqual([text, 1, '']);
      expect(err).toContain('not a session transcript of a known client');
    }
  });

  it('is told with the task of its own folder, never with that of the folder one stands in', () => {
    const here = project('here');
    const there = project('there');
    const brief = (cwd: string | undefined) =>
      machine.run(['brief', '--transcript', record('r.jsonl', cwd)], {
        cwd: here,
        env: { CLAUDE_PROJECT_DIR: here },
      }).out;
    expect(brief(there)).toContain('Plan of there');
    for (const cwd of [there, undefined, join(machine.folder, 'gone')]) {
      expect(brief(cwd)).not.toContain('Plan of here');
      expect(brief(cwd)).toContain('Never touch the vendor folder.');
    }
  });

  it('is told without pointers to what is not there', () => {
    const many = Array.from(
      { length: 60 },
      (_, index) =>
        `Never touch folder number ${index}: ${'it is not ours, so leave it. '.repeat(4)}`,
    );
    const file = record('r.jsonl', machine.project, many);
    const foreign = machine.run(['brief', '--transcript', file]).out;
    expect(foreign).toContain(`one JSON object a line: ${file}`);
    for (const missing of ['holdfast show', 'holdfast recall', 'rules.md'])
      expect(foreign).not.toContain(missing);
    start(file);
    const own = machine.run(['brief', 'stored-1', '--budget', '900']).out;
    // Where there is no room for all of them, the search that finds everything stays whole.
    expect(own.trimEnd()).toMatch(/`holdfast recall --session stored-1 <words>`$/);
    expect(own).not.toContain('rules.md');
    const roomy = machine.run(['brief', 'stored-1']).out;
    expect(roomy).toContain('holdfast show stored-1');
    expect(roomy.trimEnd()).toMatch(/`holdfast recall --session stored-1 <words>`$/);
  });

  it('has its host named only where it is one, and only with the record', () => {
    start(record('r.jsonl', machine.project));
    for (const args of [
      ['brief', '--host', 'nope'],
      ['snapshot', '--host', 'nope'],
      ['brief', '--host', 'claude-code'],
      ['brief', '--transcript', join(machine.folder, 'r.jsonl'), '--host', 'nope'],
    ]) {
      expect([args, machine.run(args).code]).toEqual([args, 2]);
    }
  });
});

describe('the brief that a person looks at', () => {
  it('has from 600 characters to what the host delivers', () => {
    const long = Array.from({ length: 300 }, (_, index) => `Never ${index} ${'x'.repeat(100)}`);
    const file = record('r.jsonl', machine.project, long);
    const brief = (budget: string) =>
      machine.run(['brief', '--transcript', file, '--budget', budget, '--json']);
    expect(brief('599').code).toBe(2);
    expect(JSON.parse(brief('600').out).characters).toBeLessThanOrEqual(600);
    expect(JSON.parse(brief('999999').out).characters).toBeLessThanOrEqual(10_000);
  });

  it('of a recovery that is over speaks of none, and holds nothing back', () => {
    const folder = join(machine.folder, 'work');
    const file = record('stored-1.jsonl', folder);
    start(file);
    const journal = join(machine.state, 'sessions', 'claude-code', 'stored-1', 'journal.ndjson');
    const entry = (more: object) =>
      appendFileSync(
        journal,
        `${JSON.stringify({ v: 1, at: '2026-01-01T00:00:00Z', recovery: 'c1-abcdef', ...more })}\n`,
      );
    const armed = { by: 'after-event', trigger: 'auto', tail: '', midTurn: false, task: true };
    entry({ kind: 'armed', ...armed, calls: 0, rapid: 0 });
    expect(machine.run(['brief', 'stored-1']).out).toContain('[Holdfast c1-abcdef]');
    entry({ kind: 'released', why: 'person' });
    const { out } = machine.run(['brief', 'stored-1']);
    expect(out).not.toContain('c1-abcdef');
    expect(out).not.toContain('denied until then');
    expect(out).toContain('Never touch the vendor folder.');
  });

  it.each(['brief', 'snapshot', 'show'])('%s says that the record is gone', (command) => {
    const file = record('stored-1.jsonl', machine.project);
    start(file);
    expect(machine.run([command]).err).toBe('');
    rmSync(file);
    const { code, out, err } = machine.run([command]);
    expect(code).toBe(0);
    const told = command === 'brief' ? err : out;
    expect(told.split('\n')[0]).toMatch(/^The record .*stored-1\.jsonl is gone/);
  });
});
