import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readCodex } from '../../bench/survival/cases/codex.ts';
import { readOpencode } from '../../bench/survival/cases/opencode.ts';
import { readPi } from '../../bench/survival/cases/pi.ts';
import { rowsOf } from '../../bench/survival/cases/rows.ts';
import { boundariesOf } from '../../bench/survival/cases/session.ts';
import { truthOf } from '../../bench/survival/truth/truth.ts';
import { removeFolder } from '../../harness/remove-folder.ts';
import { MadeSession } from './made-session.ts';

const folder = mkdtempSync(join(tmpdir(), 'survival-readers-'));
afterAll(() => removeFolder(folder));

function file(rows: unknown[], name = 'record.jsonl'): string {
  const path = join(folder, name);
  writeFileSync(path, `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`);
  return path;
}

describe('rows of a line', () => {
  it('takes two records on one line apart, and nothing out of a torn one', () => {
    expect(rowsOf('{"a":1}{"b":{"c":2}}')).toEqual([{ a: 1 }, { b: { c: 2 } }]);
    expect(rowsOf('{"a":"}{"}')).toEqual([{ a: '}{' }]);
    expect(rowsOf('{"a":1')).toEqual([]);
    expect(rowsOf('[1]')).toEqual([]);
    expect(rowsOf('')).toEqual([]);
  });
});

describe('the reader of Claude Code', () => {
  it('takes for a prompt what a person said and not what a program wrote in their place', () => {
    const session = new MadeSession()
      .prompt('<command-name>/clear</command-name>')
      .prompt(
        '<task-notification>\n<task-id>b1</task-id>\n</task-notification>\nRead the output file',
      )
      .prompt('<system-reminder>be quick</system-reminder>Fix the parser.')
      .row({ type: 'user', isMeta: true, message: { role: 'user', content: 'meta' } })
      .row({ type: 'user', isSidechain: true, message: { role: 'user', content: 'side' } })
      .session();
    expect(session.events).toMatchObject([{ type: 'prompt', text: 'Fix the parser.', line: 2 }]);
  });

  it('takes what was typed while the agent worked, once, and not what was taken back', () => {
    const session = new MadeSession()
      .row({ type: 'queue-operation', operation: 'enqueue', content: 'Never push.' })
      .row({ type: 'queue-operation', operation: 'remove' })
      .row({ type: 'queue-operation', operation: 'enqueue', content: 'Forget it.' })
      .row({ type: 'queue-operation', operation: 'popAll' })
      .row({
        type: 'attachment',
        attachment: { type: 'queued_command', commandMode: 'prompt', prompt: 'Keep it small.' },
      })
      .row({ type: 'queue-operation', operation: 'enqueue', content: 'Keep it small.' })
      .session();
    const said = session.events.map((event) => (event.type === 'prompt' ? event.text : ''));
    expect(said).toEqual(['Never push.', 'Keep it small.']);
  });

  it('takes a call that is written twice once, and ties boundary and summary', () => {
    const made = new MadeSession().edit('a.ts');
    for (const row of [...made.rows]) made.raw(row);
    const session = made.compacted('It went on.').prompt('go on').session();
    expect(session.events.filter((event) => event.type === 'call')).toHaveLength(1);
    expect(session.events.filter((event) => event.type === 'result')).toHaveLength(1);
    const [boundary] = boundariesOf(session);
    expect(boundary).toMatchObject({ line: 4, next: 6, trigger: 'auto' });
    expect(boundary!.summary).toContain('It went on.');
  });
});

describe('the readers of other hosts', () => {
  it('reads a session file of pi', () => {
    const message = (role: string, content: unknown, more = {}) => ({
      type: 'message',
      message: { role, content, ...more },
    });
    const session = readPi(
      file([
        { type: 'session', cwd: '/home/dev/proj' },
        message('user', [{ type: 'text', text: 'Fix the parser please.' }]),
        message('assistant', [
          { type: 'toolCall', id: 't', name: 'edit', arguments: { path: 'a.ts' } },
        ]),
        message('toolResult', [{ type: 'text', text: 'done' }], { toolCallId: 't' }),
        { type: 'compaction', summary: 'The parser was fixed.' },
      ]),
      'pi/record.jsonl',
    );
    expect(boundariesOf(session)).toMatchObject([{ line: 4, summary: 'The parser was fixed.' }]);
    expect([...truthOf(session.cwd, session.events, 1).files.keys()]).toEqual(['a.ts']);
  });

  it('reads a rollout of Codex: a patch is one call for each file, the summary cannot be read', () => {
    const item = (payload: object) => ({ type: 'response_item', payload });
    const patch = '*** Begin Patch\n*** Update File: a.ts\n*** Add File: b.ts\n*** End Patch';
    const session = readCodex(
      file([
        { type: 'session_meta', payload: { cwd: '/home/dev/proj', cli_version: '0.118.0' } },
        { type: 'event_msg', payload: { type: 'user_message', message: 'Fix the parser please.' } },
        item({ type: 'custom_tool_call', call_id: 'c', name: 'apply_patch', input: patch }),
        item({ type: 'custom_tool_call_output', call_id: 'c', output: 'Exit code: 0\nSuccess' }),
        item({
          type: 'function_call',
          call_id: 'd',
          name: 'exec_command',
          arguments: '{"cmd":"go test ./..."}',
        }),
        item({
          type: 'function_call_output',
          call_id: 'd',
          output: 'Process exited with code 1\nOutput:\n--- FAIL: TestA (0.0s)',
        }),
        {
          type: 'compacted',
          payload: {
            message: '',
            replacement_history: [
              {
                type: 'message',
                role: 'user',
                content: [{ type: 'input_text', text: 'Fix the parser please.' }],
              },
              { type: 'compaction', encrypted_content: 'x' },
            ],
          },
        },
      ]),
      'codex/record.jsonl',
    );
    const truth = truthOf(session.cwd, session.events, 1);
    expect([...truth.files.keys()]).toEqual(['a.ts', 'b.ts']);
    expect(truth.files.get('b.ts')).toMatchObject({ created: false, changed: true });
    expect(truth.tests).toMatchObject([{ name: 'TestA', state: 'true_at_boundary' }]);
    expect(boundariesOf(session)[0]!.summary).toBe('Fix the parser please.');
  });

  it('reads an export of opencode: an answer that is a summary is a boundary, a diff of a user message is none', () => {
    const path = join(folder, 'export.json');
    const text = (said: string) => ({ type: 'text', text: said });
    const tool = {
      type: 'tool',
      tool: 'read',
      callID: 'r',
      state: { status: 'completed', input: { filePath: '/p/a.ts' }, output: 'x' },
    };
    writeFileSync(
      path,
      JSON.stringify({
        info: { directory: '/p', version: '1.2.5' },
        messages: [
          { info: { role: 'user', summary: { diffs: [] } }, parts: [text('Look at it.')] },
          { info: { role: 'assistant' }, parts: [tool] },
          { info: { role: 'assistant', summary: true }, parts: [text('It was looked at.')] },
        ],
      }),
    );
    const session = readOpencode(path, 'opencode/export.json');
    expect(boundariesOf(session)).toMatchObject([{ line: 2, summary: 'It was looked at.' }]);
    expect([...truthOf(session.cwd, session.events, 1).files.values()]).toMatchObject([
      { path: 'a.ts', read: true },
    ]);
  });
});
