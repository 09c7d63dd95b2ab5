import { describe, expect, it } from 'vitest';
import { commandLine, toolCall, toolKind } from '../../../src/hosts/codex/tools.ts';

const patch = [
  '*** Begin Patch',
  '*** Add File: docs/new.md',
  '+*** Update File: not/a/header.ts',
  '*** Update File: src/a b.ts',
  '*** Move to: src/c.ts',
  '@@',
  '-x',
  '+y',
  '*** Delete File: /abs/old.ts',
  '*** End Patch',
].join('\n');

describe('tool calls of the client', () => {
  it('parses the files of a patch, moved, added and deleted ones too, and no line of their content', () => {
    const paths = ['docs/new.md', 'src/a b.ts', 'src/c.ts', '/abs/old.ts'];
    expect(toolCall('apply_patch', patch, 'c1')).toEqual({
      name: 'apply_patch',
      kind: 'edit',
      id: 'c1',
      paths,
    });
    expect(toolCall('apply_patch', { command: patch }).paths).toEqual(paths);
    expect(toolCall('apply_patch', patch.replaceAll('\n', '\r\n')).paths).toEqual(paths);
  });

  it('takes a patch that goes through a shell for an edit', () => {
    const script = `apply_patch <<'EOF'\n${patch}\nEOF`;
    const call = toolCall('shell', { command: ['bash', '-lc', script] });
    expect(call.kind).toBe('edit');
    expect(call.paths).toContain('src/c.ts');
    expect(call.command).toBeUndefined();
  });

  it('gives the command of each form of the shell tool', () => {
    expect(toolCall('exec_command', { cmd: 'go test ./...', workdir: '/p' })).toMatchObject({
      kind: 'shell',
      command: 'go test ./...',
      cwd: '/p',
    });
    expect(toolCall('shell_command', { command: 'ls' }).command).toBe('ls');
    expect(toolCall('Bash', { command: 'ls' }).command).toBe('ls');
    expect(commandLine(['/bin/zsh', '-lc', 'git status | cat'])).toBe('git status | cat');
    expect(commandLine(['git', 'commit', '-m', "it's done"])).toBe(`git commit -m 'it'\\''s done'`);
    expect(commandLine([])).toBeUndefined();
    expect(commandLine(7)).toBeUndefined();
  });

  it('tells waiting for a command from typing into it', () => {
    expect(toolCall('write_stdin', { session_id: 1, chars: '' }).kind).toBe('read');
    expect(toolCall('write_stdin', { session_id: 1, chars: 'y\n' }).kind).toBe('shell');
  });

  it('knows its own tools by what they do, and takes all others for unknown ones', () => {
    expect(toolKind('spawn_agent')).toBe('subagent');
    expect(toolKind('update_plan')).toBe('todo');
    expect(toolKind('request_user_input')).toBe('question');
    expect(toolKind('view_image')).toBe('read');
    expect(toolKind('mcp__github__merge')).toBe('other');
    expect(toolKind('constructor')).toBe('other');
    expect(toolKind('__proto__')).toBe('other');
  });

  it.each([undefined, null, 7, 'text', [], { cmd: 7 }, { command: [7] }])(
    'takes the input %j without failing',
    (input) => {
      for (const name of ['exec_command', 'apply_patch', 'spawn_agent', 'view_image', 'x']) {
        expect(toolCall(name, input).paths).toEqual([]);
      }
    },
  );
});
