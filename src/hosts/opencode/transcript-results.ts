import { type Fields, fieldsOf, listOf, textOf } from '../../core/rows/fields.ts';
import type { DialogAnswer, Outcome, ShownFile, ToolResult } from '../../core/tool.ts';
import { shownByRead } from './transcript-shown.ts';

/**
 * How a call ended, from the `state` of its part: `status` with `input`, `output` or `error`, and `metadata`.
 * Undefined while it is pending or running, or where the process ended before it did: then there is no result.
 */
export function toolResult(callId: string, name: string, state: unknown): ToolResult | undefined {
  const given = fieldsOf(state);
  if (given.status !== 'completed' && given.status !== 'error') return undefined;
  const metadata = fieldsOf(given.metadata);
  const text = textOf(given.status === 'error' ? given.error : given.output) ?? '';
  const result: ToolResult = { callId, outcome: 'ok', text, length: text.length };
  const agent = name === 'task' ? textOf(metadata.sessionId) : undefined;
  if (agent !== undefined) result.agentId = agent;
  if (given.status === 'error') {
    result.outcome = failure(text);
    if (isRefused(result)) result.refused = true;
    return result;
  }
  if (typeof metadata.exit === 'number') result.exitCode = metadata.exit;
  // The model does not see the exit code; the record of a call that ended by a signal has null there.
  if ('exit' in metadata && metadata.exit !== 0) result.outcome = shellFailure(text);
  if (name !== 'read' && metadata.truncated === true) result.partial = true;
  const shown = name === 'read' ? shownFile(metadata, text) : undefined;
  if (shown !== undefined) result.shown = shown;
  const answers = name === 'question' ? dialogAnswers(fieldsOf(given.input), metadata) : [];
  if (answers.length > 0) result.answers = answers;
  return result;
}

const rejected = [
  'The user rejected permission to use this specific tool call',
  'The user has specified a rule which prevents you from using this specific tool call',
  'The user dismissed this question',
];

function failure(text: string): Outcome {
  const start = text.replace(/^Error: /, '');
  if (start.startsWith('Tool execution aborted')) return 'interrupted';
  return rejected.some((phrase) => start.startsWith(phrase)) ? 'denied' : 'failed';
}

/** True where a person said no or stopped it, and no rule did. */
function isRefused({ outcome, text }: ToolResult): boolean {
  if (outcome === 'interrupted') return true;
  const start = text.replace(/^Error: /, '');
  return outcome === 'denied' && start.startsWith(rejected[0]!);
}

function shellFailure(text: string): Outcome {
  return /<bash_metadata>\s*User aborted/.test(text.slice(-400)) ? 'interrupted' : 'failed';
}

/** What a person wrote when they rejected a call; undefined where they only rejected it. */
export function rejectionFeedback(text: string): string | undefined {
  const found = /^(?:Error: )?The user rejected permission .*? with the following feedback: (.+)$/s;
  return found.exec(text)?.[1];
}

function shownFile(metadata: Fields, text: string): ShownFile | undefined {
  const display = fieldsOf(metadata.display);
  const path = textOf(display.path);
  if (display.type !== 'file' || path === undefined || typeof display.text !== 'string') {
    return shownByRead(text);
  }
  const shown: ShownFile = {
    path,
    startLine: typeof display.lineStart === 'number' ? Math.max(1, display.lineStart) : 1,
    text: display.text,
  };
  if (typeof display.totalLines === 'number') shown.totalLines = display.totalLines;
  return shown;
}

/** `metadata.answers` holds the chosen labels of each question, in the questions' order. */
function dialogAnswers(input: Fields, metadata: Fields): DialogAnswer[] {
  const given: DialogAnswer[] = [];
  for (const [index, entry] of listOf(input.questions).entries()) {
    const question = textOf(fieldsOf(entry).question);
    const chosen = listOf(listOf(metadata.answers)[index]).filter((one) => typeof one === 'string');
    if (question === undefined || chosen.length === 0) continue;
    const labels = listOf(fieldsOf(entry).options).map((option) => textOf(fieldsOf(option).label));
    given.push({
      question,
      answer: chosen.join(', '),
      rejected: labels.filter(
        (label) => label !== undefined && !chosen.includes(label),
      ) as string[],
    });
  }
  return given;
}
