import { joinPath } from '../task/path.ts';
import { expandWord, longestValue, type Names } from './expand.ts';
import { launched } from './launchers.ts';
import { lex } from './lexer.ts';
import { plainRuns } from './plain-look.ts';
import { printedBy, printedByScript } from './printed.ts';
import { programName, shells } from './program-name.ts';
import { recipeOf } from './recipes.ts';
import type { Run } from './run.ts';
import type { SimpleCommand, Word } from './script.ts';
import { type Started, startedBy } from './started.ts';
import { behindWrapper, isWrapper, quotedWord } from './wrappers.ts';

/** What looking through a command line may ask for. */
export interface RunPorts {
  /** The text of a file, by its path seen from the folder of the call; undefined where it is not there or too large. */
  read?(path: string): string | undefined;
  /** Names of programs that are looked for behind one which starts them in a way of its own. */
  knows?(program: string): boolean;
}

const deepest = 6;
const longest = 100_000;
/** Programs before a command that run it, such as `sudo`. */
const prefixes = 100;
/** What is looked at of one command line in all. */
const limits = { commands: 600, characters: 400_000, files: 12 };

const reserved = new Set('if then elif else do while until ! {'.split(' '));
const settingNames = new Set('export declare typeset local readonly'.split(' '));

/** Where a command runs, and what it is given. */
interface Place {
  folder: string | undefined;
  depth: number;
  elsewhere: boolean;
  listed: boolean;
  names: Names;
  input?: string;
}

/**
 * Every program that a command line may run, in order: behind chains, groups, substitutions, here-documents, programs that run
 * another one, scripts in arguments, in code and in files. What is too long or too deep is looked at plainly.
 */
export function runsIn(command: string, ports: RunPorts = {}): Run[] {
  const walker = new Walker(ports);
  walker.script(command, {
    folder: undefined,
    depth: 0,
    elsewhere: false,
    listed: false,
    names: new Map(),
  });
  for (const text of walker.cut) walker.runs.push(...plainRuns(text));
  return walker.runs;
}

class Walker {
  readonly runs: Run[] = [];
  /** Texts that were not looked at to their end. */
  readonly cut = new Set<string>();
  readonly #ports: RunPorts;
  readonly #left = { ...limits };
  readonly #aliases = new Map<string, string>();
  readonly #functions = new Map<string, string>();

  constructor(ports: RunPorts) {
    this.#ports = ports;
  }

