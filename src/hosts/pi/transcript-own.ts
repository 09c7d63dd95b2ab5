import { objects, text } from '../../core/rows/values.ts';

/** Begins a block that the extension put behind a tool's output. */
export const behindOutput = '[Holdfast] ';

/** What the extension put behind a tool's output, by the last block of its content; undefined where there is none. */
export function ownTextOf(content: unknown): string | undefined {
  const last = text(objects(content).at(-1)?.text);
  return last?.startsWith(behindOutput) ? last.slice(behindOutput.length) : undefined;
}
