import type { Payload } from './payloads.ts';

/** PreToolUse fields of a call that changes a file. */
export function editCall(id: string, path = '/x'): Payload {
  return {
    tool_name: 'Edit',
    tool_use_id: id,
    tool_input: { file_path: path, old_string: 'a', new_string: 'b' },
  };
}

/** PostToolUse fields of a shell command that went well. */
export function shellDone(id: string, command = 'ls'): Payload {
  return {
    tool_name: 'Bash',
    tool_use_id: id,
    tool_input: { command },
    tool_response: { stdout: 'ok', stderr: '', interrupted: false },
  };
}
