import {
  firstText,
  object,
  objects,
  text,
  type Value,
  wholeNumber,
} from '../../core/rows/values.ts';
import { withoutTail } from '../../core/text/ends.ts';
import type { LineRange, ToolCall, ToolKind, ToolResult } from '../../core/tool.ts';

const kinds: Record<string, ToolKind> = {
  Read: 'read',
  Create: 'write',
  Edit: 'edit',
  MultiEdit: 'edit',
  ApplyPatch: 'edit',
  Execute: 'shell',
  Grep: 'search',
  Glob: 'search',
  LS: 'search',
  WebSearch: 'web',
  FetchUrl: 'web',
  TodoWrite: 'todo',
  ExitSpecMode: 'plan',
  Task: 'subagent',
  Skill: 'skill',
  AskUser: 'question',
  ToolSearch: 'discovery',
};

/** The kind of a tool by its name; `other` for everything that is not this client's own (MCP tools, new ones). */
export function toolKind(name: string): ToolKind {
  return Object.hasOwn(kinds, name) ? kinds[name]! : 'other';
}

/** A call from a tool's name and input, as the client's record and its hook payloads write them. */
export function toolCall(name: string, input: unknown, id?: string): ToolCall {
  const given = object(input);
  const kind = toolKind(name);
  const call: ToolCall = { name, kind, paths: paths(name, given, input) };
  if (id !== undefined) call.id = id;
  const command = kind === 'shell' ? text(given.command) : undefined;
  if (command !== undefined) call.command = command;
  const range = kind === 'read' ? lines(given) : undefined;
  if (range !== undefined) call.range = range;
  if (given.fireAndForget === true || given.run_in_background === true) call.background = true;
  const detail = detailOf(kind, given);
  if (detail !== undefined) call.detail = detail;
  return call;
}

const patchHeader = /^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+)$/gm;

function paths(name: string, given: Value, input: unknown): string[] {
  if (name === 'ApplyPatch') {
    const patch = firstText(input, given.input, given.patch) ?? '';
    return [...new Set([...patch.matchAll(patchHeader)].map((match) => match[1]!.trimEnd()))];
  }
  const path = firstText(given.file_path, given.directory_path, given.path, given.folder);
  return path === undefined ? [] : [path];
}

/** `offset`: how many lines are passed over, so that 0 is the first; `limit`: how many lines. */
function lines(given: Value): LineRange | undefined {
  const offset = wholeNumber(given.offset);
  const limit = wholeNumber(given.limit);
  if (offset === undefined && limit === undefined) return undefined;
  const start = Math.max(0, offset ?? 0) + 1;
  return limit === undefined ? { start } : { start, end: start + Math.max(1, limit) - 1 };
}

function detailOf(kind: ToolKind, given: Value): string | undefined {
  switch (kind) {
    case 'subagent':
      return firstText(given.prompt, given.description);
    case 'skill':
      return firstText(given.skill, given.name);
    case 'search':
      return firstText(given.pattern, given.query);
    case 'web':
      return firstText(given.url, given.query);
    case 'plan':
      return firstText(given.plan, given.title);
    case 'question':
      return firstText(given.questionnaire, given.question);
    case 'discovery':
      return text(given.query);
    default:
      return undefined;
  }
}

/** How a call ended, by what its hook is told: a text, or an object that holds one. */
export function toolResult(call: ToolCall, response: unknown): ToolResult {
  const given = object(response);
  const whole = responseText(response);
  const failed = given.is_error === true || given.success === false || text(given.error);
  return resultOf(call, whole, Boolean(failed));
}

/** How a call ended, from its text. A shell tells there how its command ended. */
export function resultOf(
  call: Pick<ToolCall, 'id' | 'kind'>,
  whole: string,
  failed: boolean,
): ToolResult {
  const result: ToolResult = {
    callId: call.id ?? '',
    outcome: failed ? 'failed' : 'ok',
    text: whole,
    length: whole.length,
  };
  if (call.kind !== 'shell') return result;
  const { exitCode, printed } = ending(whole);
  if (exitCode === undefined) return result;
  result.exitCode = exitCode;
  if (exitCode !== 0) result.outcome = 'failed';
  return { ...result, text: printed, length: printed.length };
}

function ending(whole: string): { exitCode?: number; printed: string } {
  const first = /^Error: Command failed \(exit code: (-?\d{1,10})\)\n?/.exec(whole);
  if (first) return { exitCode: Number(first[1]), printed: whole.slice(first[0].length) };
  const trimmed = whole.trimEnd();
  const at = trimmed.lastIndexOf('[');
  const last = /^\[Process exited with code (-?\d{1,10})\]$/.exec(trimmed.slice(at, at + 60));
  if (last) return { exitCode: Number(last[1]), printed: withoutTail(trimmed.slice(0, at), /\n/) };
  return { printed: whole };
}

function responseText(response: unknown): string {
  if (typeof response === 'string') return response;
  if (Array.isArray(response)) return contentText(response);
  const given = object(response);
  for (const name of ['content', 'output', 'stdout', 'text', 'result', 'error', 'message']) {
    const found = contentText(given[name]);
    if (found !== '') return found;
  }
  return '';
}

/** Text of a content: a string, or the text blocks of a list. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  return objects(content)
    .flatMap((block) => (block.type === 'text' ? (text(block.text) ?? []) : []))
    .join('\n');
}
