import {
  firstText,
  number,
  object,
  objects,
  text,
  type Value,
  wholeNumber,
} from '../../core/rows/values.ts';
import type { LineRange, ToolCall, ToolKind, ToolResult } from '../../core/tool.ts';

const kinds: Record<string, ToolKind> = {
  Read: 'read',
  Write: 'write',
  StrReplace: 'edit',
  Edit: 'edit',
  MultiEdit: 'edit',
  EditNotebook: 'edit',
  Shell: 'shell',
  Bash: 'shell',
  Grep: 'search',
  Glob: 'search',
  LS: 'search',
  SemanticSearch: 'search',
  ReadLints: 'search',
  WebSearch: 'web',
  WebFetch: 'web',
  TodoWrite: 'todo',
  CreatePlan: 'plan',
  SwitchMode: 'plan',
  Task: 'subagent',
  Agent: 'subagent',
  AskQuestion: 'question',
  ListMcpResources: 'discovery',
};

/** The kind of a tool by its name; `other` for everything else (deletions, MCP tools, new ones). */
export function toolKind(name: string): ToolKind {
  return Object.hasOwn(kinds, name) ? kinds[name]! : 'other';
}

/** A call from a tool's name and input, which is an object or its JSON. */
export function toolCall(name: string, input: unknown, id?: string): ToolCall {
  const given = object(unpacked(input));
  const kind = toolKind(name);
  const call: ToolCall = { name, kind, paths: paths(given) };
  if (id !== undefined) call.id = id;
  if (kind === 'shell') shell(call, given);
  const range = kind === 'read' ? lines(given) : undefined;
  if (range !== undefined) call.range = range;
  const detail = detailOf(kind, given);
  if (detail !== undefined) call.detail = detail;
  return call;
}

function shell(call: ToolCall, given: Value): void {
  const command = text(given.command);
  if (command !== undefined) call.command = command;
  const folder = firstText(given.working_directory, given.cwd);
  if (folder !== undefined) call.cwd = folder;
  if (given.is_background === true) call.background = true;
}

function paths(given: Value): string[] {
  const path = firstText(given.file_path, given.path, given.target_file, given.target_notebook);
  return path === undefined ? [] : [path];
}

/** `offset`: the first line, from 1, or from the end where it is negative, which no range can say. */
function lines(given: Value): LineRange | undefined {
  const offset = wholeNumber(given.offset);
  const limit = wholeNumber(given.limit);
  if (offset === undefined && limit === undefined) return undefined;
  const start = offset !== undefined && offset < 0 ? Number.MAX_SAFE_INTEGER : (offset ?? 1) || 1;
  return limit === undefined ? { start } : { start, end: start + Math.max(1, limit) - 1 };
}

function detailOf(kind: ToolKind, given: Value): string | undefined {
  switch (kind) {
    case 'subagent':
      return firstText(given.prompt, given.task, given.description);
    case 'search':
      return firstText(given.pattern, given.glob_pattern, given.query);
    case 'web':
      return firstText(given.url, given.search_term, given.query);
    case 'plan':
      return firstText(given.plan, given.name);
    case 'question':
      return objects(given.questions)
        .flatMap((one) => firstText(one.prompt, one.question) ?? [])
        .join('\n');
    default:
      return undefined;
  }
}

/** How a call ended, by the output that its hook is told: JSON of an object, an object, or a text. */
export function toolResult(call: ToolCall, output: unknown): ToolResult {
  const value = unpacked(output);
  const given = object(value);
  const whole = typeof value === 'string' ? value : outputText(given);
  const result: ToolResult = {
    callId: call.id ?? '',
    outcome: given.success === false || text(given.error) !== undefined ? 'failed' : 'ok',
    text: whole,
    length: whole.length,
  };
  const exitCode = call.kind === 'shell' ? number(given.exitCode ?? given.exit_code) : undefined;
  if (exitCode !== undefined) {
    result.exitCode = exitCode;
    if (exitCode !== 0) result.outcome = 'failed';
  }
  // Of a file that was read some versions tell the length alone.
  const shownLength = call.kind === 'read' ? number(given.content_length) : undefined;
  if (shownLength !== undefined) result.shownLength = shownLength;
  return result;
}

function outputText(given: Value): string {
  const printed = firstText(given.output, given.stdout);
  if (printed !== undefined) {
    return [printed, text(given.output) === undefined ? text(given.stderr) : undefined]
      .filter((part) => part !== undefined)
      .join('\n');
  }
  const found = firstText(given.contents, given.content, given.text, given.result, given.error);
  if (found !== undefined) return found;
  return objects(given.content)
    .flatMap((block) => text(block.text) ?? [])
    .join('\n');
}

/** The value of a JSON text; any other value as it is. */
function unpacked(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
