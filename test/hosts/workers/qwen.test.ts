import { describe, expect, it } from 'vitest';
import { qwenWorker } from '../../../src/hosts/qwen/worker.ts';
import { ofType, recordedStream } from './streams.ts';
import { workerStreamSuite } from './suite.ts';

const made = [
  'write_file: /home/dev/proj/a.txt -> ok',
  'run_shell_command: mkdir -p made && node -e 0 -> ok',
  'run_shell_command: echo out; exit 3 -> failed',
  'read_file: /home/dev/proj/missing.txt -> failed',
];
const later = ['run_shell_command: echo step -> ok', 'run_shell_command: echo again -> ok'];
const bounded = [...made, 'write_file: /home/dev/sandbox/outside.txt -> failed', ...later];
const asked = [
  'write_file: /home/dev/proj/a.txt',
  'run_shell_command: mkdir -p made && node -e 0',
  'run_shell_command: echo out; exit 3',
  'write_file: /home/dev/sandbox/outside.txt',
];

workerStreamSuite({
  host: 'qwen',
  model: 'loopback',
  calls: {
    ask: bounded,
    edit: bounded,
    full: [...made, 'write_file: /home/dev/sandbox/outside.txt -> ok', ...later],
  },
  asked: { ask: asked, edit: asked, full: [] },
  asksForEdits: true,
  tellsPrompt: false,
  compactions: 0,
  errors: {
    'error-401': [['credentials', true]],
    'error-500': [['server', true]],
    'over-the-context': [['context', true]],
  },
  // With the summary, which took in what it was told that the context holds.
  usage: { inputTokens: 1_976_000, outputTokens: 450 },
});

describe('a Qwen Code worker', () => {
  it('opens the conversation with the line without which the client waits for ever', () => {
    const { input } = qwenWorker.start({ prompt: 'x', folder: '/p', permission: 'edit' });
    const rows = input
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rows.map(({ type }) => type)).toEqual(['control_request', 'user']);
    expect(rows[0].request).toEqual({ subtype: 'initialize' });
  });

  it('marks a request that edits and does nothing else', () => {
    const marks = ofType(recordedStream('qwen', 'work-edit'), 'permission').map(
      ({ request }) => `${request.tool} ${request.edit}`,
    );
    expect(marks).toEqual([
      'write_file true',
      'run_shell_command false',
      'run_shell_command false',
      'write_file true',
    ]);
  });

  it('takes a message in the middle of a turn as a turn of its own', () => {
    expect(ofType(recordedStream('qwen', 'message'), 'result')).toHaveLength(2);
  });

  it('takes an interruption for no fault', () => {
    const events = recordedStream('qwen', 'interrupted');
    expect(ofType(events, 'error')).toEqual([]);
    expect(ofType(events, 'result')).toEqual([{ type: 'result', ok: false, text: '' }]);
  });
});
