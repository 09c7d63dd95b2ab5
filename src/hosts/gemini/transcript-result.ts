import { keptOf } from '../../core/rows/kept.ts';
import { bounded, object, objects, text, type Value } from '../../core/rows/values.ts';
import type { DialogAnswer, Outcome, ToolCall, ToolResult } from '../../core/tool.ts';

/** States of a call that has come to its end. */
const ended = new Set(['success', 'error', 'cancelled']);

/** How a call of the record ended; undefined for one that waits or runs. `printed`: what `resultText` gave. */
export function toolResult(
  call: ToolCall,
  row: Value,
  printed: string,
  keep?: number,
): ToolResult | undefined {
  const status = text(row.status) ?? '';
  if (call.id === undefined || !ended.has(status)) return undefined;
  const result: ToolResult = {
    callId: call.id,
    outcome: outcomeOf(status, printed),
    text: bounded(printed, keptOf(call.kind, keep)),
    length: printed.length,
  };
  if (isRefused(result)) result.refused = true;
  if (call.kind === 'shell') shell(result, printed);
  else if (call.kind === 'question') answers(result, row, printed);
  else if (call.name === 'exit_plan_mode') plan(result, printed);
  return result;
}

const denials =
  /^(?:Tool execution (?:blocked|denied)|Tool call denied|Command rejected because|\[Operation Cancelled\] Reason: (?:User denied execution|User did not allow tool call|Denied))/;

function outcomeOf(status: string, printed: string): Outcome {
  const start = printed.trimStart();
  if (status !== 'success' && denials.test(start)) return 'denied';
  if (status === 'cancelled' || /^Command was cancelled by user/.test(start)) return 'interrupted';
  return status === 'error' ? 'failed' : 'ok';
}

/** True where a person said no or stopped it, and no rule or hook did. */
function isRefused({ outcome, text: printed }: ToolResult): boolean {
  if (outcome === 'interrupted') return true;
  return outcome === 'denied' && /User (?:denied|did not allow)/.test(printed.slice(0, 300));
}

/** The exit code stands in a line behind the output: in older versions always, in newer ones when it is not 0. */
function shell(result: ToolResult, printed: string): void {
  const tail = printed.slice(-2000);
  const found = [...tail.matchAll(/^Exit Code: (-?\d+)\s*$/gm)].at(-1);
  if (found !== undefined && result.outcome !== 'denied') {
    result.exitCode = Number(found[1]);
    if (result.exitCode !== 0 && result.outcome === 'ok') result.outcome = 'failed';
  }
  const background = /^Command moved to background \(PID: (\d+)\)/.exec(printed);
  if (background !== null) result.backgroundId = background[1]!;
}

/** The answers come as JSON, by the place of their question. */
function answers(result: ToolResult, row: Value, printed: string): void {
  const asked = objects(object(row.args).questions);
  const found: DialogAnswer[] = [];
  for (const [place, answer] of Object.entries(object(object(json(printed)).answers))) {
    const own = asked[Number(place)];
    if (typeof answer !== 'string' || answer === '') continue;
    const labels = objects(own?.options).flatMap((option) => text(option.label) ?? []);
    const taken = new Set([answer, ...answer.split(/,\s*/)]);
    found.push({
      question: text(own?.question) ?? place,
      answer,
      rejected: labels.filter((label) => !taken.has(label)),
    });
  }
  if (found.length > 0) result.answers = found;
}

function plan(result: ToolResult, printed: string): void {
  if (result.outcome !== 'ok' || !printed.startsWith('Plan approved.')) return;
  const path = /^The approved implementation plan is stored at: (.+)$/m.exec(printed)?.[1]?.trim();
  if (path !== undefined) result.acceptedPlan = { text: '', path };
}

/** What the model was shown: the output or the error of each response, and texts beside them. */
export function resultText(given: unknown): string {
  if (typeof given === 'string') return given;
  const parts = Array.isArray(given) ? objects(given) : [object(given)];
  return parts
    .flatMap((part) => {
      const { response } = object(part.functionResponse);
      const told = object(response);
      const value = told.output ?? told.error ?? told.content ?? told.result;
      if (typeof value === 'string') return [value];
      if (value !== undefined && value !== null) return [JSON.stringify(value)];
      if (Object.keys(told).length > 0) return [JSON.stringify(told)];
      return text(part.text) ?? [];
    })
    .join('\n');
}

function json(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}
