import { closingPlace, quoteEnd, unescaped } from './ends.ts';
import type { Joint, Part, Redirect, SimpleCommand, Word } from './script.ts';

/** A script taken apart. */
export interface Lexed {
  commands: SimpleCommand[];
  /** Why the script is more than a list of simple commands that all shells read alike; absent where it is none. */
  unclear?: string;
  /** All such reasons. */
  doubts: string[];
}

const blanks = ' \t\r';
/** Texts within texts that are looked into for substitutions. */
const deepest = 3;
const operator = /(?:<<<|<<-?|<>|[<>]&|>>|>\||[<>])/y;
const substitution = 'command substitution';
const openQuote = 'a quote that is never closed';
const mayRun = 'an expansion that may run a command';

/**
 * Takes a script apart as a shell would. Never at a loss: what is more than a list of simple commands is told in `unclear`,
 * for whoever must be sure, and taken apart all the same, for whoever must see what may run. Linear in its length.
 */
export function lex(source: string): Lexed {
  return new Lexer(source).read();
}

class Lexer {
  readonly #text: string;
  #at = 0;
  readonly #commands: SimpleCommand[] = [];
  readonly #doubts = new Set<string>();
  #command: SimpleCommand = fresh('start');
  #word: Word | undefined;
  #wordStart = 0;
  #redirect: { operator: string; descriptor?: number } | undefined;
  #awaited: { command: SimpleCommand; end: Word; tabs: boolean }[] = [];

  readonly #depth: number;

  constructor(text: string, depth = 0) {
    this.#text = text;
    this.#depth = depth;
  }

  read(): Lexed {
    while (this.#at < this.#text.length) this.#step(this.#text[this.#at]!);
    this.#endWord();
    const { joint } = this.#command;
    if (!isEmpty(this.#command)) this.#commands.push(this.#command);
    else if (joint !== ';' && joint !== 'start') this.#doubt('an operator at the end');
    const lexed: Lexed = { commands: this.#commands, doubts: [...this.#doubts] };
    const [unclear] = lexed.doubts;
    if (unclear !== undefined) lexed.unclear = unclear;
    return lexed;
  }

  /** Scripts of substitutions in the text of a here-document. */
  #scriptsIn(text: string): string[] {
    if (this.#depth >= deepest) return [];
    const lexer = new Lexer(text, this.#depth + 1);
    while (lexer.#at < text.length) lexer.#inDouble(text[lexer.#at]!);
    return lexer.#command.scripts ?? [];
  }

  #doubt(reason: string): void {
    this.#doubts.add(reason);
  }

  #step(char: string): void {
    const next = this.#text[this.#at + 1];
    if (blanks.includes(char)) {
      this.#at += 1;
      this.#endWord();
    } else if (char === '\n') this.#newline();
    else if (char === '\\') this.#escape(next);
    else if (char === "'") this.#single(false);
    else if (char === '"') this.#double();
    else if (char === '$') this.#dollar(false);
    else if (char === '`') this.#backticks(false);
    else if (char === '#' && this.#word === undefined) this.#comment();
    else if ((char === '<' || char === '>') && next === '(') this.#process();
    else if (char === '<' || char === '>') this.#angle(this.#at);
    else if (char === '&' && next === '>') this.#both();
    else if ('|&;()'.includes(char)) this.#join(char, next);
    else {
      const word = this.#open();
      if ('*?[]{}'.includes(char) || (char === '~' && this.#at > this.#wordStart))
        word.globs = true;
      this.#add(word, char, false);
      this.#at += 1;
    }
  }

  #open(): Word {
    if (this.#word === undefined) {
      this.#word = { text: '', expands: false, globs: false, quoted: false };
      this.#wordStart = this.#at;
    }
    return this.#word;
  }

  #add(word: Word, text: string, quoted: boolean): void {
    word.text += text;
    if (quoted) word.quoted = true;
    if (word.parts === undefined) return;
    const last = word.parts.at(-1);
    if (last?.is === 'text' && last.quoted === quoted) last.text += text;
    else word.parts.push({ is: 'text', text, quoted });
  }

  #expand(word: Word, shown: string, part: Part): void {
    const isBegun = word.text !== '' || word.quoted;
    word.parts ??= isBegun ? [{ is: 'text', text: word.text, quoted: word.quoted }] : [];
    word.parts.push(part);
    word.text += shown;
    word.expands = true;
  }

  #script(script: string): void {
    this.#command.scripts ??= [];
    this.#command.scripts.push(script);
  }

  #endWord(): void {
    const word = this.#word;
    this.#word = undefined;
    if (word === undefined) return;
    const redirect = this.#redirect;
    this.#redirect = undefined;
    if (redirect !== undefined) {
      this.#endRedirect({ ...redirect, target: word });
      return;
    }
    const { words, assignments } = this.#command;
    const head = this.#text.slice(this.#wordStart, this.#wordStart + 200);
    const assigns = words.length === 0 && /^[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=/.test(head);
    (assigns ? assignments : words).push(word);
  }

  #endRedirect(redirect: Redirect): void {
    const { target } = redirect;
    if (redirect.operator === '<<<') this.#command.input = target.text;
    else if (redirect.operator.startsWith('<<'))
      this.#awaited.push({
        command: this.#command,
        end: target,
        tabs: redirect.operator === '<<-',
      });
    this.#command.redirects.push(redirect);
  }

