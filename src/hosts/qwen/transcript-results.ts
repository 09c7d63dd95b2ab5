import { type Fields, fieldsOf, listOf, textOf } from '../../core/rows/fields.ts';
import type { DialogAnswer, Outcome, ShownFile, ToolResult } from '../../core/tool.ts';
import { toolKind } from './transcript-kinds.ts';

/** What a record or a hook payload tells about how a call ended. */
export interface ResultParts {
  /** `functionResponse.response` of the record: `output` or `error`. */
  response: Fields;
  /** `toolCallResult` of the record: `status`, `resultDisplay`, `errorType`. */
  display: Fields;
}

/** The part of a call that its result must be read with. */
export interface CallParts {
  name: string;
  /** The file of a read, and the first line asked for. */
  path?: string;
  startLine?: number;
  /** The whole input, of a question only. */
  input?: unknown;
}

/** How a call ended. A result that says neither how nor what has the outcome `unknown`. */
export function toolResult(callId: string, call: CallParts, parts: ResultParts): ToolResult {
  const { response, display } = parts;
  const text =
    textOf(response.output) ?? textOf(response.error) ?? textOf(display.resultDisplay) ?? '';
  const result: ToolResult = { callId, outcome: outcomeOf(text, parts), text, length: text.length };
  if (isRefused(result)) result.refused = true;
  const kind = toolKind(call.name);
  if (text.startsWith('Tool output was too large')) result.partial = true;
  const exitCode = kind === 'shell' ? exitCodeOf(text) : undefined;
  if (exitCode !== undefined) result.exitCode = exitCode;
  if (exitCode !== undefined && exitCode !== 0 && result.outcome === 'ok')
    result.outcome = 'failed';
  const agent = kind === 'subagent' ? startedAgent(callId, display, text) : undefined;
  if (agent !== undefined) result.agentId = agent;
  if (result.outcome !== 'ok') return result;
  const background = startedIn(text);
  if (background !== undefined) result.backgroundId = background;
  const shown = kind === 'read' ? shownFile(call, text) : undefined;
  if (shown !== undefined && result.partial !== true) result.shown = shown;
  const answers = kind === 'question' ? dialogAnswers(fieldsOf(call.input), text) : [];
  if (answers.length > 0) result.answers = answers;
  const plan =
    call.name === 'exit_plan_mode' ? acceptedPlan(fieldsOf(display.resultDisplay)) : undefined;
  if (plan !== undefined) result.acceptedPlan = plan;
  return result;
}

/** True where a person said no or stopped it, and no rule or hook did. */
function isRefused({ outcome, text }: ToolResult): boolean {
  if (outcome === 'interrupted') return true;
  return outcome === 'denied' && /User did not allow tool call/.test(text.slice(0, 300));
}

function outcomeOf(text: string, { response, display }: ResultParts): Outcome {
  if (/User did not allow tool call/.test(text.slice(0, 300))) return 'denied';
  if (display.errorType === 'execution_denied') return 'denied';
  if (display.status === 'cancelled' || text.startsWith('[Operation Cancelled]'))
    return 'interrupted';
  if (display.status === 'error' || textOf(response.error) !== undefined) return 'failed';
  if (display.status === 'success' || typeof response.output === 'string') return 'ok';
  return 'unknown';
}

/** The line stands behind the output, before the one with the signal: what the command itself printed comes earlier. */
function exitCodeOf(text: string): number | undefined {
  const found = [...text.slice(-2000).matchAll(/^Exit Code: (.*)\nSignal: /gm)].at(-1)?.[1];
  return found !== undefined && /^-?\d{1,10}$/.test(found) ? Number(found) : undefined;
}

/** An agent is known by its kind and the call that started it; one in the background by the id that the result names. */
function startedAgent(callId: string, display: Fields, text: string): string | undefined {
  const kind = textOf(fieldsOf(display.resultDisplay).subagentName);
  return startedIn(text) ?? (kind === undefined ? undefined : `${kind}-${callId}`);
}

/** The id of a shell or an agent that goes on in the background. */
function startedIn(text: string): string | undefined {
  const start = text.slice(0, 400);
  return (
    /^Background shell started\.\s+id: (\S+)/.exec(start)?.[1] ??
    /^Background agent launched successfully\.\s+task_id: (\S+)/.exec(start)?.[1] ??
    /Promoted to background:\s+(bg_[\w-]+)/.exec(start)?.[1]
  );
}

const partOfFile = /^Showing lines (\d+)-(\d+) of (at least )?(\d+) total lines\.\n\n---\n\n/;

function shownFile(call: CallParts, text: string): ShownFile | undefined {
  if (call.path === undefined || text === '') return undefined;
  const part = partOfFile.exec(text);
  if (part === null) return { path: call.path, startLine: call.startLine ?? 1, text };
  const shown: ShownFile = {
    path: call.path,
    startLine: Number(part[1]),
    text: text.slice(part[0].length),
  };
  if (part[3] === undefined) shown.totalLines = Number(part[4]);
  return shown;
}

/** The result names each question by its header: `**Header**: the answer`, one below the other. */
function dialogAnswers(input: Fields, text: string): DialogAnswer[] {
  const given: DialogAnswer[] = [];
  for (const [index, entry] of listOf(input.questions).map(fieldsOf).entries()) {
    const question = textOf(entry.question);
    const header = `**${textOf(entry.header) ?? `Question ${index + 1}`}**: `;
    const from = text.indexOf(`\n${header}`);
    if (question === undefined || from < 0) continue;
    const rest = text.slice(from + 1 + header.length);
    const answer = rest.slice(0, /\n\*\*[^\n]*\*\*: /.exec(rest)?.index ?? rest.length).trim();
    if (answer === '') continue;
    const taken = new Set([answer, ...answer.split(/,\s*/)]);
    const labels = listOf(entry.options).map((option) => textOf(fieldsOf(option).label));
    const left = labels.filter((label) => label !== undefined && !taken.has(label));
    given.push({ question, answer, rejected: left as string[] });
  }
  return given;
}

/** A plan that the client's own gate let pass was approved by no person. */
function acceptedPlan(shown: Fields): ToolResult['acceptedPlan'] {
  const byPerson = textOf(shown.message)?.startsWith('User approved') === true;
  const text = textOf(shown.plan);
  return byPerson && shown.rejected !== true && text !== undefined ? { text } : undefined;
}
