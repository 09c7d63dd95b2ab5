import {
  firstText,
  object,
  objects,
  text,
  type Value,
  wholeNumber,
} from '../../core/rows/values.ts';
import type { LineRange, ToolCall, ToolKind } from '../../core/tool.ts';

const kinds: Record<string, ToolKind> = {
  read_file: 'read',
  read_many_files: 'read',
  read_background_output: 'read',
  get_internal_docs: 'read',
  write_file: 'write',
  replace: 'edit',
  run_shell_command: 'shell',
  list_directory: 'search',
  glob: 'search',
  grep_search: 'search',
  search_file_content: 'search',
  google_web_search: 'web',
  web_fetch: 'web',
  write_todos: 'todo',
  tracker_create_task: 'todo',
  tracker_update_task: 'todo',
  tracker_get_task: 'todo',
  tracker_list_tasks: 'todo',
  tracker_add_dependency: 'todo',
  tracker_visualize: 'todo',
  enter_plan_mode: 'plan',
  exit_plan_mode: 'plan',
  activate_skill: 'skill',
  ask_user: 'question',
  invoke_agent: 'subagent',
  delegate_to_agent: 'subagent',
  codebase_investigator: 'subagent',
  generalist: 'subagent',
  cli_help: 'discovery',
  list_background_processes: 'discovery',
};

/** The kind of a tool by its name; `other` for everything that is not this client's own (MCP tools, new ones). */
export function toolKind(name: string): ToolKind {
  return Object.hasOwn(kinds, name) ? kinds[name]! : 'other';
}

/** A call from a tool's name and arguments, as the record and the hook payloads write them. */
export function toolCall(name: string, input: unknown, id?: string): ToolCall {
  const given = object(input);
  const call: ToolCall = { name, kind: toolKind(name), paths: paths(given) };
  if (id !== undefined) call.id = id;
  if (call.kind === 'shell') {
    const command = text(given.command);
    if (command !== undefined) call.command = command;
    const folder = firstText(given.dir_path, given.directory);
    call.paths = [];
    if (folder !== undefined) call.cwd = folder;
    if (given.is_background === true) call.background = true;
  }
  const range = call.kind === 'read' ? lines(given) : undefined;
  if (range !== undefined) call.range = range;
  const detail = detailOf(call.kind, given);
  if (detail !== undefined) call.detail = detail;
  return call;
}

function paths(given: Value): string[] {
  const one = firstText(given.file_path, given.absolute_path, given.dir_path, given.path);
  const many = Array.isArray(given.include) ? given.include : given.paths;
  const list = Array.isArray(many) ? many.filter((path) => typeof path === 'string') : [];
  return one === undefined ? list : [one, ...list];
}

/** Newer versions name both lines from 1; older ones how many lines to pass over, and how many to show. */
function lines(given: Value): LineRange | undefined {
  const first = wholeNumber(given.start_line);
  const last = wholeNumber(given.end_line);
  if (first !== undefined || last !== undefined) {
    const start = Math.max(1, first ?? 1);
    return last === undefined ? { start } : { start, end: Math.max(start, last) };
  }
  const offset = wholeNumber(given.offset);
  const limit = wholeNumber(given.limit);
  if (offset === undefined && limit === undefined) return undefined;
  const start = Math.max(0, offset ?? 0) + 1;
  return limit === undefined ? { start } : { start, end: start + Math.max(1, limit) - 1 };
}

function detailOf(kind: ToolKind, given: Value): string | undefined {
  switch (kind) {
    case 'search':
      return text(given.pattern);
    case 'web':
      return firstText(given.query, given.url, given.prompt);
    case 'subagent':
      return firstText(given.prompt, given.objective, given.request, given.task);
    case 'skill':
      return text(given.name);
    case 'plan':
      return firstText(given.plan_filename, given.plan_path, given.reason);
    case 'todo':
      return firstText(given.title, given.id);
    case 'question': {
      const asked = objects(given.questions).flatMap((one) => text(one.question) ?? []);
      return asked.length === 0 ? undefined : asked.join('\n');
    }
    default:
      return undefined;
  }
}
