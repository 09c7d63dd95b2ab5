import { type Fields, fieldsOf, listOf, textOf } from '../../core/rows/fields.ts';
import type { LineRange, ToolCall, ToolKind } from '../../core/tool.ts';
import { toolKind } from './transcript-kinds.ts';

export { toolKind } from './transcript-kinds.ts';
export { toolResult } from './transcript-results.ts';

/** A call from a tool's name and input, as the client's record and its hook payloads write them. */
export function toolCall(name: string, input: unknown, id?: string): ToolCall {
  const given = fieldsOf(input);
  const kind = toolKind(name);
  const call: ToolCall = { name, kind, paths: paths(given) };
  if (id !== undefined) call.id = id;
  const command = kind === 'shell' ? textOf(given.command) : undefined;
  if (command !== undefined) call.command = command;
  const range = kind === 'read' ? lines(given) : undefined;
  if (range !== undefined) call.range = range;
  if (given.is_background === true || given.run_in_background === true) call.background = true;
  const detail = detailOf(kind, given);
  if (detail !== undefined) call.detail = detail;
  return call;
}

function paths(given: Fields): string[] {
  const one = ['file_path', 'absolute_path', 'notebook_path', 'path'].map((name) =>
    textOf(given[name]),
  );
  const many = listOf(given.paths).map(textOf);
  return [...one, ...many].filter((path) => path !== undefined);
}

/** `offset`: how many lines are passed over, so that 0 is the first; `limit`: how many lines. */
function lines(given: Fields): LineRange | undefined {
  const offset = wholeNumber(given.offset);
  const limit = wholeNumber(given.limit);
  if (offset === undefined && limit === undefined) return undefined;
  const start = Math.max(0, offset ?? 0) + 1;
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
      return textOf(given.skill) ?? textOf(given.name);
    case 'search':
      return textOf(given.pattern) ?? textOf(given.query) ?? textOf(given.operation);
    case 'web':
      return textOf(given.url) ?? textOf(given.query);
    case 'plan':
      return textOf(given.plan);
    case 'todo':
      return textOf(given.subject) ?? textOf(given.taskId);
    case 'discovery':
      return textOf(given.query);
    case 'question': {
      const asked = listOf(given.questions).map((one) => textOf(fieldsOf(one).question));
      return textOf(asked.filter((one) => one !== undefined).join('\n'));
    }
    default:
      return undefined;
  }
}
