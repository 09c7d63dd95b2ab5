import { type Fields, fieldsOf, textOf } from '../../core/rows/fields.ts';
import type { LineRange, ToolCall, ToolKind } from '../../core/tool.ts';
import { toolKind } from './transcript-kinds.ts';
import { patchPaths } from './transcript-patch.ts';

export { toolKind } from './transcript-kinds.ts';
export { toolResult } from './transcript-results.ts';

/**
 * A call from a tool's name and arguments, as the client's record and its hook payloads write them: an object, its JSON
 * as text, or (a patch) plain text.
 */
export function toolCall(name: string, input: unknown, id?: string): ToolCall {
  const given = argumentsOf(input);
  const kind = toolKind(name, given.command);
  const call: ToolCall = { name, kind, paths: paths(name, given) };
  if (id !== undefined) call.id = id;
  const command = kind === 'shell' ? textOf(given.command) : undefined;
  if (command !== undefined) call.command = command;
  const range = kind === 'read' ? lines(given.view_range) : undefined;
  if (range !== undefined) call.range = range;
  if (['async', 'detached', 'background'].includes(textOf(given.mode) ?? ''))
    call.background = true;
  const detail = detailOf(kind, given);
  if (detail !== undefined) call.detail = detail;
  return call;
}

/** The arguments by name; a text that is no JSON object stands as `input`. */
export function argumentsOf(input: unknown): Fields {
  if (typeof input !== 'string') return fieldsOf(input);
  try {
    const value: unknown = JSON.parse(input);
    if (typeof value === 'object' && value !== null) return fieldsOf(value);
  } catch {
    // A patch, or another text that is meant as it stands.
  }
  return { input };
}

function paths(name: string, given: Fields): string[] {
  const patch = name === 'apply_patch' ? (textOf(given.input) ?? textOf(given.patch)) : undefined;
  if (patch !== undefined) return patchPaths(patch);
  return [textOf(given.path), textOf(given.file_path)].filter((path) => path !== undefined);
}

/** `view_range`: the first and the last line, from 1; -1 for the last: to the end. */
function lines(range: unknown): LineRange | undefined {
  if (!Array.isArray(range) || !Number.isInteger(range[0])) return undefined;
  const start = Math.max(1, range[0] as number);
  const end: unknown = range[1];
  return Number.isInteger(end) && (end as number) >= start
    ? { start, end: end as number }
    : { start };
}

function detailOf(kind: ToolKind, given: Fields): string | undefined {
  switch (kind) {
    case 'subagent':
      return textOf(given.prompt) ?? textOf(given.description);
    case 'skill':
      return textOf(given.skill) ?? textOf(given.name);
    case 'search':
      return textOf(given.pattern) ?? textOf(given.query);
    case 'web':
      return textOf(given.url) ?? textOf(given.query);
    case 'plan':
      return textOf(given.summary);
    case 'question':
      return textOf(given.question);
    case 'read':
      return textOf(given.shellId) ?? textOf(given.agent_id);
    case 'discovery':
      return textOf(given.pattern);
    default:
      return undefined;
  }
}