  /** Looks through a script; answers with the last run of it. */
  script(text: string, place: Place): Run | undefined {
    const source = text.slice(0, longest);
    this.#left.characters -= source.length;
    if (source.length < text.length) this.cut.add(text);
    if (place.depth > deepest || this.#left.characters < 0) return this.#leave(text);
    for (const [, name, body] of source.matchAll(
      /\(\)(?<=\b([A-Za-z_][\w-]{0,60})[ \t]{0,4}\(\))\s{0,4}\{([^{}]{1,2000})\}/g,
    ))
      this.#functions.set(name!, body!);
    let before: Run | undefined;
    for (const command of lex(source).commands) {
      if (this.#left.commands < 0) return this.#leave(text);
      const here: Place = { ...place };
      const run = this.#command(command, here, command.joint === '|' ? before : undefined);
      place.folder = here.folder;
      before = run;
    }
    return before;
  }

  #command(command: SimpleCommand, place: Place, before: Run | undefined): Run | undefined {
    const inner: Place = { ...place, depth: place.depth + 1 };
    for (const script of command.scripts ?? [])
      this.script(script, { ...inner, names: new Map(place.names) });
    const variables = command.assignments.map((word) => this.#set(word, place));
    const words = command.words.flatMap((word) => expandWord(word, place.names, printedByScript));
    const first = words[0];
    if (first?.text === 'for' && !first.quoted && words[2]?.text === 'in') {
      place.names.set(
        words[1]!.text,
        words.slice(3).map(({ text }) => text),
      );
      return undefined;
    }
    const input = command.input ?? before?.output ?? place.input;
    const own: Given = { variables, redirects: command.redirects };
    if (input !== undefined) own.input = input;
    if (before !== undefined) own.before = before;
    return this.#words(words, own, place);
  }

  /** Keeps what an assignment sets. */
  #set(word: Word, place: Place): string {
    const text = textOf(expandWord(word, place.names, printedByScript));
    const [, name, value] = /^([A-Za-z_]\w*)\+?=(.*)$/s.exec(text) ?? [];
    if (name !== undefined && value !== undefined)
      place.names.set(name, [value.slice(0, longestValue)]);
    return text;
  }

  /** Looks at the words of a command: what stands before the program, and what the program runs. */
  #words(words: readonly Word[], own: Given, place: Place): Run | undefined {
    this.#left.commands -= 1;
    if (place.depth > deepest || this.#left.commands < 0) return this.#leave(textOf(words));
    let rest = [...words];
    let at = { ...place };
    const variables = [...own.variables];
    for (let more = prefixes; more > 0; more -= 1) {
      while (
        rest[0] &&
        ((!rest[0].quoted && reserved.has(rest[0].text)) || isAssignment(rest[0]))
      ) {
        if (isAssignment(rest[0])) variables.push(this.#set(rest[0], at));
        rest.shift();
      }
      if (rest[0]?.text === 'function' && !rest[0].quoted && rest[2]?.text === '{')
        rest = rest.slice(3);
      const [first, ...args] = rest;
      if (first === undefined)
        return own.redirects.length === 0
          ? undefined
          : this.#keep('', [], own, variables, at, false);
      const named = this.#named(first, args, at);
      if (named !== undefined) return named.run;
      const program = programName(first.text);
      if (program === 'xargs') {
        this.#keep(program, args, own, variables, at, true);
        at = { ...at, listed: true };
        const told = own.before?.output;
        rest = xargsWords(args);
        if (told !== undefined && !rest.some(({ text }) => text.includes('{}')))
          rest.push(
            ...told
              .split(/\s+/)
              .filter((text) => text !== '')
              .slice(0, 20)
              .map(plainWord),
          );
        else if (told !== undefined)
          rest = rest.map((word) => ({ ...word, text: word.text.replaceAll('{}', told.trim()) }));
        continue;
      }
      if (isWrapper(program)) {
        this.#keep(program, args, own, variables, at, true);
        const behind = behindWrapper(program, args);
        if (typeof behind === 'string') return this.script(behind, deeper(at, own.input));
        rest = behind;
        continue;
      }
      const other = launched(program, args, this.#ports.knows ?? (() => false));
      const run = this.#keep(program, args, own, variables, at, other !== undefined);
      if (other === undefined) {
        this.#follow(run, at);
        this.#file(first, args, at);
        place.folder = at.folder;
        return run;
      }
      at = { ...at, elsewhere: at.elsewhere || other.elsewhere };
      rest = other.words;
    }
    return this.#leave(textOf(rest));
  }

  #leave(text: string): undefined {
    this.cut.add(text);
  }

  /** Runs an alias or a function of the script's own. */
  #named(first: Word, args: readonly Word[], place: Place): { run: Run | undefined } | undefined {
    const alias = first.quoted ? undefined : this.#aliases.get(first.text);
    const texts = args.map(({ text }) => text);
    if (alias !== undefined) {
      this.#aliases.delete(first.text);
      const run = this.script(
        [alias, ...texts.map(quotedWord)].join(' '),
        deeper(place, undefined),
      );
      this.#aliases.set(first.text, alias);
      return { run };
    }
    const body = this.#functions.get(first.text);
    if (body === undefined) return undefined;
    return { run: this.script(body, positioned(deeper(place, undefined), ['', ...texts])) };
  }

  #keep(
    program: string,
    args: Word[],
    own: Given,
    variables: string[],
    place: Place,
    passes: boolean,
  ): Run {
    const run: Run = {
      program,
      args,
      variables,
      redirects: own.redirects,
      listed: place.listed,
      elsewhere: place.elsewhere,
      passes,
    };
    if (place.folder !== undefined) run.folder = place.folder;
    if (own.before !== undefined) run.before = own.before;
    const from = takesInput.test(program) ? inputFile(args, own.redirects) : undefined;
    const input = own.input ?? (from === undefined ? undefined : this.#read(from, place));
    if (input !== undefined) run.input = input;
    const output =
      printedBy(
        program,
        args.map(({ text }) => text),
        input,
      ) ?? this.#printedFile(run, place);
    if (output !== undefined) run.output = output;
    this.runs.push(run);
    return run;
  }

  /** `cat FILE`, where a shell may read it. */
  #printedFile({ program, args }: Run, place: Place): string | undefined {
    const file = program === 'cat' ? args.find(({ text }) => !text.startsWith('-')) : undefined;
    return file === undefined || file.expands ? undefined : this.#read(file.text, place);
  }

