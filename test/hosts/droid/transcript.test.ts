import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { droidRecords } from '../../../src/hosts/droid/records.ts';
import { droidReader } from '../../../src/hosts/droid/transcript.ts';
import { readRowsWith, sharedSamples } from '../reading.ts';

const row = (role: string, content: unknown, more: object = {}) => ({
  type: 'message',
  id: 'm1',
  timestamp: '2026-09-24T09:00:00.000Z',
  message: { role, content, ...more },
});
const text = (words: string) => ({ type: 'text', text: words });
const read = (...rows: object[]) => readRowsWith(droidReader(), rows);

describe('the session file of droid', () => {
  it('tells a person from the client and from hooks', () => {
    const { items, unknown } = read(
      row('user', [text('<system-reminder>\nBe brief.\n</system-reminder>\n\nNever push.')]),
      row('user', [text('<system-reminder>only that</system-reminder>')]),
      row('user', [text('for the model')], { visibility: 'llm_only' }),
      row('user', [], { visibility: 'user_only', hookEventName: 'Stop', hookResults: [] }),
      row('user', 'Use tabs.'),
      row('user', [text('[Holdfast c1-abcdef] The conversation')]),
    );
    expect(unknown).toEqual({});
    expect(items.map((item) => item.type)).toEqual([
      ...['injected-context', 'user', 'injected-context', 'injected-context', 'user'],
      'injected-context',
    ]);
    expect(items.flatMap((item) => (item.type === 'user' ? [item.text] : []))).toEqual([
      'Never push.',
      'Use tabs.',
    ]);
  });

  it.each([
    ['1 failed\n\n[Process exited with code 1]', 'failed', 1, '1 failed'],
    ['Error: Command failed (exit code: 2)\nls: no', 'failed', 2, 'ls: no'],
    ['fine\n\n[Process exited with code 0]', 'ok', 0, 'fine'],
    ['fine', 'ok', undefined, 'fine'],
  ])('tells how a command ended by its text: %j', (content, outcome, exitCode, printed) => {
    const { items } = read(
      row('assistant', [{ type: 'tool_use', id: 'c', name: 'Execute', input: { command: 'x' } }]),
      row('user', [{ type: 'tool_result', tool_use_id: 'c', is_error: false, content }]),
    );
    const result = items.find((item) => item.type === 'result')?.result;
    expect(result).toMatchObject({ callId: 'c', outcome, text: printed });
    expect(result?.exitCode).toBe(exitCode);
  });

  it('tells a compaction with its summary, in the forms that were seen', () => {
    const { items } = read(
      { type: 'compaction_state', id: 'b1', summaryText: 'S', removedCount: 14 },
      { type: 'compaction_state', id: 'b2', summary: { title: 'T', body: 'B' } },
      { type: 'compaction_state', id: 'b3' },
    );
    expect(items.map((item) => [item.type, item.id])).toEqual([
      ...[
        ['boundary', 'b1'],
        ['summary', 'b1'],
      ],
      ...[
        ['boundary', 'b2'],
        ['summary', 'b2'],
      ],
      ['boundary', 'b3'],
    ]);
  });

  it.each([
    [{ todos: '1. [completed] one\n2. [in_progress] two\n3. three' }],
    [
      [
        { content: 'one', status: 'completed' },
        { description: 'two', status: 'in_progress' },
        { text: 'three' },
      ],
    ],
  ])('tells the todo list, as text or as items', (todos) => {
    const { items } = read({ type: 'todo_state', id: 't', todos });
    expect(items[0]).toMatchObject({
      type: 'todos',
      mode: 'replace',
      items: [
        { text: 'one', status: 'completed' },
        { text: 'two', status: 'in_progress' },
        { text: 'three', status: 'pending' },
      ],
    });
  });

  it('goes on where an earlier reading ended in the middle of a call', () => {
    const first = droidReader();
    readRowsWith(first, [
      row('assistant', [{ type: 'tool_use', id: 'c', name: 'Execute', input: { command: 'x' } }]),
    ]);
    const second = droidReader();
    second.restore!(first.memory!());
    const { items } = readRowsWith(second, [
      row('user', [
        { type: 'tool_result', tool_use_id: 'c', content: '[Process exited with code 3]' },
      ]),
    ]);
    expect(items[0]).toMatchObject({ result: { exitCode: 3 } });
  });

  it('names what it does not know, and is not stopped by it', () => {
    const { items, unknown, damaged } = readRowsWith(droidReader(), [
      { type: 'mission_state' },
      row('system', [text('x')]),
      row('assistant', [{ type: 'hologram' }]),
      '{"type":"message","id',
      row('user', [text('go on')]),
    ]);
    expect(items).toHaveLength(1);
    expect(unknown).toEqual({ mission_state: 1, 'message of system': 1, 'block hologram': 1 });
    expect(damaged).toBe(1);
  });

  const published = sharedSamples('droid_session_store');
  it.skipIf(published === undefined && process.env.CI !== 'true')(
    'is read as others recorded it',
    () => {
      expect(published).toHaveLength(3);
      for (const path of published!) {
        const whole = readFileSync(path, 'utf8');
        const { items, unknown } = readRowsWith(droidReader(), whole.trimEnd().split('\n'));
        expect(unknown).toEqual({});
        expect(items.some((item) => item.type === 'user')).toBe(true);
        expect(droidRecords.recognise(path, whole)).toHaveProperty('session');
      }
    },
  );
});
