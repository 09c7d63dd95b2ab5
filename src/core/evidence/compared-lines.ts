/** Lines as they are compared: no BOM, any line end, no blank lines at the end. */
export function comparedLines(text: string): string[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n/);
  while (lines.length > 0 && isBlank(lines.at(-1))) lines.pop();
  return lines;
}

export function isBlank(line: string | undefined): boolean {
  return line !== undefined && line.trim() === '';
}
