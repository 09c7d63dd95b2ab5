import {
  firstText,
  object,
  objects,
  text,
  type Value,
  wholeNumber,
} from '../../core/rows/values.ts';
import type { LineRange, ToolCall, ToolKind } from '../../core/tool.ts';

/** The client's own tools, and those of extensions that come with it as examples. */
const kinds: Record<string, ToolKind> = {
  read: 'read',
  write: 'write',
  edit: 'edit',
  bash: 'shell',
  powershell: 'shell',
  grep: 'search',
  find: 'search',
  ls: 'search',
  todo: 'todo',
  subagent: 'subagent',
  question: 'question',
  questionnaire: 'question',
  web_search: 'web',
  web_fetch: 'web',
};

/** The kind of a tool by its name; `other` for everything that an extension brings. */
export function toolKind(name: string): ToolKind {
  return Object.hasOwn(kinds, name) ? kinds[name]! : 'other';
}

/** A call from a tool's name and input, as the record and the client's events write them. */
export function toolCall(name: string, input: unknown, id?: string): ToolCall {
  const given = object(input);
  const call: ToolCall = { name, kind: toolKind(name), paths: paths(given) };
  if (id !== undefined) call.id = id;
  const command = text(given.command);
  if (call.kind === 'shell' && command !== undefined) call.command = command;
  const range = call.kind === 'read' ? lines(given) : undefined;
  if (range !== undefined) call.range = range;
  const detail = detailOf(call.kind, given);
  if (detail !== undefined) call.detail = detail;
  return call;
}

function paths(given: Value): string[] {
  const path = firstText(given.path, given.file_path);
  return path === undefined ? [] : [path];
}

/** `offset`: the first line, from 1; `limit`: how many lines. */
function lines(given: Value): LineRange | undefined {
  const offset = wholeNumber(given.offset);
  const limit = wholeNumber(given.limit);
  if (offset === undefined && limit === undefined) return undefined;
  const start = Math.max(1, offset ?? 1);
  return limit === undefined ? { start } : { start, end: start + Math.max(1, limit) - 1 };
}

function detailOf(kind: ToolKind, given: Value): string | undefined {
  switch (kind) {
    case 'search':
      return text(given.pattern);
    case 'subagent':
      return firstText(given.task, given.prompt, objects(given.tasks)[0]?.task);
    case 'question':
      return firstText(given.question, objects(given.questions)[0]?.question);
    case 'web':
      return firstText(given.url, given.query);
    case 'todo':
      return firstText(given.text, given.action);
    default:
      return undefined;
  }
}
