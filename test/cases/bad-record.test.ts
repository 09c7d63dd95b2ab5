import { spawn } from 'node:child_process';
import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Rig } from './rig.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
  mkdirSync(dirname(rig.transcript), { recursive: true });
});
afterEach(() => rig.remove());

let rows = 0;

/** A prompt of the person as one line of the record, without its line end. */
function prompt(text: string): string {
  rows += 1;
  const message = { role: 'user', content: text };
  return JSON.stringify({
    type: 'user',
    uuid: `raw-${rows}`,
    timestamp: new Date(1e12 + rows * 1000).toISOString(),
    sessionId: rig.session,
    cwd: rig.project,
    isSidechain: false,
    message,
  });
}

const raw = (bytes: string | Buffer) => appendFileSync(rig.transcript, bytes);
const first = 'Never push to main.';
const last = 'Always run the linter first.';

describe('a record with damage', () => {
  it.each<[string, () => (string | Buffer)[]]>([
    ['two rows on one line', () => [`${prompt(first)}${prompt(last)}\n`]],
    ['three rows on one line', () => [`${prompt(first)}${prompt('ok then')}${prompt(last)}\n`]],
    [
      'a torn last line',
      () => [`${prompt(first)}\n${prompt(last)}\n`, '{"type":"user","uuid":"x","mess'],
    ],
    ['no line end at the end', () => [`${prompt(first)}\n${prompt(last)}`]],
    [
      'a torn line and a row behind it',
      () => [`${prompt(first)}\n{"type":"user","message":{"ro\n${prompt(last)}\n`],
    ],
    [
      'a row that was cut and goes on as another',
      () => [`${prompt(first)}\n{"type":"user","uu${prompt(last)}\n`],
    ],
    [
      'a run of NULs between rows',
      () => [`${prompt(first)}\n`, Buffer.alloc(70_000), `\n${prompt(last)}\n`],
    ],
    [
      'a run of NULs before a row',
      () => [`${prompt(first)}\n`, Buffer.alloc(4096), `${prompt(last)}\n`],
    ],
    ['NULs only at the end', () => [`${prompt(first)}\n${prompt(last)}\n`, Buffer.alloc(4096)]],
    [
      'lone surrogates',
      () => [`${prompt(`${first}`)}\n${prompt('half \ud83d of one')}\n${prompt(last)}\n`],
    ],
    [
      'bytes that are no UTF-8',
      () => [`${prompt(first)}\n`, Buffer.from([0xff, 0xc0, 0x80, 10]), `${prompt(last)}\n`],
    ],
    ['a BOM and CRLF', () => [`\uFEFF${prompt(first)}\r\n${prompt(last)}\r\n`]],
    ['blank lines', () => [`\n\n${prompt(first)}\n\r\n \n${prompt(last)}\n\n`]],
    [
      'lines that are no objects',
      () => [`[1]\n"x"\nnull\n12\n${prompt(first)}\ntrue\n${prompt(last)}\n`],
    ],
    ['comments', () => [`// a remark\n// another\n${prompt(first)}\n${prompt(last)}\n`]],
    [
      'content of any shape',
      () => [
        `${prompt(first)}\n${['null', '7', '[]', '[null]', '[[[]]]', '{"a":1}', '[{"type":"tool_result","content":[[[[[[[[[[1]]]]]]]]]]}]'].map((content) => `{"type":"user","message":{"role":"user","content":${content}}}\n{"type":"assistant","message":${content}}\n`).join('')}${prompt(last)}\n`,
      ],
    ],
    [
      'repeated names',
      () => [
        `${prompt(first)}\n{"type":"user","type":"system","message":1,"message":2}\n${prompt(last)}\n`,
      ],
    ],
    [
      'a line of 5 MB',
      () => [`${prompt(first)}\n${prompt('x'.repeat(5_000_000))}\n${prompt(last)}\n`],
    ],
  ])('(%s) loses none of its good rows [case 70]', async (_, parts) => {
    for (const part of parts()) raw(part);
    const { context } = await rig.compact();
    expect(context).toContain(first);
    expect(context).toContain(last);
    expect(rig.faults).toBe('');
  });

  it.each(['', '\n\n\n', '\u0000'.repeat(10_000), '{', '}'.repeat(1000)])(
    'and nothing good in it (%#) is an empty session [case 70]',
    async (text) => {
      raw(text);
      const { context } = await rig.compact();
      expect(context).toContain('replaced by a summary');
      expect(rig.faults).toBe('');
    },
  );

  it('a line that is whole only at the next event is read then, once', async () => {
    const line = prompt(last);
    raw(`${prompt(first)}\n${line.slice(0, 60)}`);
    await rig.send('PreCompact', { trigger: 'auto' });
    raw(`${line.slice(60)}\n`);
    const { context } = await rig.send('SessionStart', { source: 'compact' });
    expect(context.split(last)).toHaveLength(2);
    expect(context.split(first)).toHaveLength(2);
  });

  it('one that grows while it is read is read to its end', async () => {
    const rowsToCome = 150;
    raw(`${prompt(first)}\n`);
    const lines = Array.from({ length: rowsToCome }, (_, index) =>
      prompt(`Request number ${index}.`),
    );
    const program = `const fs = require('node:fs'); for (const line of ${JSON.stringify(lines)}) { fs.appendFileSync(${JSON.stringify(rig.transcript)}, line.slice(0, 50)); fs.appendFileSync(${JSON.stringify(rig.transcript)}, line.slice(50) + '\\n'); }`;
    const writer = spawn(process.execPath, ['-e', program]);
    const ended = new Promise((done) => writer.on('close', done));
    while (writer.exitCode === null) {
      await rig.send('UserPromptSubmit', { prompt: 'x', prompt_id: `p${rows}` });
      await new Promise((done) => setTimeout(done, 20));
    }
    await ended;
    raw(`${prompt(last)}\n`);
    const { context } = await rig.compact();
    for (const text of [first, last, `Request number ${rowsToCome - 1}.`])
      expect(context).toContain(text);
    const snapshot = rig.journal().findLast((entry) => entry.kind === 'snapshot');
    const state = JSON.stringify(snapshot);
    const known = lines.filter((_, index) => state.includes(`Request number ${index}.`)).length;
    expect(known).toBe(rowsToCome);
  }, 120_000);
});
