import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runAsPerson } from '../../../harness/outside-session.ts';
import { removeFolder } from '../../../harness/remove-folder.ts';
import { extension } from '../../built/plugins.ts';

const cli = join(import.meta.dirname, '..', '..', '..', 'dist', 'cli.js');

type Handler = (event: object, context: object) => Promise<unknown>;

let folder: string;
let handlers: Record<string, Handler>;
let context: object;
beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'holdfast-extension-')));
  mkdirSync(join(folder, '.git'));
  const file = join(folder, 'session.jsonl');
  const messages = [
    { role: 'user', content: 'Round the prices.' },
    { role: 'assistant', content: [{ type: 'text', text: 'All is done.' }], stopReason: 'stop' },
  ];
  const entries = messages.map((message, at) => ({ type: 'message', id: `e${at}`, message }));
  const rows = [{ type: 'session', version: 3, id: 's1', cwd: folder }, ...entries];
  writeFileSync(file, `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`);
  handlers = {};
  const on = (name: string, handler: unknown) => {
    handlers[name] = handler as Handler;
  };
  extension({ on: on as never, sendMessage: () => {} }, join(folder, 'state'));
  const sessionManager = {
    getSessionId: () => 's1',
    getSessionFile: () => file,
    getEntries: () => entries,
  };
  context = { cwd: folder, sessionManager };
  await handlers.session_start!({ reason: 'startup' }, context);
  const env = { PATH: process.env.PATH, HOME: folder, HOLDFAST_HOME: join(folder, 'state') };
  const start = ['workflow', 'start', 'plan-first', '--set', 'task=Round', '--session', 's1'];
  const ran = runAsPerson(process.execPath, [cli, ...start], { cwd: folder, env });
  expect(ran.out + ran.err).toContain('Step explore');
});
afterEach(() => removeFolder(folder));

describe('a step of a workflow inside of pi', () => {
  it('is known though another process began the run, and denies a change', async () => {
    const tool = { toolName: 'write', toolCallId: 'c', input: { path: 'a.ts', content: 'x' } };
    expect(await handlers.tool_call!(tool, context)).toMatchObject({
      block: true,
      reason: expect.stringContaining('step "explore"'),
    });
    const read = { toolName: 'read', toolCallId: 'd', input: { path: 'a.ts' } };
    expect(await handlers.tool_call!(read, context)).toBeUndefined();
  });

  it('continues a turn that ends while it lacks something, by what the record shows', async () => {
    const told = await handlers.agent_before_settle!({ entries: [] }, context);
    expect(JSON.stringify(told)).toContain('0 of 3 distinct files');
    expect(told).toMatchObject({ continue: true });
  });
});
