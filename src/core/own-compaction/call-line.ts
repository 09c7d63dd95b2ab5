import type { ToolCall, ToolResult } from '../tool.ts';
import { redact } from '../trust/redact.ts';
import { untrusted } from '../trust/untrusted.ts';

const mostOfCall = 220;
const mostOfOutput = 120;

/** A call and how it ended as one line; its output stays in the record, where `handle` finds it. */
export function callLine(
  call: ToolCall,
  result: ToolResult | undefined,
  handle: string,
  patterns: readonly RegExp[],
): string {
  const what = call.command ?? (call.paths.join(', ') || call.detail) ?? '';
  const input = untrusted(redact(what, patterns), mostOfCall);
  const name = untrusted(call.name, 60);
  return `- ${[name, input].filter((part) => part !== '').join(': ')} → ${ending(result, patterns)} (${handle})`;
}

function ending(result: ToolResult | undefined, patterns: readonly RegExp[]): string {
  if (result === undefined) return 'no result in the record';
  const exit = result.exitCode === undefined ? '' : `, exit ${result.exitCode}`;
  const size = `, ${result.length} characters`;
  const shown = result.outcome === 'ok' ? '' : lastLine(result.text, patterns);
  return `${result.outcome}${exit}${size}${shown === '' ? '' : `: ${shown}`}`;
}

/** Of what failed, the last line that says something: there programs tell why. */
function lastLine(text: string, patterns: readonly RegExp[]): string {
  const line = redact(text, patterns)
    .split('\n')
    .findLast((one) => /\w/.test(one));
  return line === undefined ? '' : untrusted(line, mostOfOutput);
}
