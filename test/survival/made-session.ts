import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readClaudeCode } from '../../bench/survival/cases/claude-code.ts';
import type { BenchSession } from '../../bench/survival/cases/session.ts';
import { removeFolder } from '../../harness/remove-folder.ts';

export const cwd = '/home/dev/proj';

/** A record of Claude Code, written row by row. */
export class MadeSession {
  readonly rows: string[] = [];
  private calls = 0;

  row(row: Record<string, unknown>): this {
    const at = this.rows.length;
    this.rows.push(
      JSON.stringify({
        uuid: `u${at}`,
        sessionId: '11111111-2222-4333-8444-555555555555',
        cwd,
        gitBranch: 'work',
        version: '2.1.332',
        timestamp: new Date(Date.UTC(2026, 0, 5, 9, 0, at)).toISOString(),
        ...row,
      }),
    );
    return this;
  }

  /** A line as it is, whole or not. */
  raw(line: string): this {
    this.rows.push(line);
    return this;
  }

  prompt(text: string): this {
    return this.row({ type: 'user', message: { role: 'user', content: text } });
  }

  says(text: string): this {
    const content = [{ type: 'text', text }];
    return this.row({
      type: 'assistant',
      message: { id: `m${this.rows.length}`, role: 'assistant', content },
    });
  }

  call(tool: string, input: Record<string, unknown>, output: string, more: CallMore = {}): this {
    const id = `toolu_${this.calls++}`;
    const use = { type: 'tool_use', id, name: tool, input };
    const result = {
      type: 'tool_result',
      tool_use_id: id,
      content: output,
      is_error: more.failed === true,
    };
    return this.row({
      type: 'assistant',
      message: { id: `m${this.rows.length}`, role: 'assistant', content: [use] },
    }).row({
      type: 'user',
      message: { role: 'user', content: [result] },
      toolUseResult: more.data,
    });
  }

  edit(path: string, before = 'one', after = 'two'): this {
    const filePath = `${cwd}/${path}`;
    const data = { filePath, oldString: before, newString: after, originalFile: `${before}\n` };
    return this.call(
      'Edit',
      { file_path: filePath, old_string: before, new_string: after },
      `The file ${filePath} has been updated.`,
      { data },
    );
  }

  write(path: string, content: string): this {
    const filePath = path.startsWith('/') ? path : `${cwd}/${path}`;
    const data = { type: 'create', filePath, content, originalFile: null };
    return this.call(
      'Write',
      { file_path: filePath, content },
      `File created successfully at: ${filePath}`,
      { data },
    );
  }

  read(path: string, content = 'text\n'): this {
    const filePath = path.startsWith('/') ? path : `${cwd}/${path}`;
    const file = { filePath, content, numLines: 1, startLine: 1, totalLines: 1 };
    return this.call('Read', { file_path: filePath }, content, { data: { type: 'text', file } });
  }

  shell(command: string, output: string, exit = 0): this {
    return this.call('Bash', { command }, exit === 0 ? output : `Exit code ${exit}\n${output}`, {
      failed: exit !== 0,
      data: exit === 0 ? { stdout: output, stderr: '' } : `Error: Exit code ${exit}`,
    });
  }

  compacted(summary: string): this {
    return this.row({
      type: 'system',
      subtype: 'compact_boundary',
      content: 'Conversation compacted',
      compactMetadata: { trigger: 'auto', preTokens: 160_000 },
    }).row({
      type: 'user',
      isCompactSummary: true,
      isVisibleInTranscriptOnly: true,
      message: {
        role: 'user',
        content: `This session is being continued from before.\n${summary}`,
      },
    });
  }

  /** The session as the benchmark reads it; `end` is what stands between and behind its lines. */
  session(end = '\n'): BenchSession {
    const folder = mkdtempSync(join(tmpdir(), 'survival-'));
    try {
      const path = join(folder, 'made.jsonl');
      writeFileSync(path, this.rows.map((row) => row + end).join(''));
      return readClaudeCode(path, 'claude/made.jsonl');
    } finally {
      removeFolder(folder);
    }
  }
}

interface CallMore {
  failed?: boolean;
  data?: unknown;
}
