import { describe, expect, it } from 'vitest';
import { openCodeWorker } from '../../../src/hosts/opencode/worker.ts';
import { workerStreamSuite } from './suite.ts';

/** Outcomes of the seven calls in order. */
const calls = (write: string, make: string, outside: string, echo: string) => [
  `write: /home/dev/proj/a.txt -> ${write}`,
  `bash: mkdir -p made && node -e 0 -> ${make}`,
  'bash: echo out; exit 3 -> failed',
  'read: /home/dev/proj/missing.txt -> failed',
  `write: /home/dev/sandbox/outside.txt -> ${outside}`,
  `bash: echo step -> ${echo}`,
  `bash: echo again -> ${echo}`,
];

workerStreamSuite({
  host: 'opencode',
  calls: {
    ask: calls('failed', 'failed', 'failed', 'failed'),
    edit: calls('ok', 'failed', 'failed', 'failed'),
    full: calls('ok', 'ok', 'ok', 'ok'),
  },
  tellsPrompt: false,
  compactions: 1,
  errors: {
    'error-401': [['credentials', true]],
    // Of the answer, and of the compaction that was to make it fit.
    'over-the-context': [
      ['context', true],
      ['context', true],
    ],
  },
  tellsCallsLate: true,
  usage: { inputTokens: 993_000, outputTokens: 450 },
});

describe('an opencode worker', () => {
  const rules = (permission: 'ask' | 'edit' | 'full', folders?: string[]) => {
    const wish = { prompt: 'x', folder: '/p', permission, ...(folders && { folders }) };
    return JSON.parse(openCodeWorker.start(wish).env!.OPENCODE_PERMISSION!);
  };

  it('never lets the client ask, since a refused question ends its run', () => {
    for (const permission of ['ask', 'edit', 'full'] as const)
      expect(JSON.stringify(rules(permission))).not.toContain('"ask"');
    expect(
      openCodeWorker.start({ prompt: '', folder: '/p', permission: 'edit' }).args,
    ).not.toContain('--auto');
  });

  it('opens further folders and no other place outside', () => {
    expect(rules('edit', ['/tickets']).external_directory).toEqual({
      '*': 'deny',
      '/tickets/*': 'allow',
    });
  });

  it('shows a summary as a compaction and never as a text of the worker', () => {
    const stream = openCodeWorker.stream();
    const row = (type: string, part: object) =>
      stream.line(JSON.stringify({ type, sessionID: 's', part }));
    row('step_start', {});
    expect(row('text', { text: 'the summary' })).toEqual([]);
    expect(row('step_finish', { reason: 'stop' })).toEqual([]);
    const synthetic = { synthetic: true, metadata: { compaction_continue: true }, text: 'Go on.' };
    expect(row('text', synthetic)).toEqual([{ type: 'compaction' }]);
    expect(row('text', { text: 'the answer' })).toEqual([]);
    expect(row('step_finish', { reason: 'stop' })).toEqual([]);
    expect(stream.end!(0)).toEqual([
      { type: 'text', text: 'the answer' },
      { type: 'result', ok: true, text: 'the answer' },
    ]);
  });

  it('gives no result where the output ends in the middle of a turn', () => {
    const stream = openCodeWorker.stream();
    stream.line(JSON.stringify({ type: 'step_finish', part: { reason: 'tool-calls' } }));
    expect(stream.end!(0)).toEqual([]);
  });
});
