import { firstText, object, objects, text, type Value } from '../../core/rows/values.ts';
import type { ToolCall, ToolKind } from '../../core/tool.ts';
import { isPatchCommand, patchPaths } from './transcript-patch.ts';

const kinds: Record<string, ToolKind> = {
  exec_command: 'shell',
  shell: 'shell',
  shell_command: 'shell',
  'container.exec': 'shell',
  local_shell: 'shell',
  Bash: 'shell',
  apply_patch: 'edit',
  view_image: 'read',
  read_file: 'read',
  read_mcp_resource: 'read',
  wait: 'read',
  wait_agent: 'read',
  get_goal: 'read',
  list_dir: 'search',
  grep_files: 'search',
  web_search: 'web',
  update_plan: 'todo',
  spawn_agent: 'subagent',
  followup_task: 'subagent',
  send_input: 'subagent',
  resume_agent: 'subagent',
  request_user_input: 'question',
  tool_search: 'discovery',
  list_agents: 'discovery',
  list_mcp_resources: 'discovery',
  list_mcp_resource_templates: 'discovery',
};

/** The kind of a tool by its name; `other` for everything that is not this client's own (MCP tools, new ones). */
export function toolKind(name: string): ToolKind {
  // Hooks are told the tools for agents with the name of their family before them, and without anything between.
  const bare = name.replace(/^multi_agent_v\d+_*/, '');
  return Object.hasOwn(kinds, bare) ? kinds[bare]! : 'other';
}

/**
 * A call from a tool's name and input, as the record and the hook payloads write them: an object, or the text of a
 * tool that takes text.
 */
export function toolCall(name: string, input: unknown, id?: string): ToolCall {
  const given = object(input);
  const call: ToolCall = { name, kind: toolKind(name), paths: [] };
  if (id !== undefined) call.id = id;
  if (name === 'write_stdin') {
    // Without characters it only waits for output.
    call.kind = text(given.chars) === undefined ? 'read' : 'shell';
    return call;
  }
  if (call.kind === 'edit') {
    call.paths = patchPaths(firstText(input, given.input, given.command, given.patch) ?? '');
  } else if (call.kind === 'shell') shell(call, given);
  else if (call.kind === 'read' || call.kind === 'search') {
    const path = firstText(given.path, given.file_path, given.dir_path);
    if (path !== undefined) call.paths.push(path);
  }
  const detail = detailOf(call.kind, given);
  if (detail !== undefined) call.detail = detail;
  return call;
}

function shell(call: ToolCall, given: Value): void {
  const command = commandLine(given.cmd ?? given.command);
  if (command === undefined) return;
  if (isPatchCommand(command)) {
    call.kind = 'edit';
    call.paths = patchPaths(command);
  } else call.command = command;
  const folder = text(given.workdir);
  if (folder !== undefined) call.cwd = folder;
}

/** A command as one line of shell: a list is joined, and the script that a shell is given stands for the whole. */
export function commandLine(command: unknown): string | undefined {
  if (typeof command === 'string') return text(command);
  if (!Array.isArray(command) || command.length === 0) return undefined;
  const words = command.filter((word): word is string => typeof word === 'string');
  const [program, flag, script] = words;
  const isShell = /(?:^|[/\\])(?:ba|z|da|k)?sh$/.test(program ?? '');
  if (words.length === 3 && isShell && /^-[a-z]*c$/.test(flag ?? '')) return script;
  return words.map(quoted).join(' ');
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

function detailOf(kind: ToolKind, given: Value): string | undefined {
  switch (kind) {
    case 'subagent':
      return firstText(given.message, given.prompt, given.task_name, given.target, given.id);
    case 'question':
      return questions(given.questions);
    case 'search':
      return text(given.pattern);
    case 'web':
      return firstText(given.query, given.url);
    case 'discovery':
      return firstText(given.query, given.server);
    case 'read':
      return firstText(given.uri, given.cell_id);
    case 'todo':
      return text(given.explanation);
    default:
      return undefined;
  }
}

function questions(list: unknown): string | undefined {
  const asked = objects(list).flatMap((one) => text(one.question) ?? []);
  return asked.length === 0 ? undefined : asked.join('\n');
}