  #endCommand(joint: Joint): void {
    this.#endWord();
    if (this.#redirect !== undefined) this.#doubt('a redirection to nothing plain');
    this.#redirect = undefined;
    if (isEmpty(this.#command)) return;
    this.#commands.push(this.#command);
    this.#command = fresh(joint);
  }

  #join(char: string, next: string | undefined): void {
    const twice = next === char && (char === '|' || char === '&');
    const first = this.#word === undefined && isEmpty(this.#command);
    if (char === '(' && this.#word !== undefined) this.#doubt('a parenthesis');
    if ('()'.includes(char) || (char === '&' && !twice)) this.#doubt(`the operator ${char}`);
    else if ((char === '|' && next === '&') || (char === ';' && (next === ';' || next === '&')))
      this.#doubt(`the operator ${char}`);
    else if (first) this.#doubt('an operator without a command');
    const joint: Joint = twice ? (char === '|' ? '||' : '&&') : char === '|' ? '|' : ';';
    this.#endCommand(joint);
    // Behind a group the joint is that of the group.
    if (first && char !== '(' && this.#commands.length > 0) this.#command.joint = joint;
    this.#at += twice || (char === '|' && next === '&') ? 2 : 1;
  }

  /** Ends the line; here-documents that it announced follow. */
  #newline(): void {
    this.#at += 1;
    this.#endCommand(';');
    for (const { command, end, tabs } of this.#awaited) {
      const lines: string[] = [];
      while (this.#at < this.#text.length) {
        const line = this.#line();
        if ((tabs ? line.replace(/^\t+/, '') : line).replace(/\r$/, '') === end.text) break;
        lines.push(line);
      }
      command.input = lines.join('\n');
      const scripts = end.quoted ? [] : this.#scriptsIn(command.input);
      if (scripts.length > 0) command.scripts = [...(command.scripts ?? []), ...scripts];
    }
    this.#awaited = [];
  }

  #line(): string {
    const end = this.#text.indexOf('\n', this.#at);
    const line = this.#text.slice(this.#at, end < 0 ? undefined : end);
    this.#at = end < 0 ? this.#text.length : end + 1;
    return line;
  }

  #comment(): void {
    const end = this.#text.indexOf('\n', this.#at);
    const text = this.#text.slice(this.#at, end < 0 ? undefined : end);
    // One behind a command, or with operators in it, is a command to some shells.
    if (!isEmpty(this.#command) || /[|&;<>()$`'"\\]/.test(text)) this.#doubt('a comment');
    this.#at += text.length;
  }

  #escape(next: string | undefined): void {
    this.#at += 2;
    if (next === undefined) this.#doubt('a backslash at the end');
    if (next === undefined || next === '\n') return;
    this.#at -= 2;
    const word = this.#open();
    this.#at += 2;
    this.#add(word, next, true);
  }

  #single(escapes: boolean): void {
    const end = quoteEnd(this.#text, this.#at, escapes);
    const text = this.#text.slice(this.#at + 1, end);
    if (end === this.#text.length) this.#doubt(openQuote);
    this.#add(this.#open(), escapes ? unescaped(text) : text, true);
    this.#at = end + 1;
  }

  #double(): void {
    this.#add(this.#open(), '', true);
    this.#at += 1;
    while (this.#at < this.#text.length && this.#text[this.#at] !== '"')
      this.#inDouble(this.#text[this.#at]!);
    if (this.#at >= this.#text.length) this.#doubt(openQuote);
    this.#at += 1;
  }

  #inDouble(char: string): void {
    const next = this.#text[this.#at + 1];
    if (char === '$') this.#dollar(true);
    else if (char === '`') this.#backticks(true);
    else if (char === '\\' && next !== undefined && '"$`\\\n'.includes(next)) {
      if (next !== '\n') this.#add(this.#open(), next, true);
      this.#at += 2;
    } else {
      this.#add(this.#open(), char, true);
      this.#at += 1;
    }
  }

  #dollar(quoted: boolean): void {
    const text = this.#text;
    const next = text[this.#at + 1] ?? '';
    if (!quoted && (next === "'" || next === '"')) {
      this.#doubt(mayRun);
      this.#open();
      this.#at += 1;
      if (next === "'") this.#single(true);
      else this.#double();
      return;
    }
    const word = this.#open();
    if (next === '(' || next === '{') {
      const close = closingPlace(text, this.#at + 2, next === '(' ? ')' : '}');
      const inner = text.slice(this.#at + 2, close);
      this.#at = close + 1;
      if (next === '(') {
        this.#doubt(mayRun);
        this.#script(inner);
        this.#expand(word, '', { is: 'script', script: inner, quoted });
      } else this.#brace(word, inner, quoted);
      return;
    }
    const name = /^(?:[A-Za-z_]\w*|[?#$!@*0-9-])/.exec(
      text.slice(this.#at + 1, this.#at + 200),
    )?.[0];
    if (name !== undefined) {
      this.#expand(word, `$${name}`, { is: 'name', name, quoted });
      this.#at += 1 + name.length;
      return;
    }
    const plain =
      next === '' || ' \t\n|&;<>)/.,:%'.includes(next) || (quoted && '"\\|^'.includes(next));
    if (!plain) this.#doubt(mayRun);
    this.#add(word, '$', quoted);
    this.#at += 1;
  }

  /** `${…}`: a plain name, one with a text for where it is not set, or anything else. */
  #brace(word: Word, inner: string, quoted: boolean): void {
    const shown = `\${${inner}}`;
    const [, name, , otherwise] = /^([A-Za-z_]\w*|[@*#?$!0-9-])(:?[-=](.*))?$/s.exec(inner) ?? [];
    if (name === undefined || otherwise !== undefined) this.#doubt(mayRun);
    for (const one of this.#scriptsIn(name === undefined ? inner : (otherwise ?? '')))
      this.#script(one);
    if (name === undefined) this.#expand(word, shown, { is: 'unknown', quoted });
    else if (otherwise === undefined) this.#expand(word, shown, { is: 'name', name, quoted });
    else this.#expand(word, shown, { is: 'name', name, otherwise, quoted });
  }

  #backticks(quoted: boolean): void {
    this.#doubt(substitution);
    const word = this.#open();
    let end = this.#at + 1;
    while (end < this.#text.length && this.#text[end] !== '`')
      end += this.#text[end] === '\\' ? 2 : 1;
    const script = this.#text.slice(this.#at + 1, end).replace(/\\([$`\\])/g, '$1');
    this.#script(script);
    this.#expand(word, '', { is: 'script', script, quoted });
    this.#at = end + 1;
  }

  /** `<(…)` and `>(…)`. */
  #process(): void {
    this.#doubt('the operator (');
    const word = this.#open();
    const close = closingPlace(this.#text, this.#at + 2, ')');
    const script = this.#text.slice(this.#at + 2, close);
    this.#script(script);
    this.#expand(word, '', { is: 'file', script, quoted: true });
    this.#at = close + 1;
  }

  #both(): void {
    const sign = this.#text[this.#at + 2] === '>' ? '&>>' : '&>';
    this.#endWord();
    this.#redirectTo(sign, undefined);
    this.#at += sign.length;
  }

  #angle(start: number): void {
    // Digits right before are the number of an output, and no word.
    const word = this.#word;
    let descriptor: number | undefined;
    if (word && /^\d+$/.test(word.text) && !word.quoted && !word.expands) {
      descriptor = Number(word.text);
      this.#word = undefined;
    }
    this.#endWord();
    operator.lastIndex = start;
    const sign = operator.exec(this.#text)?.[0] ?? this.#text[start]!;
    if (sign.startsWith('<<')) this.#doubt('a here-document');
    this.#redirectTo(sign, descriptor);
    this.#at = start + sign.length;
  }

  #redirectTo(sign: string, descriptor: number | undefined): void {
    if (this.#redirect !== undefined) this.#doubt('a redirection to nothing plain');
    this.#redirect = descriptor === undefined ? { operator: sign } : { operator: sign, descriptor };
  }
}

function fresh(joint: Joint): SimpleCommand {
  return { joint, assignments: [], words: [], redirects: [] };
}

function isEmpty(command: SimpleCommand): boolean {
  return command.assignments.length + command.words.length + command.redirects.length === 0;
}
