import { type Fields, fieldsOf, listOf, textOf } from '../../core/rows/fields.ts';
import type { DialogAnswer, Outcome, ShownFile, ToolResult } from '../../core/tool.ts';
import { toolKind } from './transcript-kinds.ts';

/** The part of a call that its result must be read with. */
export interface CallParts {
  name: string;
  /** The file of a read. */
  path?: string;
  /** The arguments, of a question, a todo list or a plan only. */
  input?: Fields;
}

/** How a call ended, from the data of `tool.execution_complete`: `success`, `result`, `error`, `shellExecution`. */
export function toolResult(callId: string, call: CallParts, data: Fields): ToolResult {
  const given = fieldsOf(data.result);
  const error = fieldsOf(data.error);
  const whole = textOf(given.content) ?? textOf(error.message) ?? textOf(data.error) ?? '';
  const text = withoutGuidance(whole);
  const result: ToolResult = { callId, outcome: outcomeOf(text, data), text, length: text.length };
  if (isRefused(result, data)) result.refused = true;
  const exitCode = exitCodeOf(data, toolKind(call.name) === 'shell' ? text : '');
  if (exitCode !== undefined) result.exitCode = exitCode;
  if (exitCode !== undefined && exitCode !== 0 && result.outcome === 'ok')
    result.outcome = 'failed';
  if (isPartial(given, text)) result.partial = true;
  const background = result.outcome === 'ok' ? startedIn(text) : undefined;
  if (background !== undefined) result.backgroundId = background;
  if (result.outcome !== 'ok') return result;
  const shown = toolKind(call.name) === 'read' ? shownFile(call, text) : undefined;
  if (shown !== undefined) result.shown = shown;
  const answer = call.name === 'ask_user' ? dialogAnswer(call.input ?? {}, text) : undefined;
  if (answer !== undefined) result.answers = [answer];
  const plan = call.name === 'exit_plan_mode' ? textOf(call.input?.summary) : undefined;
  if (plan !== undefined && text.startsWith('Plan approved!')) result.acceptedPlan = { text: plan };
  return result;
}

/** A result without what hooks said behind it. */
function withoutGuidance(text: string): string {
  const at = text.lastIndexOf(' Additional guidance from postToolUse');
  const start = at < 0 ? -1 : text.lastIndexOf('\n\nTool "', at);
  return start < 0 ? text : text.slice(0, start);
}

/** True where a person said no or stopped it, and no rule or hook did. */
function isRefused({ outcome, text }: ToolResult, data: Fields): boolean {
  if (outcome === 'interrupted') return true;
  const code = textOf(fieldsOf(data.error).code) ?? '';
  return outcome === 'denied' && (code === 'rejected' || /^The user rejected/.test(text));
}

function outcomeOf(text: string, data: Fields): Outcome {
  if (data.success === true) return 'ok';
  if (data.success !== false) return 'unknown';
  const code = textOf(fieldsOf(data.error).code) ?? '';
  const start = text.slice(0, 200);
  if (
    /denied|rejected/.test(code) ||
    /^(?:Permission denied|The user rejected|Denied by)/.test(start)
  )
    return 'denied';
  if (
    /abort|cancel/.test(code) ||
    /^(?:The execution of this tool|Operation) .*(?:abort|cancel)/.test(start)
  )
    return 'interrupted';
  return 'failed';
}

/** Newer versions tell the code apart; in all of them it ends the text of a shell call. */
function exitCodeOf(data: Fields, text: string): number | undefined {
  const blocks = listOf(fieldsOf(data.result).contents).map(fieldsOf);
  for (const told of [fieldsOf(data.shellExecution), ...blocks]) {
    if (typeof told.exitCode === 'number') return told.exitCode;
  }
  const end =
    /<(?:shellId: \S+ completed|exited|command \S+ completed) with exit code (-?\d{1,10})>\s*$/;
  const found = end.exec(text.slice(-300));
  return found === null ? undefined : Number(found[1]);
}

/** True when the model was shown a part of the output only, and a file with the rest. */
function isPartial(given: Fields, text: string): boolean {
  const cut = listOf(given.contents).some((block) => fieldsOf(block).outputTruncated === true);
  return cut || /^(?:Output|File) too large to read at once/.test(text);
}

/** The id of a shell or an agent that goes on in the background. */
function startedIn(text: string): string | undefined {
  return (
    /<command started in background with shellId: ([^\s>]+)>/.exec(text.slice(-400))?.[1] ??
    /^Agent started in background with agent_id: ([\w-]+)/.exec(text)?.[1]
  );
}

/** What `view` prints: each line behind its number and a point. Undefined for a folder, or where a number is missing. */
function shownFile(call: CallParts, text: string): ShownFile | undefined {
  if (call.path === undefined) return undefined;
  let startLine: number | undefined;
  const lines: string[] = [];
  for (const line of text.replace(/\n$/, '').split('\n')) {
    const match = /^\s*(\d{1,9})\. ?(.*)$/s.exec(line);
    const number = Number(match?.[1]);
    startLine ??= number;
    if (match === null || number !== startLine + lines.length) return undefined;
    lines.push(match[2]!);
  }
  return { path: call.path, startLine: startLine!, text: lines.join('\n') };
}

function dialogAnswer(input: Fields, text: string): DialogAnswer | undefined {
  const question = textOf(input.question);
  const answer = /^User (?:selected|responded): ([\s\S]+)$/.exec(text)?.[1]?.trim();
  if (question === undefined || answer === undefined) return undefined;
  const choices = listOf(input.choices).filter((one) => typeof one === 'string');
  return { question, answer, rejected: choices.filter((one) => one !== answer) };
}
