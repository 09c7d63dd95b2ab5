import { columnsOf } from './columns.ts';

/**
 * Breaks lines that are wider than a terminal at blanks; what follows is indented as the line's text was. A word without
 * a blank, such as a path, is never broken, nor is a command of ours on a line of its own, which is there to be copied. Without a width, where there is no terminal, the text stays as it is.
 */
export function wrap(text: string, width: number | undefined): string {
  if (width === undefined) return text;
  return text
    .split('\n')
    .map((line) =>
      columnsOf(line) <= width || ownCommand.test(line) ? line : wrapLine(line, width),
    )
    .join('\n');
}

const ownCommand = /^ +holdfast \S/;

/** What stands before a line's text: blanks, the mark of a list, a word of `holdfast doctor`, each in any colour. */
const lead = /^ *(?:(?:\u001b\[[\d;]*m)*(?:-|\d+\.|ok|note|OFF) *(?:\u001b\[[\d;]*m)*(?<=[ m]) *)?/;

function wrapLine(line: string, width: number): string {
  const hang = ' '.repeat(columnsOf(lead.exec(line)![0]));
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(/(?<=\S)(?= )/)) {
    if (current !== '' && columnsOf(current + word) > width) {
      lines.push(current);
      current = hang + word.trimStart();
    } else current += word;
  }
  return [...lines, current].join('\n');
}
