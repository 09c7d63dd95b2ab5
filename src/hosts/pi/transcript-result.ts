import { keptOf } from '../../core/rows/kept.ts';
import { bounded, number, object, objects, text, type Value } from '../../core/rows/values.ts';
import type { Outcome, ToolKind, ToolResult } from '../../core/tool.ts';

/** How a call ended, from a message of the role `toolResult`. `kind`: that of the tool it names. */
export function toolResult(
  callId: string,
  kind: ToolKind,
  message: Value,
  keep?: number,
): ToolResult {
  const whole = contentText(message.content);
  const failed = message.isError === true;
  const result: ToolResult = {
    callId,
    outcome: failed ? failure(whole) : 'ok',
    text: bounded(whole, keptOf(kind, keep)),
    length: whole.length,
  };
  // Who stops a call is the person; extensions block it.
  if (result.outcome === 'interrupted') result.refused = true;
  const exitCode = exitCodeOf(message) ?? (failed ? printedExitCode(whole) : undefined);
  if (exitCode === undefined) return result;
  result.exitCode = exitCode;
  if (exitCode !== 0 && result.outcome === 'ok') result.outcome = 'failed';
  return result;
}

/** Extensions and newer versions tell the exit code beside the text. */
function exitCodeOf(message: Value): number | undefined {
  return (
    number(object(message.details).exitCode) ?? number(object(message.structuredContent).exit_code)
  );
}

/** The client writes a failed command's exit code at the end of its text, and a passing one's nowhere. */
function printedExitCode(whole: string): number | undefined {
  const found = /(?:^|\n)Command exited with code (-?\d{1,10})\s*$/.exec(whole);
  return found === null ? undefined : Number(found[1]);
}

function failure(whole: string): Outcome {
  if (/(?:^|\n)(?:Command|Operation) aborted\s*$/.test(whole)) return 'interrupted';
  return /^Tool execution was blocked\b/.test(whole) ? 'denied' : 'failed';
}

/** Text of a message's content: a string, or the text blocks of a list. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  return objects(content)
    .flatMap((block) => (block.type === 'text' ? (text(block.text) ?? []) : []))
    .join('\n');
}
