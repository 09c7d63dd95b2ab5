import { expect, it } from 'vitest';
import { only } from '../reading.ts';
import { readRows } from './transcript-reading.ts';

const base = { sessionId: 's', timestamp: '2026-01-01T00:00:00.000Z', cwd: '/p' };
const brief = '[Holdfast c1-abc123] The conversation before this point.\n\nMore of it.';

function resultRow(response: object): object {
  const functionResponse = { id: 'c1', name: 'read_file', response };
  const message = { role: 'user', parts: [{ functionResponse }] };
  return { ...base, uuid: 'r', type: 'tool_result', provenance: 'tool_result', message };
}

it.each([
  ['a result', { output: `hello\n\n\n${brief}` }, 'hello\n'],
  ['a denial', { error: `Holdfast: read first.\n\n${brief}` }, 'Holdfast: read first.'],
])('takes our own text out of %s, behind which the client has put it', (_what, response, text) => {
  const { items } = readRows([resultRow(response)]);
  expect(only(items, 'result').map((one) => one.result.text)).toEqual([text]);
  expect(only(items, 'injected-context').map((one) => one.text)).toEqual([brief]);
});

it('leaves a file that only speaks of us as it is', () => {
  const output = 'a line\n[Holdfast c1-abc123] quoted in the middle\n';
  const { items } = readRows([resultRow({ output })]);
  expect(only(items, 'result').map((one) => one.result.text)).toEqual([output]);
  expect(only(items, 'injected-context')).toEqual([]);
});
