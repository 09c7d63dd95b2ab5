import type { LineRange, ToolCall, ToolKind } from '../../core/tool.ts';

import { toolKind } from './tool-kinds.ts';

export { toolKind } from './tool-kinds.ts';
export { toolResult } from './tool-results.ts';

/** Members of an input that are looked at. A reader may leave out all others, file content above all. */
export const inputMembers = [
  'args',
  'bash_id',
  'command',
  'description',
  'filePath',
  'file_path',
  'limit',
  'name',
  'notebook_path',
  'offset',
  'operation',
  'path',
  'pattern',
  'plan',
  'prompt',
  'query',
  'questions',
  'run_in_background',
  'server',
  'skill',
  'status',
  'subject',
  'taskId',
  'task_id',
  'todos',
  'uri',
  'url',
];

/** A call from a tool's name and input, as the client's record and its hook payloads write them. */
export function toolCall(name: string, input: unknown, id?: string): ToolCall {
  const given = isObject(input) ? input : {};
  const call: ToolCall = { name, kind: toolKind(name), paths: paths(given) };
  if (id !== undefined) call.id = id;
  if (call.kind === 'shell' && typeof given.command === 'string') call.command = given.command;
  if (name === 'PowerShell') call.otherShell = true;
  if (call.kind === 'read') {
    const range = lines(given);
    if (range !== undefined) call.range = range;
  }
  if (given.run_in_background === true || name === 'Monitor') call.background = true;
  const detail = detailOf(call.kind, given);
  if (detail !== undefined) call.detail = detail;
  if (call.kind === 'skill') {
    const words =
      firstText(given.args) ?? firstText(given.skill, given.command)?.replace(/^\S+\s*/, '');
    if (words !== undefined && words !== '') call.words = words.slice(0, 300);
  }
  return call;
}

const pathMembers = ['file_path', 'notebook_path', 'path', 'filePath'];

function paths(input: Record<string, unknown>): string[] {
  const found: string[] = [];
  for (const member of pathMembers) {
    const value = input[member];
    if (typeof value === 'string' && value !== '') found.push(value);
  }
  return found;
}

/** `offset`: the first line, from 1; `limit`: how many lines. */
function lines(input: Record<string, unknown>): LineRange | undefined {
  const offset = wholeNumber(input.offset);
  const limit = wholeNumber(input.limit);
  if (offset === undefined && limit === undefined) return undefined;
  const start = Math.max(1, offset ?? 1);
  return limit === undefined ? { start } : { start, end: start + Math.max(1, limit) - 1 };
}

/** Models write numbers as strings at times, and the client takes them. */
function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) ? number : undefined;
}

function detailOf(kind: ToolKind, input: Record<string, unknown>): string | undefined {
  switch (kind) {
    case 'subagent':
      return firstText(input.prompt, input.description);
    case 'skill':
      return skillName(firstText(input.skill, input.command, input.name));
    case 'search':
      return firstText(input.pattern, input.query, input.operation);
    case 'web':
      return firstText(input.url, input.query);
    case 'question':
      return questions(input.questions);
    case 'discovery':
      return firstText(input.query, input.server);
    case 'plan':
      return firstText(input.plan);
    case 'read':
      return firstText(input.task_id, input.bash_id, input.uri);
    case 'todo':
      return firstText(input.subject, input.taskId);
    default:
      return undefined;
  }
}

/** `/review src` names the skill `review`. */
function skillName(text: string | undefined): string | undefined {
  return text?.replace(/^\//, '').split(/\s/)[0];
}

function questions(list: unknown): string | undefined {
  if (!Array.isArray(list)) return undefined;
  const texts = list.filter(isObject).map((entry) => firstText(entry.question));
  const known = texts.filter((text) => text !== undefined);
  return known.length === 0 ? undefined : known.join('\n');
}

function firstText(...values: unknown[]): string | undefined {
  return values.find((value): value is string => typeof value === 'string' && value !== '');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
