import { describe, expect, it } from 'vitest';
import { piWorker } from '../../../src/hosts/pi/worker.ts';
import {
  permissionAnswer,
  permissionQuestion,
  readPermissionAnswer,
} from '../../../src/hosts/pi/worker-question.ts';
import { ofType, recordedStream } from './streams.ts';
import { workerStreamSuite } from './suite.ts';

const failed = ['bash: echo out; exit 3 -> failed', 'read: /home/dev/proj/missing.txt -> failed'];
const made = ['write: /home/dev/proj/a.txt -> ok', 'bash: mkdir -p made && node -e 0 -> ok'];
const later = ['bash: echo step -> ok', 'bash: echo again -> ok'];
const bounded = [...made, ...failed, 'write: /home/dev/sandbox/outside.txt -> failed', ...later];
const asked = [
  'bash: mkdir -p made && node -e 0',
  'bash: echo out; exit 3',
  'write: /home/dev/sandbox/outside.txt',
];

workerStreamSuite({
  host: 'pi',
  model: 'm1',
  calls: {
    ask: bounded,
    edit: bounded,
    full: [...made, ...failed, 'write: /home/dev/sandbox/outside.txt -> ok', ...later],
  },
  asked: { ask: ['write: /home/dev/proj/a.txt', ...asked], edit: asked, full: [] },
  tellsPrompt: true,
  compactions: 1,
  errors: {
    'error-401': [['credentials', true]],
    'error-429': [
      ['limit', false],
      ['limit', true],
    ],
    'error-500': [
      ['server', false],
      ['server', true],
    ],
    'over-the-context': [
      ['context', false],
      ['context', true],
    ],
  },
  usage: { inputTokens: 992_000, outputTokens: 400 },
});

describe('a pi worker', () => {
  const wish = { prompt: 'x', folder: '/p', permission: 'edit' } as const;

  it('gets our extension for its permissions, and without it no tool that changes something', () => {
    const asking = piWorker.start({ ...wish, programs: '/h' });
    expect(asking.args.join(' ')).toContain('--extension /h/pi-worker.mjs');
    expect(asking.env).toMatchObject({ HOLDFAST_WORKER_PERMISSION: 'edit' });
    expect(piWorker.start(wish).args.join(' ')).toContain('--tools read,grep,find,ls');
    const full = piWorker.start({ ...wish, permission: 'full', programs: '/h' });
    expect(full.args).toEqual(['--mode', 'rpc']);
  });

  it('takes what is no plain answer for a denial', () => {
    for (const said of [undefined, '', 'yes', '{"allowed":"true"}', '[true]'])
      expect(readPermissionAnswer(said).allowed).toBe(false);
    expect(readPermissionAnswer(permissionAnswer(true, ''))).toMatchObject({ allowed: true });
    expect(readPermissionAnswer(permissionAnswer(false, 'No.'))).toEqual({
      allowed: false,
      reason: 'No.',
    });
  });

  it('never waits for a dialog of another extension: each can be answered', () => {
    const request = (row: object) =>
      ofType(
        piWorker.stream().line(JSON.stringify({ type: 'extension_ui_request', id: 'u', ...row })),
        'permission',
      )[0]?.request;
    const answer = (row: object, allowed: boolean) =>
      JSON.parse(piWorker.answer!(request(row)!, allowed, 'No.'));
    expect(answer({ method: 'confirm', title: 'Sure?' }, true)).toMatchObject({
      id: 'u',
      confirmed: true,
    });
    expect(answer({ method: 'select', title: 'Which?' }, true)).toMatchObject({ cancelled: true });
    expect(answer({ method: 'input', title: 'Name?' }, true)).toMatchObject({ cancelled: true });
    expect(request({ method: 'notify', message: 'hi' })).toBeUndefined();
    const { title, text } = permissionQuestion({
      tool: 'bash',
      about: 'ls',
      paths: [],
      edit: false,
    });
    const ours = answer({ method: 'input', title, placeholder: text }, false);
    expect(readPermissionAnswer(ours.value)).toEqual({ allowed: false, reason: 'No.' });
  });

  it('is told a message in the middle of a turn, and stops politely', () => {
    expect(ofType(recordedStream('pi', 'message'), 'prompt').map(({ text }) => text)).toEqual([
      'do the task',
      'Also do this.',
    ]);
    expect(ofType(recordedStream('pi', 'interrupted'), 'result')).toEqual([
      { type: 'result', ok: false, text: '' },
    ]);
  });
});