  #read(path: string, place: Place): string | undefined {
    if (this.#ports.read === undefined || place.elsewhere || this.#left.files <= 0)
      return undefined;
    this.#left.files -= 1;
    return this.#ports.read(place.folder === undefined ? path : joinPath(place.folder, path));
  }

  /** What a run changes for those behind it, and what it starts. */
  #follow(run: Run, place: Place): void {
    const { program, args } = run;
    const texts = args.map(({ text }) => text);
    if (program === 'cd' || program === 'pushd') {
      const to = args.find(({ text }) => !text.startsWith('-'));
      if (to !== undefined && !to.expands)
        place.folder = place.folder === undefined ? to.text : joinPath(place.folder, to.text);
    } else if (settingNames.has(program)) {
      for (const word of args) if (isAssignment(word)) this.#set(word, place);
    } else if (program === 'alias') {
      for (const text of texts) {
        const cut = text.indexOf('=');
        if (cut > 0) this.#aliases.set(text.slice(0, cut), text.slice(cut + 1));
      }
    } else if (program === 'git') this.#gitAlias(texts, place);
    else if (program === 'printf' && texts[0] === '-v')
      place.names.set(texts[1] ?? '', [printedBy('printf', texts.slice(2), undefined) ?? '']);
    for (const started of startedBy(run)) this.#start(started, run, place);
    this.#recipe(run, texts, place);
  }

  #start(
    { script, positions, words, file, elsewhere, listed }: Started,
    run: Run,
    place: Place,
  ): void {
    const inner = deeper(place, undefined);
    if (elsewhere) inner.elsewhere = true;
    if (listed) inner.listed = true;
    if (words !== undefined)
      this.#words(words, { variables: [], redirects: [], before: run }, inner);
    const text = script ?? (file === undefined ? undefined : this.#read(file, place));
    if (text !== undefined)
      this.script(text, positions === undefined ? inner : positioned(inner, positions));
  }

  /** An alias that `git -c` gives for this one run. */
  #gitAlias(texts: readonly string[], place: Place): void {
    texts.forEach((text, index) => {
      const [, name, value] = /^alias\.([\w-]{1,60})=(.*)$/s.exec(text) ?? [];
      const at = name === undefined ? -1 : texts.indexOf(name, index + 1);
      if (value === undefined || texts[index - 1] !== '-c' || at < 0) return;
      const more = texts.slice(at + 1).map(quotedWord);
      const script = value.startsWith('!') ? value.slice(1) : `git ${value}`;
      this.script([script, ...more].join(' '), deeper(place, undefined));
    });
  }

  /** Scripts of the project that a command names, and a script that is called by its path. */
  #recipe(run: Run, texts: readonly string[], place: Place): void {
    const inner = deeper(place, undefined);
    if (place.depth >= 4) return;
    const dir = texts.findIndex((text) => /^(?:-C|--prefix|--dir|--cwd)$/.test(text));
    if (dir >= 0 && texts[dir + 1] !== undefined)
      inner.folder =
        place.folder === undefined ? texts[dir + 1]! : joinPath(place.folder, texts[dir + 1]!);
    const used = dir < 0 ? texts : texts.filter((_, index) => index !== dir && index !== dir + 1);
    const recipe = recipeOf(run.program, used);
    for (const file of recipe?.files ?? []) {
      const text = this.#read(file, inner);
      if (text === undefined) continue;
      for (const script of recipe!.scripts(text)) this.script(script, { ...inner });
      break;
    }
  }

  /** A program that is called by a path of the project, where it is a shell's script. */
  #file(word: Word, args: readonly Word[], place: Place): void {
    if (word.expands || !/^\.{0,2}\/|\.sh$/.test(word.text)) return;
    const text = this.#read(word.text, place);
    const line = text?.slice(0, 100).split('\n')[0] ?? '';
    const shebang = /^#!\s*(\S+)(?:\s+(\S+))?/.exec(line);
    const shell =
      programName(shebang?.[1] ?? '') === 'env' ? shebang?.[2] : programName(shebang?.[1] ?? '');
    if (
      text !== undefined &&
      (shells.test(shell ?? '') || (shebang === null && /\.sh$/.test(word.text)))
    )
      this.script(
        text,
        positioned(deeper(place, undefined), [word.text, ...args.map((one) => one.text)]),
      );
  }
}

