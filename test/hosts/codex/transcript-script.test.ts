import { describe, expect, it } from 'vitest';
import { scriptCalls } from '../../../src/hosts/codex/transcript-script.ts';
import { only } from '../reading.ts';
import { call, custom, event, output, rollout } from './rollout.ts';

const script = (body: string) => custom('c1', 'exec', body);
const done = (...texts: string[]) =>
  output('c1', [
    { type: 'input_text', text: 'Script completed\nWall time 0.2 seconds\nOutput:\n' },
    ...texts.map((text) => ({ type: 'input_text', text })),
  ]);
const one =
  'const r = await tools.exec_command({\n  cmd: "npm test -- \\"a b\\"",\n  workdir: "/p"\n});\ntext(r.output);';

describe('scripts of the code mode', () => {
  it('tells the command in a script, and its output', () => {
    const { items } = rollout([script(one), done('1 passed')]);
    expect(items).toMatchObject([
      {
        type: 'call',
        call: { id: 'c1', name: 'exec_command', kind: 'shell', command: 'npm test -- "a b"' },
      },
      { type: 'result', result: { callId: 'c1', outcome: 'ok', text: '1 passed' } },
    ]);
  });

  it('takes the exit code that the script printed', () => {
    const { items } = rollout([script(one), done('{"exit_code": 1,\n"output":"1 failed"}')]);
    expect(only(items, 'result')[0]!.result).toMatchObject({ outcome: 'failed', exitCode: 1 });
  });

  it('tells several calls of a script each for itself', () => {
    const body =
      "await Promise.all([tools.exec_command({cmd:'git status'}), tools.exec_command({cmd:`git log`}), tools.mcp__gh__get_pr({n:1})]);";
    const { items } = rollout([
      script(body),
      event('mcp_tool_call_end', {
        call_id: 'exec-1',
        invocation: { server: 'gh', tool: 'get.pr' },
      }),
      done('a'),
    ]);
    expect(only(items, 'call').map((entry) => [entry.call.id, entry.call.command])).toEqual([
      ['c1', 'git status'],
      ['c1#2', 'git log'],
      ['c1#3', undefined],
    ]);
    expect(only(items, 'result').map((entry) => entry.result.callId)).toEqual([
      'c1',
      'c1#2',
      'c1#3',
    ]);
  });

  it('finds the files of a patch that a script holds, and counts the edit once', () => {
    const body =
      'const patch = "*** Begin Patch\\n*** Update File: src/a.ts\\n@@\\n-x\\n+y\\n*** End Patch";\ntext(await tools.apply_patch(patch));';
    const { items } = rollout([
      script(body),
      event('patch_apply_end', {
        call_id: 'exec-9',
        success: true,
        changes: { '/p/src/a.ts': {} },
      }),
      done('{}'),
    ]);
    expect(only(items, 'call').map((entry) => entry.call)).toMatchObject([
      { name: 'apply_patch', kind: 'edit', paths: ['src/a.ts'] },
    ]);
    expect(only(items, 'result')).toHaveLength(1);
  });

  it('tells an edit whose patch the script puts together from the client’s own row', () => {
    const { items } = rollout([
      script('await tools.apply_patch(make(file));'),
      event('patch_apply_end', { call_id: 'exec-9', success: true, changes: { '/p/b.ts': {} } }),
      done('{}'),
    ]);
    expect(only(items, 'call').map((entry) => entry.call.paths)).toEqual([[], ['/p/b.ts']]);
  });

  it('gives the exit code of the client’s own row to the command of the script', () => {
    const { items } = rollout([
      script('text(await tools.exec_command({cmd:"make"}));'),
      event('item_completed', {
        item: {
          type: 'CommandExecution',
          id: 'exec-1',
          command: ['bash', '-lc', 'make'],
          exit_code: 2,
        },
      }),
      done('x'),
    ]);
    expect(only(items, 'call')).toHaveLength(1);
    expect(only(items, 'result').map((entry) => entry.result)).toMatchObject([
      { callId: 'c1', outcome: 'failed', exitCode: 2 },
    ]);
  });

  it('follows a script that goes on to its end', () => {
    const { items } = rollout([
      script(one),
      output('c1', [
        {
          type: 'input_text',
          text: 'Script running with cell ID 7\nWall time 10.0 seconds\nOutput:\n',
        },
      ]),
      call('c2', 'wait', { cell_id: '7', yield_time_ms: 1000 }),
      output('c2', 'Script completed\nWall time 1.0 seconds\nOutput:\nok'),
    ]);
    expect(items).toMatchObject([
      { type: 'call' },
      { type: 'result', result: { backgroundId: 'cell 7' } },
      { type: 'call', call: { name: 'wait', kind: 'shell', command: 'npm test -- "a b"' } },
      { type: 'result', result: { outcome: 'ok', text: 'ok' } },
      { type: 'background-ended', backgroundId: 'cell 7', outcome: 'completed' },
    ]);
  });

  it('tells a failed and a blocked script as such', () => {
    const end = (text: string) =>
      output('c1', `Script failed\nWall time 0.0 seconds\nOutput:\nScript error:\n${text}`);
    const outcome = (text: string) =>
      only(rollout([script(one), end(text)]).items, 'result')[0]!.result.outcome;
    expect(outcome('apply_patch verification failed: x')).toBe('failed');
    expect(outcome('Command blocked by PreToolUse hook: no. Command: x')).toBe('denied');
  });

  it('keeps a script that calls no tool, and one whose command is put together, as what they are', () => {
    expect(only(rollout([script('text(ALL_TOOLS);')]).items, 'call')[0]!.call).toMatchObject({
      name: 'exec',
      kind: 'other',
      detail: 'text(ALL_TOOLS);',
    });
    const template = ['`ls $', '{dir}`'].join('');
    const [call] = scriptCalls(`tools.exec_command({cmd: ${template}})`);
    expect(call!.command).toBeUndefined();
    expect(call!.detail).toContain(template);
  });
});
