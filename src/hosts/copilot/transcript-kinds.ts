import type { ToolKind } from '../../core/tool.ts';

/** Names of this client's tools, with the ones that older versions used. */
const kinds: Record<string, ToolKind> = {
  view: 'read',
  read_file: 'read',
  show_file: 'read',
  read_bash: 'read',
  read_powershell: 'read',
  read_agent: 'read',
  create: 'write',
  edit: 'edit',
  str_replace: 'edit',
  insert: 'edit',
  str_replace_editor: 'edit',
  apply_patch: 'edit',
  bash: 'shell',
  shell: 'shell',
  powershell: 'shell',
  write_bash: 'shell',
  write_powershell: 'shell',
  grep: 'search',
  rg: 'search',
  glob: 'search',
  lsp: 'search',
  web_fetch: 'web',
  web_search: 'web',
  fetch_copilot_cli_documentation: 'web',
  update_todo: 'todo',
  sql: 'todo',
  exit_plan_mode: 'plan',
  task: 'subagent',
  skill: 'skill',
  ask_user: 'question',
  list_agents: 'discovery',
  list_bash: 'discovery',
  list_powershell: 'discovery',
  tool_search_tool_regex: 'discovery',
};

/** The kind of a tool by its name and, of the one editor with many commands, by its command. */
export function toolKind(name: string, command?: unknown): ToolKind {
  if (name === 'str_replace_editor' && command === 'view') return 'read';
  if (name === 'str_replace_editor' && command === 'create') return 'write';
  return Object.hasOwn(kinds, name) ? kinds[name]! : 'other';
}
