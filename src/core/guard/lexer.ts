import type { Word } from '../shell/script.ts';

/** A simple command as it may run, in a script of which not all need be understood. */
export interface LooseCommand {
  words: Word[];
  /** Text on its standard input: a here-document or a here-string. */
  input?: string;
  /** It reads what the command before it writes. */
  piped: boolean;
}

/** What a script may run: its commands in order, and the scripts of substitutions within. */
export interface LooseScript {
  commands: LooseCommand[];
  nested: string[];
}

const most = 100_000;

/**
 * Takes a script apart as a shell would, and is never at a loss: where the conservative parser says that it does not know, this
 * one says what may run. For a guard, which must see through substitutions, groups and here-documents. Linear in its length.
 */
export function looseCommands(source: string): LooseScript {
  return new Lexer(source.slice(0, most)).read();
}

class Lexer {
  readonly #text: string;
  #at = 0;
  readonly #script: LooseScript = { commands: [], nested: [] };
  #command: LooseCommand = { words: [], piped: false };
  #word: Word | undefined;
  /** The next word is where a redirection goes. */
  #redirect: 'file' | 'here' | 'text' | undefined;
  #awaited: { command: LooseCommand; end: string }[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  read(): LooseScript {
    while (this.#at < this.#text.length) this.#step(this.#text[this.#at]!);
    this.#endCommand(false);
    return this.#script;
  }

  #step(char: string): void {
    const next = this.#text[this.#at + 1];
    if (char === ' ' || char === '\t' || char === '\r') this.#move(1, () => this.#endWord());
    else if (char === '\\') this.#escape(next);
    else if (char === "'") this.#single();
    else if (char === '"') this.#double();
    else if (char === '$') this.#dollar();
    else if (char === '`') this.#backticks();
    else if (char === '#' && this.#word === undefined) this.#skipTo('\n');
    else if (char === '\n') this.#newline();
    else if (char === '<' || char === '>') this.#angle(char, next);
    else if (char === '|')
      this.#move(next === '|' || next === '&' ? 2 : 1, () => this.#endCommand(next !== '|'));
    else if (char === '&' && next === '>') this.#move(2, () => this.#redirectTo('file'));
    else if (';&()'.includes(char)) this.#move(1, () => this.#endCommand(false));
    else {
      const word = this.#open();
      if ('*?[{'.includes(char)) word.globs = true;
      word.text += char;
      this.#at += 1;
    }
  }

  #move(by: number, then: () => void): void {
    this.#at += by;
    then();
  }

  #open(): Word {
    this.#word ??= { text: '', expands: false, globs: false, quoted: false };
    return this.#word;
  }

  #endWord(): void {
    const word = this.#word;
    this.#word = undefined;
    if (word === undefined) return;
    const redirect = this.#redirect;
    this.#redirect = undefined;
    if (redirect === undefined) this.#command.words.push(word);
    else if (redirect === 'text') this.#command.input = word.text;
    else if (redirect === 'here') this.#awaited.push({ command: this.#command, end: word.text });
  }

  #endCommand(pipes: boolean): void {
    this.#endWord();
    this.#redirect = undefined;
    if (this.#command.words.length > 0) this.#script.commands.push(this.#command);
    this.#command = { words: [], piped: pipes };
  }

  /** Ends the line; here-documents that it announced follow. */
  #newline(): void {
    this.#at += 1;
    this.#endCommand(false);
    for (const { command, end } of this.#awaited) {
      const lines: string[] = [];
      while (this.#at < this.#text.length) {
        const line = this.#line();
        if (line.replace(/^\t+/, '') === end) break;
        lines.push(line);
      }
      command.input = lines.join('\n');
    }
    this.#awaited = [];
  }

  #line(): string {
    const end = this.#text.indexOf('\n', this.#at);
    const line = this.#text.slice(this.#at, end < 0 ? undefined : end);
    this.#at = end < 0 ? this.#text.length : end + 1;
    return line;
  }

  #escape(next: string | undefined): void {
    this.#at += 2;
    if (next === undefined || next === '\n') return;
    const word = this.#open();
    word.text += next;
    word.quoted = true;
  }

  #single(): void {
    const end = this.#text.indexOf("'", this.#at + 1);
    const word = this.#open();
    word.quoted = true;
    word.text += this.#text.slice(this.#at + 1, end < 0 ? undefined : end);
    this.#at = end < 0 ? this.#text.length : end + 1;
  }

  #double(): void {
    const word = this.#open();
    word.quoted = true;
    this.#at += 1;
    while (this.#at < this.#text.length) {
      const char = this.#text[this.#at]!;
      if (char === '"') break;
      if (char === '$') this.#dollar();
      else if (char === '`') this.#backticks();
      else if (char === '\\' && /["$`\\\n]/.test(this.#text[this.#at + 1] ?? '')) {
        if (this.#text[this.#at + 1] !== '\n') word.text += this.#text[this.#at + 1];
        this.#at += 2;
      } else {
        word.text += char;
        this.#at += 1;
      }
    }
    this.#at += 1;
  }

  #dollar(): void {
    const next = this.#text[this.#at + 1];
    if (next === "'") {
      this.#at += 1;
      this.#single();
      return;
    }
    const word = this.#open();
    if (next === '(') {
      this.#nest(this.#at + 2, ')');
    } else if (next === '{') {
      const end = this.#text.indexOf('}', this.#at);
      word.text += this.#text.slice(this.#at, end < 0 ? undefined : end + 1);
      this.#at = end < 0 ? this.#text.length : end + 1;
    } else {
      word.text += '$';
      this.#at += 1;
      if (next === undefined || !/[\w@*#?!$-]/.test(next)) return;
    }
    word.expands = true;
  }

  #backticks(): void {
    this.#open().expands = true;
    const end = this.#text.indexOf('`', this.#at + 1);
    this.#script.nested.push(this.#text.slice(this.#at + 1, end < 0 ? undefined : end));
    this.#at = end < 0 ? this.#text.length : end + 1;
  }

  /** A substitution from `start` to the bracket that closes it; quotes within are looked at. */
  #nest(start: number, close: string): void {
    let depth = 1;
    let at = start;
    for (; at < this.#text.length; at += 1) {
      const char = this.#text[at];
      if (char === '\\') at += 1;
      else if (char === "'") at = endOf(this.#text.indexOf("'", at + 1), this.#text);
      else if (char === '(') depth += 1;
      else if (char === close) {
        depth -= 1;
        if (depth === 0) break;
      }
    }
    this.#script.nested.push(this.#text.slice(start, at));
    this.#at = at + 1;
  }

  #angle(char: string, next: string | undefined): void {
    if (next === '(') {
      this.#open().expands = true;
      this.#nest(this.#at + 2, ')');
      return;
    }
    // Digits right before are the number of an output, and no word.
    if (this.#word && /^\d+$/.test(this.#word.text) && !this.#word.quoted) this.#word = undefined;
    const operator =
      /^(?:<<<|<<-?|[<>]&|>[>|]?|<>?)/.exec(this.#text.slice(this.#at, this.#at + 3))?.[0] ?? char;
    this.#at += operator.length;
    this.#redirectTo(operator === '<<<' ? 'text' : operator.startsWith('<<') ? 'here' : 'file');
  }

  #redirectTo(kind: 'file' | 'here' | 'text'): void {
    this.#endWord();
    this.#redirect = kind;
  }

  #skipTo(sign: string): void {
    const end = this.#text.indexOf(sign, this.#at);
    this.#at = end < 0 ? this.#text.length : end;
  }
}

function endOf(found: number, text: string): number {
  return found < 0 ? text.length : found;
}
