import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { call, outer, readRows, user } from './transcript-reading.ts';

const source = { sourceToolAssistantUUID: '11111111-2222-4333-8444-555555555555' };

/** A result row as the client writes it: the structured result, then the row that it answers. */
function resultRow(id: string, toolUseResult: object, behind: object = source): object {
  const content = [{ type: 'tool_result', tool_use_id: id, content: 'done' }];
  return {
    ...outer({ type: 'user' }),
    message: { role: 'user', content },
    toolUseResult,
    ...behind,
  };
}

const progress = (data: object) => ({ ...outer({ type: 'progress' }), data });

const rows: object[] = [
  call('a', 'Bash', { command: 'sleep 100' }),
  resultRow('a', { stdout: '}{"type":"user"', backgroundTaskId: 'b1' }),
  progress({ type: 'bash_progress', output: '}{"type":"user"}' }),
  call('b', 'Edit', { file_path: '/p/a.ts' }),
  resultRow('b', { filePath: '/p/a.ts', nested: { deep: [{ a: 1 }, { b: '"' }] } }),
  resultRow('c', { stdout: '' }, { toolDenialKind: 'user', ...source }),
  resultRow('d', { stdout: '' }, { toolDenialKind: 'user' }),
  resultRow('e', {}, {}),
  user('and now this'),
  progress({ type: 'hook_progress', sourceToolAssistantUUID: source.sourceToolAssistantUUID }),
];

const known = (lines: (object | string)[]) => {
  const { items, damaged, unknown } = readRows(lines);
  return { items: items.map(({ at, ...item }) => item), damaged, unknown };
};

describe('parts of a row that are passed over', () => {
  it('take nothing of another row on the same line with them', () => {
    const line = fc.subarray(rows, { minLength: 1 });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 4 }), (lines) => {
        const glued = lines.map((parts) => parts.map((part) => JSON.stringify(part)).join(''));
        expect(known(glued)).toEqual(known(lines.flat()));
      }),
    );
  });

  it('are read where they are asked for, and members behind them are seen', () => {
    const { items } = readRows(rows);
    const results = items.flatMap((item) => (item.type === 'result' ? [item.result] : []));
    expect(results[0]).toMatchObject({ callId: 'a', backgroundId: 'b1' });
    expect(results.map(({ callId, outcome }) => [callId, outcome])).toEqual([
      ['a', 'ok'],
      ['b', 'ok'],
      ['c', 'denied'],
      ['d', 'denied'],
      ['e', 'ok'],
    ]);
  });
});
