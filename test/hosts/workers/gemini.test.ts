import { describe, expect, it } from 'vitest';
import { geminiWorker } from '../../../src/hosts/gemini/worker.ts';
import { ofType, recordedStream } from './streams.ts';
import { workerStreamSuite } from './suite.ts';

const call = (tool: string, about: string, end: string) => `${tool}: ${about} -> ${end}`;
/** Outcomes of the seven calls in order. */
const calls = (...ends: string[]) => [
  call('write_file', '/home/dev/proj/a.txt', ends[0]!),
  call('run_shell_command', 'mkdir -p made && node -e 0', ends[1]!),
  call('run_shell_command', 'echo out; exit 3', ends[2]!),
  call('read_file', '/home/dev/proj/missing.txt', 'failed'),
  call('write_file', '/home/dev/sandbox/outside.txt', 'failed'),
  call('run_shell_command', 'echo step', ends[3]!),
  call('run_shell_command', 'echo again', ends[4]!),
];

workerStreamSuite({
  host: 'gemini',
  model: 'gemini-2.5-pro',
  // It asks nobody: what is not allowed is not offered to the model. A command that fails is a success for it.
  calls: {
    ask: calls('failed', 'failed', 'failed', 'failed', 'failed'),
    edit: calls('ok', 'failed', 'failed', 'failed', 'failed'),
    full: calls('ok', 'ok', 'ok', 'ok', 'ok'),
  },
  tellsPrompt: true,
  compactions: 0,
  errors: {
    'error-401': [['other', true]],
    'error-500': [['other', true]],
    'over-the-context': [['context', true]],
  },
  usage: { inputTokens: 992_000, outputTokens: 400 },
});

describe('a Gemini CLI worker', () => {
  it('puts the pieces of a text together', () => {
    const stream = geminiWorker.stream();
    const piece = (content: string) =>
      stream.line(JSON.stringify({ type: 'message', role: 'assistant', content, delta: true }));
    expect([...piece('One '), ...piece('two.')]).toEqual([]);
    const stats = { input_tokens: 5, output_tokens: 2 };
    expect(stream.line(JSON.stringify({ type: 'result', status: 'success', stats }))).toEqual([
      { type: 'text', text: 'One two.' },
      { type: 'usage', usage: { inputTokens: 5, outputTokens: 2, total: false } },
      { type: 'result', ok: true, text: 'One two.' },
    ]);
  });

  it('gives a text that the end of the output cut off', () => {
    const stream = geminiWorker.stream();
    const row = { type: 'message', role: 'assistant', content: 'Half', delta: true };
    expect(stream.line(JSON.stringify(row))).toEqual([]);
    expect(stream.end!(null)).toEqual([{ type: 'text', text: 'Half' }]);
  });

  it('tells the cause by the exit code where the client does not tell it by words', () => {
    const causeOf = (exitCode: number | null) => {
      const stream = geminiWorker.stream();
      const error = { message: '[API Error: {"error":{"message":"No."}}]' };
      const told = stream.line(JSON.stringify({ type: 'result', status: 'error', error }));
      const events = [...told, ...stream.end!(exitCode)];
      expect(events.map(({ type }) => type)).toEqual(['error', 'result']);
      return ofType(events, 'error')[0]!.trouble;
    };
    // 401, 429, 500 and 503 as far as a process can say them.
    expect([145, 173, 244, 247].map(causeOf)).toEqual(['credentials', 'limit', 'server', 'server']);
    expect([1, 53, null].map(causeOf)).toEqual(['other', 'other', 'other']);
  });

  it('has no result where a signal ended it, though the exit code is 0', () => {
    expect(ofType(recordedStream('gemini', 'terminated'), 'result')).toEqual([]);
  });
});
