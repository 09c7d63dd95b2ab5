import type { ToolKind } from '../../core/tool.ts';

const kinds: Record<string, ToolKind> = {
  Read: 'read',
  NotebookRead: 'read',
  BashOutput: 'read',
  TaskOutput: 'read',
  AgentOutputTool: 'read',
  ReadMcpResource: 'read',
  ReadMcpResourceTool: 'read',
  ReadMcpResourceDir: 'read',
  Write: 'write',
  Edit: 'edit',
  MultiEdit: 'edit',
  NotebookEdit: 'edit',
  Bash: 'shell',
  PowerShell: 'shell',
  Monitor: 'shell',
  Grep: 'search',
  Glob: 'search',
  LS: 'search',
  LSP: 'search',
  WebFetch: 'web',
  WebSearch: 'web',
  TodoRead: 'todo',
  TodoWrite: 'todo',
  TaskCreate: 'todo',
  TaskUpdate: 'todo',
  TaskList: 'todo',
  TaskGet: 'todo',
  EnterPlanMode: 'plan',
  ExitPlanMode: 'plan',
  Task: 'subagent',
  Agent: 'subagent',
  Skill: 'skill',
  SlashCommand: 'skill',
  AskUserQuestion: 'question',
  ToolSearch: 'discovery',
  ListMcpResources: 'discovery',
  ListMcpResourcesTool: 'discovery',
};

/** The kind of a tool by its name; `other` for everything that is not this client's own (MCP tools, new ones). */
export function toolKind(name: string): ToolKind {
  return Object.hasOwn(kinds, name) ? kinds[name]! : 'other';
}
