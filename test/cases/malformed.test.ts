import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readRecord } from '../../src/app/read-record.ts';
import { claudeCodeReader } from '../../src/hosts/claude-code/transcript.ts';
import { recordFiles } from '../../src/platform/record-file.ts';
import { bash, edit } from './kit.ts';
import { Rig } from './rig.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
});
afterEach(() => rig.remove());

function raw(bytes: string | Buffer): void {
  mkdirSync(dirname(rig.transcript), { recursive: true });
  appendFileSync(rig.transcript, bytes);
}

const row = (uuid: string, content: unknown) =>
  JSON.stringify({
    type: 'user',
    uuid,
    timestamp: '2026-01-01T00:00:00Z',
    message: { role: 'user', content },
  });

let deep: unknown = 'the innermost text';
for (let level = 0; level < 10; level++) {
  deep = [{ type: 'tool_result', tool_use_id: 'toolu_x', content: deep }];
}

const odd: [string, string | Buffer][] = [
  ['an empty line', '\n'],
  ['a lone brace', '{\n'],
  ['a run of NULs', Buffer.concat([Buffer.alloc(4096), Buffer.from('\n')])],
  ['a BOM', Buffer.from([0xef, 0xbb, 0xbf])],
  ['CRLF', '\r\n'],
  ['an array', '[1, {"type": "user"}]\n'],
  ['a number', '42\n'],
  ['content null', `${row('n1', null)}\n`],
  ['content as a number', `${row('n2', 7)}\n`],
  ['a message that is no object', '{"type":"user","uuid":"n3","message":"text"}\n'],
  ['results ten deep', `${row('n4', deep)}\n`],
  [
    'keys twice',
    '{"type":"system","type":"user","uuid":"n5","uuid":"n6","message":{"content":1}}\n',
  ],
  ['half a pair', `${row('n7', 'x').replace('"x"', '"\\ud800"')}\n`],
  ['bytes that are no UTF-8', Buffer.concat([Buffer.from([0xff, 0xfe, 0x80]), Buffer.from('\n')])],
];

describe('[case 70] lines that are no rows', () => {
  it.each(odd)('do not hide their neighbours: %s', async (_, bytes) => {
    rig.userRow('Never push to main.');
    raw(bytes);
    rig.userRow('Always run the tests.');
    rig.callRows('toolu_1', 'Bash', { command: 'npm test' }, { text: 'ok' });
    const { context } = await rig.compact();
    expect(context).toContain('Never push to main.');
    expect(context).toContain('Always run the tests.');
    expect(rig.faults).toBe('');
  });

  it('are counted, and two rows on one line are both read', () => {
    rig.userRow('One.');
    raw(`${row('a', 'Two.')}${row('b', 'Three.')}\n`);
    raw('{"type":"user","message":{"content":"torn\n');
    raw(Buffer.from([0xff, 0xfe, 0x0a]));
    const said: string[] = [];
    const reading = readRecord(
      recordFiles,
      rig.transcript,
      claudeCodeReader(),
      undefined,
      (item) => {
        if (item.type === 'user') said.push(item.text);
      },
    );
    expect(said).toEqual(['One.', 'Two.', 'Three.']);
    expect(reading?.damaged).toBe(2);
  });

  it('never make an event fail, however they are mixed', async () => {
    const piece = fc.oneof(
      fc.constantFrom(...odd.map(([, bytes]) => Buffer.from(bytes as string))),
      fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
      fc.json().map((text) => Buffer.from(`${text}\n`)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 6 }), async (pieces) => {
        for (const bytes of pieces) raw(bytes);
        await rig.send('PreCompact', { trigger: 'auto' });
        expect(rig.faults).toBe('');
      }),
      { numRuns: 25 },
    );
  });
});

const events: [string, Record<string, unknown>][] = [
  ['SessionStart', { source: 'compact' }],
  ['UserPromptSubmit', { prompt: 'go', prompt_id: 'p' }],
  ['PreToolUse', edit('toolu_1')],
  ['PostToolUse', { ...bash('toolu_1', 'ls'), tool_response: { stdout: 'x' } }],
  ['PostToolUseFailure', { ...bash('toolu_1', 'ls'), error: 'Exit code 1', is_interrupt: false }],
  ['PostToolBatch', { tool_calls: [{ tool_use_id: 'toolu_1' }] }],
  ['PreCompact', { trigger: 'auto', custom_instructions: 'x' }],
  ['PostCompact', { trigger: 'auto', compact_summary: 'x' }],
  ['Stop', { last_assistant_message: 'Done.', stop_hook_active: false }],
  ['SubagentStart', { agent_id: 'a1', agent_type: 'general-purpose' }],
  ['SubagentStop', { agent_id: 'a1', agent_type: 'general-purpose', agent_transcript_path: '/x' }],
  ['SessionEnd', { reason: 'other' }],
];

const wrong = [
  null,
  7,
  -1,
  true,
  '',
  [],
  {},
  { deep: { er: [] } },
  'x'.repeat(10_240),
  '\u0000',
  '../../..',
];

describe('[case 83] payloads with fields missing or of a wrong kind', () => {
  it.each(events)(
    '%s answers with nothing or with whole JSON, and no error is shown',
    async (event, more) => {
      const whole = rig.payload(event, more);
      for (const field of Object.keys(whole)) {
        const { [field]: _, ...without } = whole;
        const shapes = [without, ...wrong.map((value) => ({ ...whole, [field]: value }))];
        for (const shape of shapes) {
          const { raw: answer } = await rig.sendRaw(JSON.stringify(shape));
          if (answer !== '' && event !== 'PreCompact')
            expect(JSON.parse(answer)).toBeTypeOf('object');
        }
      }
      for (const line of rig.faults.split('\n').filter(Boolean)) {
        expect(JSON.parse(line).message).toMatch(/^(the payload|the event|no host|standard input)/);
      }
    },
    60_000,
  );

  it('write one line an hour for each distinct fault, with the name of the event', async () => {
    for (let time = 0; time < 20; time++) {
      await rig.sendRaw('{"no":"session"}', ['claude-code', 'Stop']);
      await rig.sendRaw('not json', ['claude-code', 'PreCompact']);
    }
    const lines = rig.faults.split('\n').filter(Boolean);
    expect(lines).toHaveLength(2);
    expect(lines.map((line) => JSON.parse(line).event).sort()).toEqual(['PreCompact', 'Stop']);
  });
});
