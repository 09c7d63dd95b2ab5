import type { ShownFile } from '../../core/tool.ts';

const frame =
  /^<path>([^\n]+)<\/path>\n<type>file<\/type>\n<content>\n?([\s\S]*?)\n?<\/content>\s*$/;
const remark = /\n\n?\((?:End of file - total (\d+) lines|File has more lines|Output )[^\n]*\)$/;

/**
 * The file in what the read tool prints: its path, then each line behind its number and `: `. Undefined where a
 * line is not that (a folder, a binary file), or was cut for its length.
 */
export function shownByRead(output: string): ShownFile | undefined {
  const found = frame.exec(output);
  if (found === null) return undefined;
  const content = found[2]!;
  const end = remark.exec(content);
  const numbered = (end === null ? content : content.slice(0, end.index)).split('\n');
  let startLine: number | undefined;
  const lines: string[] = [];
  for (const line of numbered) {
    const match = /^\s*(\d{1,9}): ?(.*)$/s.exec(line);
    const number = Number(match?.[1]);
    startLine ??= number;
    if (match === null || number !== startLine + lines.length) return undefined;
    if (/\.\.\.(?: \(line truncated to \d+ chars\))$/.test(match[2]!)) return undefined;
    lines.push(match[2]!);
  }
  const shown: ShownFile = { path: found[1]!, startLine: startLine!, text: lines.join('\n') };
  if (end?.[1] !== undefined) shown.totalLines = Number(end[1]);
  return shown;
}

/** True when the text is the whole of the file. */
export function isWhole(shown: ShownFile): boolean {
  return shown.startLine === 1 && shown.totalLines === shown.text.split('\n').length;
}
