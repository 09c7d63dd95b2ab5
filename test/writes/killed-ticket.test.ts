import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fingerprint } from '../../src/core/hash.ts';
import { temporaryName, textMark } from '../../src/platform/temporary.ts';
import { type CliMachine, makeCliMachine } from '../entry/cli/machine.ts';

let machine: CliMachine;
beforeEach(() => {
  machine = makeCliMachine();
});
afterEach(() => machine.remove());

const ticket = (...args: string[]) => machine.run(['ticket', ...args]);
const path = () => join(machine.project, '.holdfast', 'tickets', 't1.md');
const textOf = () => readFileSync(path(), 'utf8');

describe('a writer that was killed while another program wrote', () => {
  const kept = () =>
    readdirSync(join(machine.state, 'tickets'), { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.includes('conflict'),
    );
  /** The second name that a killed process of ours gave to the ticket, with the text that is in it now. */
  const left = (before: string, now: string) => {
    const more = `${fingerprint('t1.md')}-${textMark(Buffer.from(before))}`;
    const dead = spawnSync('true').pid;
    const name = temporaryName('old', more).replace(`-${process.pid}-`, `-${dead}-`);
    writeFileSync(join(dirname(path()), name), now);
    return join(dirname(path()), name);
  };

  it('has the version of that one kept by the next command, and its own debris removed', () => {
    ticket('new', 'A', '--id', 't1');
    const before = textOf();
    const theirs = `${before}\nBy an editor.\n`;
    const old = left(before, theirs);
    expect(ticket('progress', 't1', 'ours').code).toBe(0);
    expect(existsSync(old)).toBe(false);
    expect(kept()).toHaveLength(1);
    expect(readFileSync(join(machine.state, 'tickets', kept()[0]!), 'utf8')).toBe(theirs);
    expect(textOf()).toContain('ours');
  });

  it('leaves nothing behind where nobody else wrote', () => {
    ticket('new', 'A', '--id', 't1');
    const old = left(textOf(), textOf());
    expect(ticket('progress', 't1', 'ours').code).toBe(0);
    expect(existsSync(old)).toBe(false);
    expect(kept()).toEqual([]);
  });
});
