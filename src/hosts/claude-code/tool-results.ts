import type { DialogAnswer, Outcome, ShownFile, ToolResult } from '../../core/tool.ts';
import { toolKind } from './tool-kinds.ts';

/** What a record or a hook payload tells about how a call ended. */
export interface ResultParts {
  /** What the model was shown: text, or content blocks. A failed call's error text stands here too. */
  content?: unknown;
  /** The client's structured result: `toolUseResult` of the record, `tool_response` of PostToolUse. */
  response?: unknown;
  isError?: boolean;
  /** True where the client says that a person stopped the call. */
  interrupted?: boolean;
  /** `toolDenialKind` of the record. */
  denialKind?: string;
  /** The length of the text where `content` is only a part of it. */
  length?: number;
}

/** How a call of the named tool ended, from the record's row or a hook's payload. */
export function toolResult(callId: string, name: string, parts: ResultParts): ToolResult {
  const response = parts.response;
  const text = parts.content === undefined ? responseText(response) : contentText(parts.content);
  const result: ToolResult = {
    callId,
    outcome: outcomeOf(text, parts),
    text,
    length: parts.length ?? text.length,
  };
  if (
    text.startsWith('<persisted-output>') ||
    (isObject(response) && response.persistedOutputPath)
  ) {
    result.partial = true;
  }
  if (isRefused(text, parts, result.outcome)) result.refused = true;
  const exitCode = parts.isError === true ? exitCodeOf(text) : undefined;
  if (exitCode !== undefined) result.exitCode = exitCode;
  if (!isObject(response) || result.outcome !== 'ok') return result;
  addStructured(result, name, response, text);
  return result;
}

function addStructured(
  result: ToolResult,
  name: string,
  response: Record<string, unknown>,
  text: string,
): void {
  const background = backgroundId(name, response);
  if (background !== undefined) {
    result.backgroundId = background;
    const output = textIn(response.outputFile) ?? outputPath(text);
    if (output !== undefined) result.outputPath = output;
  }
  const agent = startedAgent(name, response);
  if (agent !== undefined) result.agentId = agent;
  const shown = shownFile(response);
  if (shown !== undefined) result.shown = shown;
  const kind = toolKind(name);
  if (kind === 'question') {
    const given = dialogAnswers(response);
    if (given.length > 0) result.answers = given;
  }
  if (name === 'ExitPlanMode') {
    const plan = acceptedPlan(response);
    if (plan !== undefined) result.acceptedPlan = plan;
  }
  if (name === 'TaskCreate') {
    const id = isObject(response.task) ? idText(response.task.id) : taskNumber(text);
    if (id !== undefined) result.todoId = id;
  }
}

const denials = [
  "The user doesn't want to proceed with this tool use",
  'User rejected',
  'Permission to use ',
  'Permission for this',
  'Claude requested permissions to ',
  'This command requires approval',
];
const hookDenial =
  /^(PreToolUse:\S+ hook error|Hook PreToolUse:\S+ denied this tool|PreToolUse hook denied)/;
const interruptions = [
  "The user doesn't want to take this action right now",
  '[Request interrupted by user',
];

function outcomeOf(text: string, parts: ResultParts): Outcome {
  if (parts.interrupted === true || parts.denialKind === 'interrupted') return 'interrupted';
  if (parts.denialKind !== undefined) return 'denied';
  if (isObject(parts.response) && parts.response.interrupted === true) return 'interrupted';
  if (parts.isError !== true) return 'ok';
  const start = text.trimStart().replace(/^Error: /, '');
  if (interruptions.some((phrase) => start.startsWith(phrase))) return 'interrupted';
  if (hookDenial.test(start) || denials.some((phrase) => start.startsWith(phrase))) return 'denied';
  return 'failed';
}

/** True where a person refused or stopped the call, and no rule, hook or program did. */
function isRefused(text: string, { denialKind }: ResultParts, outcome: Outcome): boolean {
  if (outcome === 'interrupted') return true;
  if (outcome !== 'denied') return false;
  if (denialKind !== undefined) return denialKind === 'user-rejected';
  const start = text.trimStart().replace(/^Error: /, '');
  return start.startsWith(denials[0]!) || start.startsWith('User rejected');
}

/** What a person wrote when they rejected a call; undefined where they only rejected it. */
export function rejectionWords(text: string): string | undefined {
  const at = text.slice(0, 600).indexOf(wordsStart);
  const words = at < 0 ? '' : text.slice(at + wordsStart.length).trim();
  return words === '' ? undefined : words;
}

