import type { ToolKind } from '../../core/tool.ts';

/** Names of this client's tools, with the ones that older versions used. */
const kinds: Record<string, ToolKind> = {
  read_file: 'read',
  read_many_files: 'read',
  read_mcp_resource: 'read',
  write_file: 'write',
  edit: 'edit',
  replace: 'edit',
  notebook_edit: 'edit',
  run_shell_command: 'shell',
  monitor: 'shell',
  grep_search: 'search',
  search_file_content: 'search',
  glob: 'search',
  list_directory: 'search',
  lsp: 'search',
  web_fetch: 'web',
  web_search: 'web',
  todo_write: 'todo',
  task_create: 'todo',
  task_update: 'todo',
  task_list: 'todo',
  task_get: 'todo',
  enter_plan_mode: 'plan',
  exit_plan_mode: 'plan',
  agent: 'subagent',
  task: 'subagent',
  create_sub_session: 'subagent',
  skill: 'skill',
  ask_user_question: 'question',
  tool_search: 'discovery',
  list_agents: 'discovery',
};

/** The kind of a tool by its name; `other` for everything that is not this client's own (MCP tools, new ones). */
export function toolKind(name: string): ToolKind {
  return Object.hasOwn(kinds, name) ? kinds[name]! : 'other';
}