/** What a command is given by the line it stands on. */
interface Given {
  variables: string[];
  redirects: SimpleCommand['redirects'];
  input?: string;
  before?: Run;
}

/** Programs whose redirected input says what they do. */
const takesInput =
  /sh$|^(?:psql|mysql|mariadb|sqlite3|python[\d.]*|node|ruby|perl|sqlcmd|duckdb|mongosh)$/;

/** The file that a program reads its script from, as `< FILE`, or `-f FILE` of a program that takes SQL. */
function inputFile(
  args: readonly Word[],
  redirects: SimpleCommand['redirects'],
): string | undefined {
  const from = redirects.find(({ operator }) => operator === '<')?.target;
  if (from !== undefined) return from.expands ? undefined : from.text;
  const at = args.findIndex(({ text }) => /^(?:-f|--file)$/.test(text));
  return at >= 0
    ? args[at + 1]?.text
    : args.map(({ text }) => /^--file=(.+)$/.exec(text)?.[1]).find((text) => text !== undefined);
}

function deeper(place: Place, input: string | undefined): Place {
  const { input: _, ...rest } = place;
  const inner: Place = { ...rest, depth: place.depth + 1, names: new Map(place.names) };
  if (input !== undefined) inner.input = input;
  return inner;
}

function positioned(place: Place, texts: readonly string[]): Place {
  texts.slice(0, 10).forEach((text, index) => {
    place.names.set(String(index), [text]);
  });
  const all = texts.length > 1 ? texts.slice(1, 20) : [''];
  place.names.set('@', all);
  place.names.set('*', all);
  return place;
}

function isAssignment({ text }: Word): boolean {
  return /^[A-Za-z_]\w*\+?=/.test(text);
}

function xargsWords(args: readonly Word[]): Word[] {
  const taking = /^(?:-[nPILdaEs]|--(?:max-args|max-procs|replace|delimiter|arg-file))$/;
  let at = 0;
  for (; at < args.length && args[at]!.text.startsWith('-'); at += 1)
    if (taking.test(args[at]!.text)) at += 1;
  return args.slice(at);
}

function textOf(words: readonly Word[]): string {
  return words.map(({ text }) => text).join(' ');
}

function plainWord(text: string): Word {
  return { text, expands: false, globs: false, quoted: true };
}
