import type { Word } from '../shell/script.ts';
import { joinPath } from '../task/path.ts';
import type { Hazard } from './hazard.ts';

const discards: Hazard = { kind: 'discard', what: 'discard uncommitted work' };
const forces: Hazard = { kind: 'force-push', what: 'rewrite or delete a branch of the remote' };

/** Letters of short options, and whether a long one is there; git takes shortened long ones. */
class Options {
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

const none = /^$/;

type Judge = (args: readonly Word[], folder: string | undefined) => Hazard | undefined;

const judges: Record<string, Judge> = {
  checkout(args, folder) {
    const given = new Options(args, /^-[bB]$|^--(?:orphan|conflict)$/);
    const { operands, paths } = given;
    if (given.has('f', 'force', 3) || (paths?.length ?? 0) > 0) return discards;
    if (given.has('b', 'orphan', 3) || given.letters.includes('B')) return undefined;
    if (given.has('p', 'patch', 3)) return undefined;
    if (operands.length > 1) return discards;
    const path = operands[0]?.text;
    if (path === undefined) return undefined;
    if (/^(?:\.{1,2}(?:\/|$)|:)|\/$/.test(path) || operands[0]!.globs) return discards;
    return { ...discards, file: folder === undefined ? { path } : { path, folder } };
  },
  'checkout-index'(args) {
    return new Options(args, none).has('f', 'force', 1) ? discards : undefined;
  },
  'read-tree'(args) {
    const given = new Options(args, none);
    return given.has('', 'reset', 3) && given.letters.includes('u') ? discards : undefined;
  },
  switch(args) {
    const given = new Options(args, /^-[cC]$/);
    return given.has('f', 'force', 3) || given.has('', 'discard-changes', 3) ? discards : undefined;
  },
  restore(args) {
    const given = new Options(args, /^-s$|^--source$/);
    if (given.has('p', 'patch', 3)) return undefined;
    const staged = given.has('S', 'staged', 3);
    return staged && !given.has('W', 'worktree', 1) ? undefined : discards;
  },
  reset(args) {
    const given = new Options(args, none);
    return given.has('', 'hard', 1) || given.has('', 'merge', 1) ? discards : undefined;
  },
  clean(args) {
    const given = new Options(args, /^-e$|^--exclude$/);
    if (given.has('n', 'dry-run', 1) || given.has('i', 'interactive', 1)) return undefined;
    return given.has('f', 'force', 1) ? discards : undefined;
  },
  stash([first]) {
    return first?.text === 'drop' || first?.text === 'clear' ? discards : undefined;
  },
  branch(args) {
    const given = new Options(args, /^-u$/);
    const deletes = given.has('d', 'delete', 3) && given.has('f', 'force', 3);
    return given.letters.includes('D') || deletes
      ? { ...discards, what: 'delete a branch with commits that may be nowhere else' }
      : undefined;
  },
  worktree([first, ...args]) {
    const isForced = new Options(args, none).has('f', 'force', 1);
    return first?.text === 'remove' && isForced ? discards : undefined;
  },
  rm(args) {
    const given = new Options(args, none);
    if (given.has('n', 'dry-run', 1) || given.has('', 'cached', 3)) return undefined;
    // Without force git itself keeps what is not committed.
    if (!given.has('r', '', 99)) return given.has('f', 'force', 1) ? discards : undefined;
    return { kind: 'delete', what: 'delete tracked files recursively' };
  },
  push(args) {
    const given = new Options(args, /^-o$|^--(?:push-option|receive-pack|exec|repo)$/);
    if (given.has('n', 'dry-run', 2)) return undefined;
    const forced =
      given.has('f', 'force', 2) ||
      given.long.some((name) => name.startsWith('force-')) ||
      given.has('d', 'delete', 2) ||
      given.has('', 'mirror', 1) ||
      given.has('', 'prune', 3);
    const refs = [...given.operands, ...(given.paths ?? [])].slice(1);
    return forced || refs.some(({ text }) => /^\+|^:./.test(text)) ? forces : undefined;
  },
};

/** What a `git` command would destroy; `folder`: the one that it runs in, where that is known. */
export function gitHazard(args: readonly Word[], folder: string | undefined): Hazard | undefined {
  let at = 0;
  let place = folder;
  for (; at < args.length; at += 1) {
    const { text } = args[at]!;
    if (!text.startsWith('-')) break;
    if (/^(?:-[Cc]|--(?:git-dir|work-tree|namespace|exec-path|config-env))$/.test(text)) {
      at += 1;
      const named = args[at]?.text ?? '';
      if (text === '-C') place = place === undefined ? named : joinPath(place, named);
    }
  }
  const word = args[at]?.text ?? '';
  const judge = Object.hasOwn(judges, word) ? judges[word] : undefined;
  const rest = args.slice(at + 1);
  return rest[0]?.text === '--help' ? undefined : judge?.(rest, place);
}
