/** One simple command of a command line. */
export interface SimpleCommand {
  /** Literal words, quotes taken off. A word with a variable, a substitution or a glob is `undefined`. */
  words: (string | undefined)[];
  /** Targets of `>` and `>>`. */
  writes: string[];
  /** Joined to the one before it by `|`. */
  piped: boolean;
  /** Joined to the one before it by `||`. */
  onFailure: boolean;
}

const maxLength = 4000;

let lastLine = '';
let lastCommands: readonly SimpleCommand[] = [];

/** Splits a command line as far as it is plain. Bodies of here-documents are left out. */
export function simpleCommands(line: string): readonly SimpleCommand[] {
  // Several families ask for the same line one after the other.
  if (line !== lastLine) {
    lastCommands = split(line);
    lastLine = line;
  }
  return lastCommands;
}

function split(line: string): SimpleCommand[] {
  const text = line.length > maxLength ? line.slice(0, maxLength) : line;
  const found: SimpleCommand[] = [];
  let current = newCommand(false, false);
  let word: string | undefined;
  let literal = true;
  let redirect: 'write' | 'other' | undefined;
  let heredoc: string | undefined;

  const endWord = (): void => {
    if (word === undefined) return;
    const value = literal ? word : undefined;
    if (redirect === 'write' && value !== undefined && !value.startsWith('&'))
      current.writes.push(value);
    else if (redirect === undefined) current.words.push(value);
    word = undefined;
    literal = true;
    redirect = undefined;
  };
  const endCommand = (piped: boolean, onFailure: boolean): void => {
    endWord();
    redirect = undefined;
    if (current.words.length > 0 || current.writes.length > 0) found.push(current);
    current = newCommand(piped, onFailure);
  };

  for (let i = 0; i < text.length; i += 1) {
    const c = text[i] as string;
    if (c === '\\') {
      if (text[i + 1] !== '\n') word = (word ?? '') + (text[i + 1] ?? '');
      i += 1;
    } else if (c === "'") {
      const end = text.indexOf("'", i + 1);
      word = (word ?? '') + text.slice(i + 1, end < 0 ? text.length : end);
      i = end < 0 ? text.length : end;
    } else if (c === '"') {
      word = word ?? '';
      for (i += 1; i < text.length && text[i] !== '"'; i += 1) {
        if (text[i] === '$' || text[i] === '`') literal = false;
        if (text[i] === '$' && text[i + 1] === '(') i = closingParen(text, i + 1);
        else if (text[i] === '\\') i += 1;
        word += text[i] ?? '';
      }
    } else if (c === '$' || c === '`') {
      literal = false;
      word = (word ?? '') + c;
      if (c === '`') i = closing(text, i, '`');
      else if (text[i + 1] === '(') i = closingParen(text, i + 1);
    } else if (c === '*' || c === '?' || c === '[' || (c === '{' && word !== undefined)) {
      literal = false;
      word = (word ?? '') + c;
    } else if (c === '<' && text[i + 1] === '<') {
      endWord();
      const mark = /^<<-?\s*(?:'([^'\n]{1,60})'|"([^"\n]{1,60})"|([A-Za-z_][\w-]{0,60}))/.exec(
        text.slice(i, i + 80),
      );
      heredoc = mark ? (mark[1] ?? mark[2] ?? mark[3]) : undefined;
      i += (mark ? mark[0].length : 2) - 1;
    } else if (c === '>' || c === '<') {
      if (word !== undefined && /^[0-9&]$/.test(word)) word = undefined;
      endWord();
      redirect = c === '>' && !(text[i - 1] === '2') ? 'write' : 'other';
      if (text[i + 1] === '>' || text[i + 1] === '|') i += 1;
    } else if (c === '\n') {
      endCommand(false, false);
      if (heredoc !== undefined) {
        i = endOfHeredoc(text, i, heredoc);
        heredoc = undefined;
      }
    } else if (c === ';') endCommand(false, false);
    else if (c === '&') {
      if (redirect !== undefined && word === undefined) word = '&';
      else if (text[i + 1] === '>') continue;
      else {
        if (text[i + 1] === '&') i += 1;
        endCommand(false, false);
      }
    } else if (c === '|') {
      const or = text[i + 1] === '|';
      if (or || text[i + 1] === '&') i += 1;
      endCommand(!or, or);
    } else if (c === ' ' || c === '\t' || c === '\r') endWord();
    else if (c === '#' && word === undefined) {
      const end = text.indexOf('\n', i);
      i = (end < 0 ? text.length : end) - 1;
    } else if (c === '(' || c === ')') endCommand(false, false);
    else word = (word ?? '') + c;
  }
  endCommand(false, false);
  return found;
}

function newCommand(piped: boolean, onFailure: boolean): SimpleCommand {
  return { words: [], writes: [], piped, onFailure };
}

function closing(text: string, from: number, mark: string): number {
  const end = text.indexOf(mark, from + 1);
  return end < 0 ? text.length : end;
}

function closingParen(text: string, open: number): number {
  let depth = 0;
  for (let i = open; i < text.length; i += 1) {
    if (text[i] === '(') depth += 1;
    else if (text[i] === ')') {
      depth -= 1;
      if (depth === 0) return i;
    }
  }
  return text.length;
}

/** Offset of the last character of the here-document that begins after `from`. */
function endOfHeredoc(text: string, from: number, mark: string): number {
  let start = from + 1;
  while (start < text.length) {
    const end = text.indexOf('\n', start);
    const line = text.slice(start, end < 0 ? text.length : end);
    if (line.trim() === mark) return (end < 0 ? text.length : end) - 1;
    if (end < 0) break;
    start = end + 1;
  }
  return text.length;
}
