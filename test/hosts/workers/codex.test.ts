import { expect, it } from 'vitest';
import { codexWorker } from '../../../src/hosts/codex/worker.ts';
import { workerStreamSuite } from './suite.ts';

const shells = [
  'exec_command: echo out; exit 3 -> failed',
  "exec_command: cat '/home/dev/proj/missing.txt' -> failed",
];
const later = ['exec_command: echo step -> ok', 'exec_command: echo again -> ok'];
const made = [
  'apply_patch: /home/dev/proj/a.txt -> ok',
  'exec_command: mkdir -p made && node -e 0 -> ok',
];

workerStreamSuite({
  host: 'codex',
  // What its sandbox refuses, the client does not show at all.
  calls: {
    ask: [...shells, ...later],
    edit: [...made, ...shells, ...later],
    full: [...made, ...shells, 'apply_patch: /home/dev/sandbox/outside.txt -> ok', ...later],
  },
  tellsPrompt: false,
  compactions: 0,
  errors: {
    'error-401': [
      ['credentials', false],
      ['credentials', true],
    ],
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
  usage: { inputTokens: 993_000, outputTokens: 450 },
});

it('tells an item that comes only when it is completed as started and finished', () => {
  const stream = codexWorker.stream();
  const item = { id: 'i', type: 'web_search', query: 'holdfast' };
  expect(stream.line(JSON.stringify({ type: 'item.completed', item }))).toEqual([
    { type: 'tool.started', id: 'i', tool: 'web_search', about: 'holdfast' },
    { type: 'tool.finished', id: 'i', ok: true },
  ]);
});

it('opens the further folders at `edit`, and nothing but them at `ask`', () => {
  const line = (permission: 'ask' | 'edit', folders?: string[]) => {
    const wish = { prompt: 'x', folder: '/p', permission, ...(folders && { folders }) };
    return codexWorker.start(wish).args.join(' ');
  };
  expect(line('edit', ['/t'])).toContain('sandbox_workspace_write.writable_roots=["/t"]');
  expect(line('ask', ['/t', '/s'])).toContain(
    'permissions.holdfast.filesystem={":root"="read","/t"="write","/s"="write"}',
  );
  expect(line('ask', ['/t'])).not.toContain('sandbox_mode');
  expect(line('ask')).toContain('sandbox_mode="read-only"');
});

it('asks nobody unless the client bypasses its asking', () => {
  const line = (permission: 'ask' | 'edit' | 'full') =>
    codexWorker.start({ prompt: 'x', folder: '/p', permission }).args.join(' ');
  for (const permission of ['ask', 'edit'] as const)
    expect(line(permission)).toContain('-c approval_policy="never"');
  expect(line('full')).toContain('--dangerously-bypass-approvals-and-sandbox');
  expect(line('edit')).not.toContain('bypass');
});
