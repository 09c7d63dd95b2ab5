export type Payload = Record<string, unknown>;

/** A plan too long to be told inline, so that it must be read. */
export const longPlan = `# Plan: widgets\nObjective: build widgets\n- [x] Step 1: measure\n- [ ] Step 2: cut\n- [ ] Step 3: join\n\n${Array.from({ length: 120 }, (_, index) => `- note ${index} that is long enough to make this plan too large to be told inline`).join('\n')}\n`;

/** PostToolUse of a Read as the client sends it. */
export function readPayload(
  path: string,
  text: string,
  range?: { start: number; end: number },
): Payload {
  const lines = text.split('\n');
  const shown = range ? lines.slice(range.start - 1, range.end) : lines;
  return {
    tool_name: 'Read',
    tool_use_id: `toolu_read_${range?.start ?? 0}_${path.length}`,
    tool_input: {
      file_path: path,
      ...(range ? { offset: range.start, limit: range.end - range.start + 1 } : {}),
    },
    tool_response: {
      type: 'text',
      file: {
        filePath: path,
        content: shown.join('\n'),
        numLines: shown.length,
        startLine: range?.start ?? 1,
        totalLines: lines.length,
      },
    },
  };
}
