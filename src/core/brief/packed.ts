/** Characters of one line of short items. */
const width = 160;

/** Short items as few lines, each a list item; `lead` stands before the items of every line. */
export function packedLines(items: readonly string[], lead = ''): string[] {
  const lines: string[] = [];
  let line = '';
  for (const item of items) {
    if (line !== '' && lead.length + line.length + item.length + 2 > width) {
      lines.push(`- ${lead}${line}`);
      line = '';
    }
    line = line === '' ? item : `${line}, ${item}`;
  }
  if (line !== '') lines.push(`- ${lead}${line}`);
  return lines;
}
