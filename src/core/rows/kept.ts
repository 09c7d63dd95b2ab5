import type { ToolCall, ToolKind } from '../tool.ts';
import { bounded } from './values.ts';

/** Characters kept of a result: of those that folds read, and of those whose text is a copy of files. */
const keptOfOutput = 8000;
const keptOfCopies = 600;
const copies = new Set<ToolKind>(['read', 'search', 'edit', 'write']);

/** Characters that are kept of the result of a call; `keep`: what a reader was asked to keep in place of the usual. */
export function keptOf(kind: ToolKind, keep?: number): number {
  return keep ?? (copies.has(kind) ? keptOfCopies : keptOfOutput);
}

/** Characters kept of the input of a tool that is none of the host's own: what it was for stands nowhere else. */
const keptOfOthers = 600;

/** Adds the call's input where a reader was asked to keep it, and of tools that are none of the host's own. */
export function keepInput(call: ToolCall, input: unknown, keep: number | undefined): ToolCall {
  const limit = keep ?? (call.kind === 'other' ? keptOfOthers : undefined);
  if (limit !== undefined) call.input = inputText(input, limit);
  return call;
}

const deepest = 6;

/** An input as text, a member a line with its name before it; of a text over `limit` its head and its tail. */
function inputText(input: unknown, limit: number): string {
  const lines: string[] = [];
  collect(input, '', 0, lines);
  return bounded(lines.join('\n'), limit);
}

function collect(value: unknown, name: string, depth: number, lines: string[]): void {
  if (value === undefined || value === null || depth > deepest) return;
  if (typeof value !== 'object') {
    lines.push(name === '' ? String(value) : `${name}: ${String(value)}`);
    return;
  }
  for (const [member, inside] of Object.entries(value)) {
    collect(inside, Array.isArray(value) ? name : member, depth + 1, lines);
  }
}
