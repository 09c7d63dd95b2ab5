import { describe, expect, it } from 'vitest';
import type { WorkerEvent, WorkerTrouble } from '../../../src/core/worker/event.ts';
import { openCodeWorker } from '../../../src/hosts/opencode/worker.ts';
import { ofType, recordedStream } from './streams.ts';
import { workerStreamSuite } from './suite.ts';

const calls = (outside: string) => [
  'write: /home/dev/proj/a.txt -> ok',
  'bash: mkdir -p made && node -e 0 -> ok',
  'bash: echo out; exit 3 -> failed',
  'read: /home/dev/proj/missing.txt -> failed',
  `write: /home/dev/sandbox/outside.txt -> ${outside}`,
  'bash: echo step -> ok',
  'bash: echo again -> ok',
];
const asked = [
  'bash: mkdir -p made && node -e 0',
  'bash: echo out; exit 3',
  'write: /home/dev/sandbox/outside.txt',
  'bash: echo step',
  'bash: echo again',
];

/** Each new try is told without its status, the end with it. */
const tries = (trouble: WorkerTrouble): [WorkerTrouble, boolean][] => [
  ...Array.from({ length: 5 }, (): [WorkerTrouble, boolean] => ['server', false]),
  [trouble, true],
];

workerStreamSuite({
  host: 'opencode',
  calls: { ask: calls('failed'), edit: calls('failed'), full: calls('ok') },
  asked: { ask: ['write: /home/dev/proj/a.txt', ...asked], edit: asked, full: [] },
  tellsPrompt: true,
  compactions: 1,
  errors: {
    'error-429': tries('limit'),
    'error-500': tries('server'),
    'error-401': [['credentials', true]],
    // Of the answer, and of the compaction that was to make it fit.
    'over-the-context': [
      ['context', true],
      ['context', true],
    ],
  },
  usage: { inputTokens: 993_000, outputTokens: 450 },
});

describe('an opencode worker', () => {
  const wish = { prompt: 'x', folder: '/p', permission: 'edit' } as const;
  const rules = (permission: 'ask' | 'edit' | 'full', folders?: string[]) => {
    const { env } = openCodeWorker.start({ ...wish, permission, ...(folders && { folders }) });
    return JSON.parse(env!.OPENCODE_PERMISSION!);
  };

  it('asks for what is not allowed, and never for a person’s dialog', () => {
    expect(rules('ask')).toMatchObject({ '*': 'ask', edit: 'ask', question: 'deny' });
    expect(rules('edit')).toMatchObject({ '*': 'ask', edit: 'allow', question: 'deny' });
    expect(rules('full')).toEqual({ '*': 'allow', question: 'deny', task: 'deny' });
  });

  it('opens further folders and no other place outside unasked', () => {
    expect(rules('edit', ['/tickets']).external_directory).toEqual({
      '*': 'ask',
      '/tickets/*': 'allow',
    });
  });

  it('is answered with words, since a refusal without any ends the turn', () => {
    const request = { id: 'per_1', tool: 'bash', about: 'ls', paths: [], edit: false };
    expect(JSON.parse(openCodeWorker.answer!(request, false, 'Not here.'))).toEqual({
      type: 'permission',
      id: 'per_1',
      allowed: false,
      reason: 'Not here.',
    });
    const question = { ...request, tool: 'question' };
    expect(JSON.parse(openCodeWorker.answer!(question, true, ''))).toMatchObject({
      type: 'question',
    });
  });

  it('marks a request for a folder outside as an edit where the call is one', () => {
    const marks = ofType(recordedStream('opencode', 'work-edit'), 'permission').map(
      ({ request }) => [request.tool, request.edit],
    );
    expect(marks.filter(([, edit]) => edit)).toEqual([['write', true]]);
  });

  it('tells a message in the middle of a turn, and takes an interruption for no fault', () => {
    expect(ofType(recordedStream('opencode', 'message'), 'prompt').map(({ text }) => text)).toEqual(
      ['do the task', 'Also do this.'],
    );
    const stopped = recordedStream('opencode', 'interrupted');
    expect(ofType(stopped, 'error')).toEqual([]);
    expect(ofType(stopped, 'result')).toEqual([{ type: 'result', ok: false, text: '' }]);
  });

  describe('where the model’s server fails', () => {
    const read = (...rows: object[]): WorkerEvent[] => {
      const stream = openCodeWorker.stream();
      const all = [{ type: 'worker.session', session: 's' }, ...rows];
      return all.flatMap((row) => stream.line(JSON.stringify(row)));
    };
    const status = (value: object) => ({
      type: 'session.status',
      properties: { sessionID: 's', status: value },
    });
    const retry = status({ type: 'retry', attempt: 1, message: 'Too busy.' });
    const idle = { type: 'session.idle', properties: { sessionID: 's' } };
    it('forgets a failure that passed', () => {
      const part = { type: 'step-start', id: 'p', messageID: 'm' };
      const answer = { type: 'message.part.updated', properties: { sessionID: 's', part } };
      const events = read(status({ type: 'busy' }), retry, answer, idle);
      expect(ofType(events, 'result')).toEqual([{ type: 'result', ok: true, text: '' }]);
    });

    it('looks away from the ends of subagents', () => {
      const other = { type: 'session.idle', properties: { sessionID: 'child' } };
      expect(ofType(read(status({ type: 'busy' }), other), 'result')).toEqual([]);
    });
  });
});
