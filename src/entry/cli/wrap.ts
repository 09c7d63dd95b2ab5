import stringWidth from 'string-width';

/**
 * Breaks lines that are wider than a terminal at blanks; what follows is indented as the line was. A word without
 * a blank, such as a path, is never broken. Without a width, where there is no terminal, the text stays as it is.
 */
export function wrap(text: string, width: number | undefined): string {
  if (width === undefined) return text;
  return text
    .split('\n')
    .map((line) => (stringWidth(line) <= width ? line : wrapLine(line, width)))
    .join('\n');
}

function wrapLine(line: string, width: number): string {
  const indent = /^ *(?:(?:[-\d.]+|ok|note|OFF) +)?/.exec(line)![0].length;
  const hang = ' '.repeat(indent);
  const lines: string[] = [];
  let current = line.slice(0, indent);
  let empty = true;
  for (const word of line.slice(indent).split(/(?<=\S)(?= )/)) {
    if (!empty && stringWidth(current + word) > width) {
      lines.push(current);
      current = hang + word.trimStart();
    } else current += word;
    empty = false;
  }
  return [...lines, current].join('\n');
}
