import { describe, expect, it } from 'vitest';
import type { PermissionRequest } from '../../../src/core/worker/event.ts';
import { claudeCodeWorker } from '../../../src/hosts/claude-code/worker.ts';
import { callsIn, ofType, recordedStream } from './streams.ts';

const read = (name: string) => recordedStream('claude-code', name);
const session = '00000000-0000-4000-8000-000000000001';
const wish = { prompt: '--do it', folder: '/p', permission: 'edit' } as const;

describe('the stream of a Claude Code worker', () => {
  it('tells session, prompt, calls with their ends, texts, the compaction and the result', () => {
    const events = read('work-edit');
    expect(ofType(events, 'session')).toEqual([
      { type: 'session', id: session, model: 'claude-opus-5-5' },
    ]);
    expect(ofType(events, 'prompt').map(({ text }) => text)).toEqual([
      '--help is no option but the task',
    ]);
    expect(callsIn(events)).toEqual([
      'Write: /home/dev/proj/a.txt -> ok',
      'Bash: mkdir -p made && node -e 0 -> ok',
      'Bash: echo out; exit 3 -> failed',
      'Read: /home/dev/proj/missing.txt -> failed',
      'Write: /home/dev/sandbox/outside.txt -> failed',
      'Bash: echo step -> ok',
      'Bash: echo again -> ok',
    ]);
    expect(ofType(events, 'text').map(({ text }) => text)).toEqual([
      'I begin.',
      'Behind the compaction.',
      'All done.',
    ]);
    expect(ofType(events, 'compaction')).toHaveLength(1);
    expect(events.at(-1)).toEqual({ type: 'result', ok: true, text: 'All done.' });
    expect(ofType(events, 'unknown')).toEqual([]);
  });

  it('asks for commands and for edits outside where edits are allowed, and for each change where none is', () => {
    const asked = (name: string) =>
      ofType(read(name), 'permission').map(({ request }) => `${request.tool}: ${request.about}`);
    const others = [
      'Bash: mkdir -p made && node -e 0',
      'Bash: echo out; exit 3',
      'Write: /home/dev/sandbox/outside.txt',
    ];
    expect(asked('work-edit')).toEqual(others);
    expect(asked('work-ask')).toEqual(['Write: /home/dev/proj/a.txt', ...others]);
    expect(asked('work-full')).toEqual([]);
  });

  it('gives tokens of each answer once, and those of the session with the cost at the end', () => {
    const told = ofType(read('work-full'), 'usage').map(({ usage }) => usage);
    expect(told.filter(({ total }) => !total)).toHaveLength(8);
    expect(told[5]).toEqual({
      inputTokens: 985_000,
      outputTokens: 50,
      contextTokens: 985_050,
      total: false,
    });
    const { costUsd, ...last } = told.at(-1)!;
    // The summary of the compaction is a ninth answer, which the stream does not show.
    expect(last).toEqual({ inputTokens: 993_000, outputTokens: 450, total: true });
    expect(costUsd).toBeCloseTo(3.981, 6);
  });

  it('tells the cause of a failure by the status, and first that the client tries again', () => {
    const told = (name: string) =>
      ofType(read(name), 'error').map(({ trouble, ends }) => ({ trouble, ends }));
    for (const [name, trouble] of [
      ['error-401', 'credentials'],
      ['error-429', 'limit'],
      ['error-500', 'server'],
    ] as const) {
      expect(told(name)).toEqual([
        { trouble, ends: false },
        { trouble, ends: true },
      ]);
      expect(ofType(read(name), 'result')).toMatchObject([{ ok: false }]);
    }
    expect(told('over-the-context')).toEqual([{ trouble: 'context', ends: true }]);
  });

  it('takes an interruption for no fault, and a signal for no result', () => {
    expect(ofType(read('interrupted'), 'error')).toEqual([]);
    expect(ofType(read('interrupted'), 'result')).toEqual([
      { type: 'result', ok: false, text: '' },
    ]);
    expect(ofType(read('terminated'), 'result')).toEqual([]);
  });

  it('tells a message that came in the middle of a turn when the model is given it', () => {
    const types = read('message').map(({ type }) => type);
    expect(ofType(read('message'), 'prompt').map(({ text }) => text)).toEqual([
      'do the task',
      'Also do this.',
    ]);
    expect(types.lastIndexOf('prompt')).toBeGreaterThan(types.indexOf('tool.finished'));
  });

  it('does not take texts of subagents for the worker’s', () => {
    const stream = claudeCodeWorker.stream();
    const content = [
      { type: 'text', text: 'sub' },
      { type: 'tool_use', id: 't', name: 'Bash', input: { command: 'ls' } },
    ];
    const row = { type: 'assistant', parent_tool_use_id: 'x', message: { id: 'm', content } };
    expect(stream.line(JSON.stringify(row)).map(({ type }) => type)).toEqual(['tool.started']);
  });
});

describe('the start of a Claude Code worker', () => {
  it('gives the prompt on standard input and never as an argument', () => {
    const { args, input, keepsInput } = claudeCodeWorker.start(wish);
    expect(args.join(' ')).not.toContain('--do it');
    expect(JSON.parse(input)).toEqual({
      type: 'user',
      message: { role: 'user', content: [{ type: 'text', text: '--do it' }] },
    });
    expect(keepsInput).toBe(true);
  });

  it('takes a session id from outside for a new session and not for one that goes on', () => {
    const first = claudeCodeWorker.start({ ...wish, sessionId: session });
    expect(first.takesSessionId).toBe(true);
    expect(first.args.join(' ')).toContain(`--session-id ${session}`);
    const next = claudeCodeWorker.start({ ...wish, sessionId: session, resume: 'old' });
    expect(next.takesSessionId).toBe(false);
    expect(next.args.join(' ')).toContain('--resume old');
    expect(next.args).not.toContain('--session-id');
  });

  it('bypasses the client’s asking at `full` alone', () => {
    const modeOf = (permission: 'ask' | 'edit' | 'full') => {
      const { args } = claudeCodeWorker.start({ ...wish, permission });
      return args[args.indexOf('--permission-mode') + 1];
    };
    expect(['ask', 'edit', 'full'].map((one) => modeOf(one as 'ask'))).toEqual([
      'default',
      'acceptEdits',
      'bypassPermissions',
    ]);
  });

  it('answers a request by its id, and rotates only what the client takes on its input', () => {
    const request: PermissionRequest = {
      id: 'r1',
      tool: 'Bash',
      about: 'ls',
      paths: [],
      edit: false,
    };
    const denied = JSON.parse(claudeCodeWorker.answer!(request, false, 'Not here.'));
    expect(denied.response.request_id).toBe('r1');
    expect(denied.response.response).toEqual({ behavior: 'deny', message: 'Not here.' });
    expect(claudeCodeWorker.rotateSecret!('ANTHROPIC_API_KEY', 'x')).toBeUndefined();
    const line = claudeCodeWorker.rotateSecret!('CLAUDE_CODE_OAUTH_TOKEN', 'x')!;
    expect(JSON.parse(line).variables).toEqual({ CLAUDE_CODE_OAUTH_TOKEN: 'x' });
  });
});
