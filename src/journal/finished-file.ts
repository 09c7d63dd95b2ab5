import type { FinishedMark } from '../app/ports.ts';
import type { ToolCall } from '../core/tool.ts';
import { redactedJson } from '../core/trust/redacted-json.ts';
import { readSmall, replaceSmall } from '../platform/small-files.ts';

const version = 1;

/** Writes how far finished calls were taken from a transcript. */
export function writeFinished(path: string, mark: FinishedMark, redact: readonly RegExp[]): void {
  replaceSmall(path, `${redactedJson({ version, ...mark }, redact)}\n`);
}

/** What was written last; undefined where it is absent or damaged. */
export function readFinished(path: string): FinishedMark | undefined {
  try {
    const value: unknown = JSON.parse(readSmall(path) ?? '');
    if (typeof value !== 'object' || value === null) return undefined;
    const { version: found, cursor, pending, told } = value as FinishedMark & { version: unknown };
    if (found !== version || !Array.isArray(pending) || !pending.every(isCall)) return undefined;
    return { cursor, pending, ...(isTexts(told) && { told }) };
  } catch {
    return undefined;
  }
}

function isCall(value: unknown): value is ToolCall {
  if (typeof value !== 'object' || value === null) return false;
  const { id, name, kind, paths } = value as Partial<ToolCall>;
  return (
    typeof id === 'string' &&
    typeof name === 'string' &&
    typeof kind === 'string' &&
    Array.isArray(paths)
  );
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}
