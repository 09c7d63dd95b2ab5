import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';
import { readCheckpoint, stateOf, writeCheckpoint } from '../../src/journal/checkpoint.ts';
import type { OpenLines } from '../../src/platform/line-blocks.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-checkpoint-form-'));
});
afterEach(() => removeFolder(folder));

/** A journal that holds a text. */
const journal = (text: string, inode = 7) =>
  ({
    inode,
    size: text.length,
    text: (from: number, length: number) => text.slice(from, from + length),
  }) as OpenLines;
const text = `${'a'.repeat(600)}\n${'b'.repeat(600)}\n`;
const made = { offset: 601, skipped: 2, state: '{"notes":[]}' };
const path = () => join(folder, 'state.json');

describe('a checkpoint of a journal', () => {
  it('comes back while the journal goes on behind it', () => {
    writeCheckpoint(folder, journal(text), made);
    expect(readCheckpoint(folder, journal(text))).toEqual(made);
    expect(readCheckpoint(folder, journal(`${text}more\n`))).toEqual(made);
    expect(readCheckpoint(folder, journal(text.slice(0, 601)))).toEqual(made);
  });

  it('counts as absent where the journal is another file, is shorter, or was written over', () => {
    writeCheckpoint(folder, journal(text), made);
    expect(readCheckpoint(folder, journal(text, 8))).toBeUndefined();
    expect(readCheckpoint(folder, journal(text.slice(0, 600)))).toBeUndefined();
    expect(readCheckpoint(folder, journal(text.replace('aa\n', 'ax\n')))).toBeUndefined();
    expect(readCheckpoint(folder, journal(text.replace('bb\n', 'bx\n')))).toEqual(made);
  });

  it('is of one version', () => {
    writeCheckpoint(folder, journal(text), made, 5);
    expect(readCheckpoint(folder, journal(text), 5)).toEqual(made);
    expect(readCheckpoint(folder, journal(text), 6)).toBeUndefined();
    expect(readCheckpoint(folder, journal(text))).toBeUndefined();
  });

  it('counts as absent where its file is damaged', () => {
    expect(readCheckpoint(folder, journal(text))).toBeUndefined();
    writeCheckpoint(folder, journal(text), made);
    const [head, state] = readFileSync(path(), 'utf8').split('\n') as [string, string];
    const read = (whole: string) => {
      writeFileSync(path(), whole);
      return readCheckpoint(folder, journal(text));
    };
    expect(read(`${head}\n${state}`)).toEqual(made);
    const without = (name: string) => JSON.stringify({ ...JSON.parse(head), [name]: undefined });
    for (const damaged of [
      '',
      head,
      `\n${head}\n${state}`,
      `x\n${state}`,
      `null\n${state}`,
      `${head}\n{"notes":[1]}`,
      `${without('skipped')}\n${state}`,
      `${without('offset')}\n${state}`,
      `${without('end')}\n${state}`,
    ])
      expect(read(damaged), damaged).toBeUndefined();
  });

  it('gives a state in which any name is that of an agent or a rule', () => {
    const state = stateOf('{"agents":{"a":{}},"notes":[],"rules":{"r":{}}}');
    expect([state.agents.constructor, state.rules?.constructor]).toEqual([undefined, undefined]);
    expect([Object.keys(state.agents), Object.keys(state.rules!)]).toEqual([['a'], ['r']]);
    expect(stateOf('{"agents":{},"notes":[]}')).not.toHaveProperty('rules');
  });
});
