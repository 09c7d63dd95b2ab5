import type { Word } from '../shell/script.ts';

/** Letters of short options, and whether a long one is there; git takes shortened long ones. */
export class Options {
  readonly letters: string;
  readonly long: string[];
  readonly operands: Word[];
  /** Words behind `--`. */
  readonly paths: Word[] | undefined;

  constructor(args: readonly Word[], taking: RegExp) {
    const end = args.findIndex(({ text }) => text === '--');
    const own = end < 0 ? args : args.slice(0, end);
    this.paths = end < 0 ? undefined : args.slice(end + 1);
    const rest: Word[] = [];
    const long: string[] = [];
    let letters = '';
    for (let at = 0; at < own.length; at += 1) {
      const { text } = own[at]!;
      if (text.startsWith('--')) long.push(text.slice(2));
      else if (/^-[A-Za-z]/.test(text)) letters += text.slice(1);
      else rest.push(own[at]!);
      if (taking.test(text)) at += 1;
    }
    this.letters = letters;
    this.long = long;
    this.operands = rest;
  }

  /** `least`: letters from which on the shortened name can be no other. */
  has(letter: string, name: string, least = name.length): boolean {
    if (letter !== '' && this.letters.includes(letter)) return true;
    return this.long.some((given) => {
      const [bare = ''] = given.split('=');
      return bare.length >= least && name.startsWith(bare);
    });
  }
}

/** Options of git itself, before its word, that take one. */
const taking = /^(?:-[Cc]|--(?:git-dir|work-tree|namespace|exec-path|config-env|super-prefix))$/;

/** The word of a git command (`push`, `reset`) with what follows it, and the folder that `-C` names. */
export function gitWord(args: readonly Word[]): {
  word: string;
  rest: Word[];
  folders: string[];
  settings: string[];
} {
  const folders: string[] = [];
  const settings: string[] = [];
  let at = 0;
  for (; at < args.length && args[at]!.text.startsWith('-'); at += 1) {
    const { text } = args[at]!;
    if (!taking.test(text)) continue;
    at += 1;
    const value = args[at]?.text ?? '';
    if (text === '-C') folders.push(value);
    if (text === '-c') settings.push(value);
  }
  return { word: args[at]?.text ?? '', rest: args.slice(at + 1), folders, settings };
}
