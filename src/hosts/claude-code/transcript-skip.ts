/**
 * Parts of a row that are passed over without looking at them: most of a transcript's bytes are there, and
 * tell nothing, or tell it twice. Only where it is certain that nothing else is passed over with them.
 */

/** Types of rows that tell nothing about the work. */
export const idle = new Set([
  'progress',
  'file-history-snapshot',
  'file-history-delta',
  'summary',
  'last-prompt',
  'ai-title',
  'custom-title',
  'agent-name',
  'agent-color',
  'agent-setting',
  'pr-link',
  'tag',
  'mode',
  'bridge-session',
  'atis-latch',
  'api-request',
  'api-request-shape',
  'api-request-blob',
  'prompt_snapshot',
  'tools-used',
  'cost-state',
  'continued-in',
  'worktree-state',
  'relocated',
  'frame-link',
  'started',
  'result',
]);

/** Where two rows stand on one line. Inside a string the quote would be escaped. */
const glue = Buffer.from('}{"');

/** True when from `from` on nothing but the rest of one row stands on the line. */
export function endsAlone(bytes: Buffer, from: number, limit: number): boolean {
  return bytes[limit - 1] === 125 && bytes.subarray(from, limit).indexOf(glue) < 0;
}

/** What stands behind a tool's structured result in nearly all rows (from 2.1.1 on): this, an id, and the row's end. */
const tail = Buffer.from(',"sourceToolAssistantUUID":"');
const tailLength = tail.length + 36 + 2;

/**
 * The end of the value that begins at `from`, when only the usual last member stands behind it; else -1. An
 * object between the two would be taken for a part of the value; no version writes one there.
 */
export function endBeforeTail(bytes: Buffer, from: number, limit: number): number {
  const end = limit - tailLength;
  if (end <= from || bytes[from] !== 123 || bytes[end - 1] !== 125) return -1;
  if (bytes[limit - 2] !== 34 || bytes.compare(tail, 0, tail.length, end, end + tail.length) !== 0)
    return -1;
  return endsAlone(bytes, from, limit) ? end : -1;
}
