import { type Fields, fieldsOf, listOf, textOf } from '../../core/rows/fields.ts';
import type { LineRange, ToolCall, ToolKind } from '../../core/tool.ts';
import { patchPaths } from './transcript-patch.ts';

export { toolResult } from './transcript-results.ts';

const kinds: Record<string, ToolKind> = {
  read: 'read',
  write: 'write',
  edit: 'edit',
  multiedit: 'edit',
  patch: 'edit',
  apply_patch: 'edit',
  bash: 'shell',
  shell: 'shell',
  glob: 'search',
  grep: 'search',
  list: 'search',
  lsp: 'search',
  webfetch: 'web',
  websearch: 'web',
  codesearch: 'web',
  todoread: 'todo',
  todowrite: 'todo',
  task: 'subagent',
  skill: 'skill',
  question: 'question',
  plan_enter: 'plan',
  plan_exit: 'plan',
};

/** The kind of a tool by its name; `other` for everything that is not this client's own (MCP tools, plugins). */
export function toolKind(name: string): ToolKind {
  return Object.hasOwn(kinds, name) ? kinds[name]! : 'other';
}

/** A call from a tool's name and input, as the client's database, its export and its plugin hooks write them. */
export function toolCall(name: string, input: unknown, id?: string): ToolCall {
  const given = fieldsOf(input);
  const kind = toolKind(name);
  const call: ToolCall = { name, kind, paths: paths(kind, given) };
  if (id !== undefined) call.id = id;
  if (kind === 'shell') call.command = textOf(given.command);
  if (kind === 'read') call.range = lines(given);
  call.detail = detailOf(kind, given);
  for (const member of ['command', 'range', 'detail'] as const) {
    if (call[member] === undefined) delete call[member];
  }
  return call;
}

function paths(kind: ToolKind, given: Fields): string[] {
  const patch = textOf(given.patchText);
  if (kind === 'edit' && patch !== undefined) return patchPaths(patch);
  return [textOf(given.filePath), textOf(given.path)].filter((path) => path !== undefined);
}

/** `offset`: the first line, from 1; `limit`: how many lines. */
function lines(given: Fields): LineRange | undefined {
  const offset = wholeNumber(given.offset);
  const limit = wholeNumber(given.limit);
  if (offset === undefined && limit === undefined) return undefined;
  const start = Math.max(1, offset ?? 1);
  return limit === undefined ? { start } : { start, end: start + Math.max(1, limit) - 1 };
}

/** Models write numbers as strings at times. */
function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) ? number : undefined;
}

function detailOf(kind: ToolKind, given: Fields): string | undefined {
  switch (kind) {
    case 'subagent':
      return textOf(given.prompt) ?? textOf(given.description);
    case 'skill':
      return textOf(given.name);
    case 'search':
      return textOf(given.pattern) ?? textOf(given.query) ?? textOf(given.operation);
    case 'web':
      return textOf(given.url) ?? textOf(given.query);
    case 'question': {
      const asked = listOf(given.questions).map((one) => textOf(fieldsOf(one).question));
      return textOf(asked.filter((one) => one !== undefined).join('\n'));
    }
    default:
      return undefined;
  }
}
