/** A record of Claude Code with one text wherever a text of somebody else's may stand. */
export function recordWith(session: string, cwd: string, text: string): string {
  let uuid = 0;
  const row = (type: string, message: object, more: object = {}): string => {
    uuid += 1;
    return JSON.stringify({
      parentUuid: uuid === 1 ? null : `u${uuid - 1}`,
      uuid: `u${uuid}`,
      isSidechain: false,
      userType: 'external',
      cwd,
      sessionId: session,
      version: '2.1.200',
      gitBranch: 'main',
      timestamp: `2026-01-01T00:00:${String(uuid).padStart(2, '0')}.000Z`,
      type,
      message,
      ...more,
    });
  };
  const call = (id: string, name: string, input: object) =>
    row('assistant', {
      role: 'assistant',
      id: `m${id}`,
      content: [{ type: 'tool_use', id, name, input }],
    });
  const result = (id: string, content: string, toolUseResult: object = {}) =>
    row(
      'user',
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] },
      { toolUseResult },
    );
  const todos = [{ content: text, status: 'pending', activeForm: text }];
  return `${[
    row('user', { role: 'user', content: 'Add the parser. Never push to main.' }),
    row('user', { role: 'user', content: text }),
    row('user', { role: 'user', content: `<command-name>/a</command-name>${text}` }),
    call('t1', 'Bash', { command: 'npm test' }),
    result('t1', text, { stdout: text, stderr: '' }),
    call('t2', 'Bash', { command: text }),
    result('t2', 'done', { stdout: 'done', stderr: '' }),
    call('t3', 'Bash', { command: `npm ${text} install unit` }),
    result('t3', text, { stdout: '', stderr: text }),
    call('t4', 'Edit', { file_path: `${cwd}/a.ts`, old_string: 'a', new_string: text }),
    result('t4', 'The file was updated.'),
    call('t5', 'TodoWrite', { todos }),
    result('t5', 'Todos have been modified successfully.', { newTodos: todos }),
    row('assistant', { role: 'assistant', id: 'm9', content: [{ type: 'text', text }] }),
  ].join('\n')}\n`;
}
