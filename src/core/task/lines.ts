/** A line is looked at up to this many characters. */
const maxLine = 2000;

/** One line of a Markdown document, its first 2,000 characters. */
export interface MarkdownLine {
  text: string;
  /** From 1. */
  number: number;
  /** True inside a code fence or an HTML comment, and for the lines that open and close them. */
  hidden: boolean;
}

/** Lines of a text: a leading BOM and any line end removed, no empty last line for a final newline. */
export function toLines(text: string): string[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Marks what is code or comment. A fence that is never closed runs to the end, as Markdown says. */
export function markdownLines(lines: readonly string[], firstNumber = 1): MarkdownLine[] {
  let fence = '';
  let comment = false;
  return lines.map((line, index) => {
    const text = line.slice(0, maxLine);
    const number = firstNumber + index;
    const mark = /^\s*(?:>\s*)*(?:[-*+]\s+)?(`{3,}|~{3,})([^\n]*)/.exec(text);
    if (fence !== '') {
      const closes = mark?.[1]?.startsWith(fence) && mark[2]?.trim() === '';
      if (closes) fence = '';
      return { text, number, hidden: true };
    }
    if (comment) {
      comment = !text.includes('-->');
      return { text, number, hidden: true };
    }
    if (mark?.[1] && !(mark[1].startsWith('`') && mark[2]?.includes('`'))) {
      fence = mark[1];
      return { text, number, hidden: true };
    }
    const opens = text.lastIndexOf('<!--');
    comment = opens >= 0 && text.indexOf('-->', opens) < 0;
    return { text, number, hidden: comment && text.slice(0, opens).trim() === '' };
  });
}

/** A text cut to `limit` characters, never through a surrogate pair, with a mark where it was cut. */
export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = text.slice(0, limit - 1);
  return `${/[\uD800-\uDBFF]$/.test(head) ? head.slice(0, -1) : head}…`;
}
