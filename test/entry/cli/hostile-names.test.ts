import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CliMachine, makeCliMachine } from './machine.ts';

/** A clipboard written to, a screen cleared, a line overwritten, text turned round, and the one-unit form of such a sequence. */
const attack = '\u001b]52;c;ZXZpbA==\u0007\u001b[2J\u001b[31m\u202e\u009b2J\u0085x\rZ';
const seen = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

let machine: CliMachine;
beforeEach(() => {
  machine = makeCliMachine();
});
afterEach(() => machine.remove());

function shown(...args: string[]): string {
  const { out, err } = machine.run(args);
  return out + err;
}

describe('escape sequences of files, names and projects', () => {
  it('reach no terminal and no pipe from any command that prints them', () => {
    const plan = `PLAN${attack.replaceAll('/', '')}.md`;
    writeFileSync(join(machine.project, plan), `# Plan ${attack}\n\n- [ ] Do ${attack}\n`);
    machine.run(['task', 'set', plan]);
    machine.run(['ticket', 'new', `Fix ${attack}`, '--json']);
    const tickets = join(machine.project, '.holdfast', 'tickets');
    mkdirSync(tickets, { recursive: true });
    writeFileSync(
      join(tickets, 'evil.md'),
      `---\nid: evil\nstatus: open\n---\n# ${attack}\n\n${attack}\n`,
    );
    mkdirSync(join(machine.project, '.holdfast'), { recursive: true });
    writeFileSync(
      join(machine.project, '.holdfast', 'config.json'),
      `{"${attack.replaceAll('\u001b', '\\u001b').replaceAll('\u0007', '\\u0007').replaceAll('\r', '\\r')}": 1}`,
    );
    const commands = [
      ['task', 'show'],
      ['ticket', 'check', 'evil'],
      ['ticket', 'show', 'evil'],
      ['ticket', 'show', attack],
      ['ticket', 'list'],
      ['status'],
      ['show'],
      ['show', attack],
      ['brief'],
      ['doctor'],
      ['config'],
      ['workers', '--plain'],
      ['recall', attack],
      ['audit', attack],
      ['trust', '--list'],
      [attack],
      ['status', '--json'],
      ['ticket', 'list', '--json'],
    ];
    for (const command of commands) {
      const text = shown(...command);
      expect(`${command.join(' ').slice(0, 20)}: ${seen.exec(text)?.[0] ?? ''}`).toBe(
        `${command.join(' ').slice(0, 20)}: `,
      );
    }
    expect(shown('ticket', 'list')).toContain('Fix');
  });

  it('nor from the name of the project itself', () => {
    const project = join(machine.folder, `p${attack.replaceAll('/', '')}`);
    renameSync(machine.project, project);
    for (const command of [
      ['status'],
      ['doctor'],
      ['show'],
      ['task', 'show'],
      ['ticket', 'list'],
    ]) {
      const { out, err } = machine.run(command, { cwd: project });
      expect(seen.exec(out + err)).toBeNull();
    }
  });

  it('are kept in JSON as escapes, so that nothing of a name is lost', () => {
    const { out } = machine.run(['ticket', 'new', 'Fix \u009b and \u202e', '--json']);
    expect(seen.exec(out)).toBeNull();
    expect(() => JSON.parse(out)).not.toThrow();
  });
});
