import type { Word } from '../shell/script.ts';
import { joinPath } from '../task/path.ts';
import { gitWord, Options } from './git-options.ts';
import type { Hazard } from './hazard.ts';

const discards: Hazard = { kind: 'discard', what: 'discard uncommitted work' };
const forces: Hazard = { kind: 'force-push', what: 'rewrite or delete a branch of the remote' };
const loses: Hazard = {
  kind: 'discard',
  what: 'delete or move a branch with commits that may be nowhere else',
};
const forgets: Hazard = { kind: 'discard', what: 'delete commits that no branch holds any more' };

const none = /^$/;

type Judge = (
  args: readonly Word[],
  folder: string | undefined,
  settings: readonly string[],
) => Hazard | undefined;

const judges: Record<string, Judge> = {
  checkout(args, folder) {
    const given = new Options(args, /^-[bB]$|^--(?:orphan|conflict|pathspec-from-file)$/);
    const { operands, paths } = given;
    if (given.has('f', 'force', 3) || (paths?.length ?? 0) > 0) return discards;
    if (given.has('', 'pathspec-from-file', 9)) return discards;
    if (given.letters.includes('B')) return loses;
    if (given.has('b', 'orphan', 3)) return undefined;
    if (given.has('p', 'patch', 3)) return undefined;
    if (operands.length > 1) return discards;
    const path = operands[0]?.text;
    if (path === undefined) return undefined;
    const globs = operands[0]!.globs && /[*?[]/.test(path);
    if (/^(?:\.{1,2}(?:\/|$)|:)|\/$/.test(path) || globs) return discards;
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
    if (given.has('f', 'force', 9) || given.has('', 'discard-changes', 3)) return discards;
    return given.has('C', 'force-create', 7) ? loses : undefined;
  },
  restore(args) {
    const given = new Options(args, /^-s$|^--(?:source|pathspec-from-file)$/);
    if (given.has('p', 'patch', 3)) return undefined;
    const staged = given.has('S', 'staged', 3);
    return staged && !given.has('W', 'worktree', 1) ? undefined : discards;
  },
  reset(args) {
    const given = new Options(args, none);
    if (given.has('', 'keep', 1)) return { kind: 'discard', what: 'take commits off the branch' };
    return given.has('', 'hard', 1) || given.has('', 'merge', 1) ? discards : undefined;
  },
  clean(args, _folder, settings) {
    const given = new Options(args, /^-e$|^--exclude$/);
    if (given.has('n', 'dry-run', 1) || given.has('i', 'interactive', 1)) return undefined;
    const unasked = settings.some((one) => /^clean\.requireforce=(?:false|no|0|off)$/i.test(one));
    return unasked || given.has('f', 'force', 1) ? discards : undefined;
  },
  stash([first]) {
    return first?.text === 'drop' || first?.text === 'clear' ? discards : undefined;
  },
  branch(args) {
    const given = new Options(args, /^-u$/);
    const forced = given.has('f', 'force', 5);
    const isList = given.has('l', 'list', 2) || given.has('', 'format', 6);
    if (given.letters.includes('D')) return loses;
    return /[MC]/.test(given.letters) || (forced && !isList) ? loses : undefined;
  },
  'update-ref'(args) {
    const given = new Options(args, /^-m$/);
    return given.letters.includes('d') || given.has('', 'stdin', 2) ? loses : undefined;
  },
  'symbolic-ref'(args) {
    return new Options(args, none).has('d', 'delete', 1) ? loses : undefined;
  },
  reflog([first, ...rest]) {
    if (first?.text !== 'expire' && first?.text !== 'delete') return undefined;
    return new Options(rest, none).has('n', 'dry-run', 1) ? undefined : forgets;
  },
  gc(args) {
    const given = new Options(args, none);
    return given.long.some((name) => /^prune=(?:now|all)$/.test(name)) ? forgets : undefined;
  },
  prune(args) {
    return new Options(args, none).has('n', 'dry-run', 1) ? undefined : forgets;
  },
  'filter-branch': () => loses,
  'filter-repo'(args) {
    return new Options(args, none).has('', 'dry-run', 1) ? undefined : loses;
  },
  submodule([first, ...rest]) {
    const forced = new Options(rest, none).has('f', 'force', 1);
    return forced && /^(?:deinit|update)$/.test(first?.text ?? '') ? discards : undefined;
  },
  worktree([first, ...args]) {
    const isForced = new Options(args, none).has('f', 'force', 1);
    return first?.text === 'remove' && isForced ? discards : undefined;
  },
  rm(args) {
    const given = new Options(args, /^--pathspec-from-file$/);
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
  const { word, rest, folders, settings } = gitWord(args);
  const place = folders.reduce<string | undefined>(
    (at, one) => (at === undefined ? one : joinPath(at, one)),
    folder,
  );
  const judge = Object.hasOwn(judges, word) ? judges[word] : undefined;
  return /^(?:--help|-h)$/.test(rest[0]?.text ?? '') ? undefined : judge?.(rest, place, settings);
}
