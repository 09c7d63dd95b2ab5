import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';
import { beginWork } from './kit.ts';
import { Rig } from './rig.ts';

let folder: string;
let program: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-hook-'));
  program = join(folder, 'hook.cjs');
  await build({
    entryPoints: ['src/entry/hook.ts'],
    outfile: program,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    logLevel: 'error',
  });
});
afterAll(() => removeFolder(folder));

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
});
afterEach(() => rig.remove());

interface Run {
  code: number | null;
  signal: string | null;
  stdout: string;
  stderr: string;
}

function run(
  input: string,
  options: { env?: Record<string, string>; closeOutput?: boolean; event?: string } = {},
): Promise<Run> {
  const args = [program, 'claude-code', ...(options.event ? [options.event] : [])];
  const child = spawn(process.execPath, args, { env: { ...rig.env, ...options.env } });
  if (options.closeOutput) child.stdout.destroy();
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  return new Promise((resolve) => {
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (bytes) => {
      stdout += bytes;
    });
    child.stderr.on('data', (bytes) => {
      stderr += bytes;
    });
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
}

const quiet = { code: 0, signal: null, stderr: '' };

describe('[case 73] a hook that went well', () => {
  it('prints one document and no noise under options that make Node talk', async () => {
    await beginWork(rig, 'Never push to main.');
    const payload = JSON.stringify(rig.payload('SessionStart', { source: 'compact' }));
    const env = { NODE_OPTIONS: '--trace-deprecation --trace-warnings --pending-deprecation' };
    const done = await run(payload, { env });
    expect(done).toMatchObject(quiet);
    expect(JSON.parse(done.stdout).hookSpecificOutput.additionalContext).toContain('Never push');
  });

  it('takes a payload of 5 MB that it need not look at, without breaking the pipe', async () => {
    const call = {
      tool_name: 'Write',
      tool_use_id: 'toolu_1',
      tool_input: { content: 'x'.repeat(5e6) },
    };
    expect(await run(JSON.stringify(rig.payload('PreToolUse', call)))).toEqual({
      ...quiet,
      stdout: '',
    });
    const env = { HOLDFAST_DISABLE: '1' };
    expect(await run(JSON.stringify(rig.payload('PreToolUse', call)), { env })).toMatchObject(
      quiet,
    );
  });

  it('ends well when nobody reads its answer', async () => {
    await beginWork(rig, 'Never push to main.');
    const payload = JSON.stringify(rig.payload('SessionStart', { source: 'compact' }));
    expect(await run(payload, { closeOutput: true })).toMatchObject(quiet);
  });

  it.each([
    ['nothing', ''],
    ['no JSON', 'hello'],
    ['half an object', '{"session_id":'],
  ])('[R9] is quiet and ends 0 over %s', async (_, input) => {
    expect(await run(input, { event: 'Stop' })).toEqual({ ...quiet, stdout: '' });
  });

  it('[R9] [R12] ends 0 with a harmless answer where the state cannot be written', async () => {
    const env = { HOLDFAST_HOME: '/proc/no-such-place' };
    rig.userRow('Never push to main.');
    for (const event of ['PreCompact', 'SessionStart', 'UserPromptSubmit', 'PreToolUse', 'Stop']) {
      const done = await run(JSON.stringify(rig.payload(event, { source: 'compact' })), { env });
      expect(done).toMatchObject(quiet);
      expect(done.stdout).not.toMatch(/"deny"|"block"/);
    }
  });
});
