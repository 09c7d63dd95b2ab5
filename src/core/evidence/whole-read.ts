import { isAbsolutePath, joinPath } from '../task/path.ts';
import type { ToolCall, ToolResult } from '../tool.ts';

/**
 * The absolute path of a file that a read tool was asked for whole, where the host tells only how much of it the model was
 * given; undefined for anything else.
 */
export function wholeRead(call: ToolCall, result: ToolResult, cwd: string): string | undefined {
  const [path, more] = call.paths;
  if (call.kind !== 'read' || result.outcome !== 'ok' || result.shownLength === undefined) return;
  if (path === undefined || more !== undefined || call.range !== undefined) return;
  return isAbsolutePath(path) || cwd !== '' ? joinPath(cwd, path) : path;
}

/** True when that was as much as the file holds, counted in characters or in bytes. */
export function isWhole(shownLength: number | undefined, text: string): boolean {
  return shownLength === text.length || shownLength === utf8Length(text);
}

function utf8Length(text: string): number {
  let bytes = 0;
  for (const sign of text) {
    const code = sign.codePointAt(0)!;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
