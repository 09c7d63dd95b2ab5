import { describe, expect, it } from 'vitest';
import { copilotWorker } from '../../../src/hosts/copilot/worker.ts';
import { ofType, recordedStream } from './streams.ts';
import { workerStreamSuite } from './suite.ts';

/** Outcomes of the calls that differ by permission. */
const calls = (create: string, make: string, outside: string) => [
  `create: /home/dev/proj/a.txt -> ${create}`,
  `bash: mkdir -p made && node -e 0 -> ${make}`,
  'bash: echo out; exit 3 -> failed',
  'view: /home/dev/proj/missing.txt -> failed',
  `create: /home/dev/sandbox/outside.txt -> ${outside}`,
  'bash: echo step -> ok',
  'bash: echo again -> ok',
];
const tries = (trouble: 'credentials' | 'limit' | 'server' | 'context', count: number) => [
  ...Array.from({ length: count }, (): [typeof trouble, boolean] => [trouble, false]),
  [trouble, true] as [typeof trouble, boolean],
];

workerStreamSuite({
  host: 'copilot',
  calls: {
    ask: calls('failed', 'failed', 'failed'),
    edit: calls('ok', 'failed', 'failed'),
    full: calls('ok', 'ok', 'ok'),
  },
  tellsPrompt: true,
  tellsSessionLate: true,
  compactions: 0,
  errors: {
    'error-401': tries('credentials', 3),
    'error-429': tries('limit', 6),
    'error-500': tries('server', 6),
    'over-the-context': tries('context', 1),
  },
  usage: { inputTokens: 0, outputTokens: 0 },
});

describe('a Copilot CLI worker', () => {
  it('takes an id from outside for a new session, since it tells its own too late', () => {
    const wish = { prompt: 'x', folder: '/p', permission: 'edit', sessionId: 'id' } as const;
    const { args, takesSessionId } = copilotWorker.start(wish);
    expect(takesSessionId).toBe(true);
    expect(args.join(' ')).toContain('--session-id id');
    expect(args).not.toContain('--trust-folder');
    const next = copilotWorker.start({ ...wish, resume: 'old' });
    expect(next.takesSessionId).toBe(false);
    expect(next.args.join(' ')).toContain('--resume old');
    expect(next.args).not.toContain('--trust-folder');
  });

  it('may keep its ticket, and not change how Holdfast works', () => {
    const line = (permission: 'ask' | 'edit' | 'full') =>
      copilotWorker.start({ prompt: 'x', folder: '/p', permission }).args.join(' ');
    for (const permission of ['ask', 'edit'] as const) {
      expect(line(permission)).toContain('--allow-tool shell(holdfast:*)');
      for (const command of ['init', 'uninstall', 'forget', 'release', 'run', 'config'])
        expect(line(permission)).toContain(`--deny-tool shell(holdfast ${command}:*)`);
    }
    expect(line('full')).not.toContain('holdfast');
  });

  it('tells the tokens in the context', () => {
    for (const { usage } of ofType(recordedStream('copilot', 'work-full'), 'usage'))
      expect(usage.contextTokens).toBeGreaterThan(1_000);
  });
});
