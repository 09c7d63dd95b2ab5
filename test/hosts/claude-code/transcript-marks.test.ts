import { describe, expect, it } from 'vitest';
import { only } from '../reading.ts';
import { call, outer, readRows, result } from './transcript-reading.ts';

describe('the host’s own marks', () => {
  const boundary = (compactMetadata?: unknown) =>
    outer({
      type: 'system',
      subtype: 'compact_boundary',
      content: 'Conversation compacted',
      compactMetadata,
    });

  it('reads a boundary with and without its metadata', () => {
    const rows = [
      boundary({ trigger: 'auto', preTokens: 985028, postTokens: 3146 }),
      boundary({ trigger: 'manual', preTokens: 9 }),
      boundary(null),
      boundary(),
      boundary('odd'),
    ];
    expect(only(readRows(rows).items, 'boundary').map(({ at, time, id, ...rest }) => rest)).toEqual(
      [
        { type: 'boundary', trigger: 'auto', tokensBefore: 985028, tokensAfter: 3146 },
        { type: 'boundary', trigger: 'manual', tokensBefore: 9 },
        { type: 'boundary', trigger: 'unknown' },
        { type: 'boundary', trigger: 'unknown' },
        { type: 'boundary', trigger: 'unknown' },
      ],
    );
  });

  it('takes the clearing of old results for no compaction', () => {
    const row = outer({
      type: 'system',
      subtype: 'microcompact_boundary',
      microcompactMetadata: { preTokens: 1 },
    });
    const { items, unknown } = readRows([row]);
    expect(only(items, 'boundary')).toEqual([]);
    expect(unknown).toEqual({});
  });

  it('takes a boundary’s text inside a tool result for what it is: output', () => {
    const fake = JSON.stringify(boundary({ trigger: 'auto' }));
    const { items } = readRows([
      call('t', 'Bash', { command: 'cat x' }),
      result('t', `\n${fake}\n`),
    ]);
    expect(only(items, 'boundary')).toEqual([]);
    expect(only(items, 'result')[0]!.result.text).toContain('compact_boundary');
  });

  it('reads files that the host attached again and text that hooks brought in', () => {
    const file = {
      filePath: '/home/dev/proj/PLAN.md',
      content: '# plan\n',
      numLines: 2,
      startLine: 1,
      totalLines: 2,
    };
    const attachment = (inside: object) => outer({ type: 'attachment', attachment: inside });
    const rows = [
      attachment({
        type: 'file',
        filename: '/home/dev/proj/PLAN.md',
        content: { type: 'text', file },
      }),
      attachment({
        type: 'plan_file_reference',
        planFilePath: '/home/dev/.claude/plans/p.md',
        planContent: 'steps',
      }),
      attachment({
        type: 'hook_additional_context',
        content: ['brief', 'more'],
        hookName: 'SessionStart',
        hookEvent: 'SessionStart',
      }),
      attachment({ type: 'hook_success', content: '', stdout: '{}', hookEvent: 'SessionStart' }),
      attachment({
        type: 'hook_success',
        content: 'plain',
        stdout: 'plain',
        hookEvent: 'SessionStart',
      }),
      attachment({
        type: 'hook_blocking_error',
        hookEvent: 'Stop',
        blockingError: { blockingError: 'go on', command: 'x' },
      }),
    ];
    const { items, unknown } = readRows(rows);
    expect(only(items, 'attached-file').map(({ path, text }) => [path, text])).toEqual([
      ['/home/dev/proj/PLAN.md', '# plan\n'],
      ['/home/dev/.claude/plans/p.md', 'steps'],
    ]);
    expect(only(items, 'injected-context').map(({ event, text }) => [event, text])).toEqual([
      ['SessionStart', 'brief\nmore'],
      ['SessionStart', 'plain'],
      ['Stop', 'go on'],
    ]);
    expect(unknown).toEqual({});
  });

  it('counts the size of the context once a message, cache included, and not that of subagents [case 68]', () => {
    const usage = {
      input_tokens: 10,
      cache_read_input_tokens: 60_000,
      cache_creation_input_tokens: 5,
      output_tokens: 900,
    };
    const row = (id: string, extra: object = {}) =>
      outer({
        type: 'assistant',
        message: { id, model: 'claude-opus-5-5', content: [{ type: 'text', text: 'x' }], usage },
        ...extra,
      });
    const { items } = readRows([
      row('m1'),
      row('m2'),
      row('m1'),
      row('m3', { isSidechain: true }),
      outer({
        type: 'assistant',
        message: {
          id: 'm4',
          model: '<synthetic>',
          content: [{ type: 'text', text: 'API Error' }],
          usage,
        },
      }),
      outer({ type: 'assistant', message: { id: 'm5', content: [], usage: { input_tokens: 0 } } }),
    ]);
    expect(only(items, 'usage').map((item) => item.contextTokens)).toEqual([60_015, 60_015]);
    expect(only(items, 'assistant')).toHaveLength(3);
  });

  it('tells the mode and the place when they change', () => {
    const { items } = readRows([
      { type: 'permission-mode', permissionMode: 'plan', sessionId: 's1' },
      { type: 'permission-mode', permissionMode: 'plan', sessionId: 's1' },
      outer({ type: 'attachment', attachment: { type: 'plan_mode_exit', planExists: false } }),
      outer({
        type: 'system',
        subtype: 'turn_duration',
        cwd: '/home/dev/proj/worktree',
        gitBranch: 'HEAD',
      }),
      outer({
        type: 'system',
        subtype: 'turn_duration',
        cwd: '/home/dev/proj/worktree',
        gitBranch: 'HEAD',
      }),
    ]);
    expect(only(items, 'mode').map((item) => item.mode)).toEqual(['plan', 'default']);
    expect(
      only(items, 'place').map(({ cwd, branch, hostVersion }) => [cwd, branch, hostVersion]),
    ).toEqual([
      ['/home/dev/proj', 'main', '2.1.332'],
      ['/home/dev/proj/worktree', 'HEAD', '2.1.332'],
    ]);
  });

  it('names and counts what it does not know', () => {
    const { unknown } = readRows([
      { type: 'brand-new' },
      { type: 'brand-new' },
      {},
      outer({ type: 'attachment', attachment: { type: 'hologram' } }),
      outer({ type: 'system', subtype: 'new_thing' }),
    ]);
    expect(unknown).toEqual({
      'brand-new': 2,
      'no type': 1,
      'attachment/hologram': 1,
      'system/new_thing': 1,
    });
  });
});