const wordsStart = 'To tell you how to proceed, the user said:';

/** This client writes a failed command's exit code into its text, and a passing one's nowhere. */
function exitCodeOf(text: string): number | undefined {
  const found = /^(?:Error: )?Exit code (\d{1,10})\b/.exec(text);
  return found === null ? undefined : Number(found[1]);
}

/** The agent that a call started, whether or not it was waited for. */
function startedAgent(name: string, response: Record<string, unknown>): string | undefined {
  return toolKind(name) === 'subagent' ? idText(response.agentId) : undefined;
}

function backgroundId(name: string, response: Record<string, unknown>): string | undefined {
  const shell = idText(response.backgroundTaskId);
  if (shell !== undefined) return shell;
  const started = response.isAsync === true || response.status === 'async_launched';
  if (toolKind(name) === 'subagent' && started) return idText(response.agentId);
  return name === 'Monitor' ? idText(response.taskId) : undefined;
}

/** Where background work writes to: said in the text of its result. */
function outputPath(text: string): string | undefined {
  return /(?:Output is being written to|output_file): (\/[^\r\n]{1,1000}?)(?:\. |\.?$)/m.exec(
    text,
  )?.[1];
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function shownFile(response: Record<string, unknown>): ShownFile | undefined {
  const file = response.file;
  if (response.type !== 'text' || !isObject(file)) return undefined;
  if (typeof file.filePath !== 'string' || typeof file.content !== 'string') return undefined;
  const shown: ShownFile = {
    path: file.filePath,
    startLine: typeof file.startLine === 'number' ? Math.max(1, file.startLine) : 1,
    text: file.content,
  };
  if (typeof file.totalLines === 'number') shown.totalLines = file.totalLines;
  return shown;
}

/** `answers` maps each question to the chosen label, several labels joined by a comma, or the person's own text. */
function dialogAnswers(response: Record<string, unknown>): DialogAnswer[] {
  const answers = response.answers;
  if (!isObject(answers)) return [];
  const asked = Array.isArray(response.questions) ? response.questions.filter(isObject) : [];
  const given: DialogAnswer[] = [];
  for (const [question, value] of Object.entries(answers)) {
    const answer = Array.isArray(value)
      ? value.filter((one) => typeof one === 'string').join(', ')
      : value;
    if (typeof answer !== 'string' || answer === '') continue;
    const entry = asked.find((one) => one.question === question);
    const labels = Array.isArray(entry?.options)
      ? entry.options.filter(isObject).map((one) => one.label)
      : [];
    const taken = new Set([answer, ...answer.split(/,\s*/)]);
    const rejected = labels.filter(
      (label): label is string => typeof label === 'string' && !taken.has(label),
    );
    given.push({ question, answer, rejected });
  }
  return given;
}

/** Only a plan that the person's own dialog accepted: a subagent's goes to the agent above it. */
function acceptedPlan(
  response: Record<string, unknown>,
): { text: string; path?: string } | undefined {
  if (response.isAgent === true || response.awaitingLeaderApproval === true) return undefined;
  const text = typeof response.plan === 'string' ? response.plan : '';
  const path =
    typeof response.filePath === 'string' && response.filePath !== ''
      ? response.filePath
      : undefined;
  if (text === '' && path === undefined) return undefined;
  return path === undefined ? { text } : { text, path };
}

/** The number in "Task #3 created successfully: …". */
export function taskNumber(text: string): string | undefined {
  return /^Task #(\S+) created/.exec(text)?.[1];
}

/** Text of a result's content: a string, or the text blocks of a list. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  const texts: string[] = [];
  for (const block of content) {
    if (typeof block === 'string') texts.push(block);
    else if (isObject(block) && typeof block.text === 'string') texts.push(block.text);
    else if (isObject(block) && typeof block.tool_name === 'string') texts.push(block.tool_name);
  }
  return texts.join('\n');
}

/** Text of a structured result, for payloads that carry no other: what the tool printed or found. */
function responseText(response: unknown): string {
  if (typeof response === 'string' || Array.isArray(response)) return contentText(response);
  if (!isObject(response)) return '';
  if (typeof response.stdout === 'string') {
    return [response.stdout, response.stderr]
      .filter((part) => typeof part === 'string' && part !== '')
      .join('\n');
  }
  if (isObject(response.file) && typeof response.file.content === 'string')
    return response.file.content;
  for (const member of ['result', 'content', 'message', 'output']) {
    const text = contentText(response[member]);
    if (text !== '') return text;
  }
  return JSON.stringify(response);
}

function idText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
