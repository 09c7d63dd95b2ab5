import type { Run } from '../shell/run.ts';
import { textsOf } from '../shell/run.ts';
import { gitWord } from './git-options.ts';

/** A file that a call changes, by its path as the call names it. */
export interface FileChange {
  path: string;
  /** The folder that it is seen from; absent: that of the call. */
  folder?: string;
  deletes: boolean;
}

const writers: Record<string, 'all' | 'last' | 'but-first'> = {
  tee: 'all',
  touch: 'all',
  mkdir: 'all',
  chmod: 'but-first',
  chown: 'but-first',
  chgrp: 'but-first',
  truncate: 'all',
  rm: 'all',
  unlink: 'all',
  rmdir: 'all',
  shred: 'all',
  rimraf: 'all',
  trash: 'all',
  mv: 'all',
  cp: 'last',
  ln: 'last',
  install: 'last',
  rsync: 'last',
  patch: 'all',
};

/** The files that a run plainly changes. */
export function fileChanges(run: Run): FileChange[] {
  if (run.elsewhere) return [];
  const found: string[] = run.redirects
    .filter(({ operator, descriptor }) => /^(?:&?>>?|>\||<>)$/.test(operator) && descriptor !== 2)
    .map(({ target }) => target.text);
  const deletes =
    /^(?:rm|unlink|rmdir|shred|rimraf|trash|mv|find)$/.test(run.program) || isGitRemoval(run);
  found.push(...ofProgram(run));
  return found
    .filter((path) => path !== '' && !/^\/dev\//.test(path))
    .map((path) => ({
      path,
      deletes,
      ...(run.folder === undefined ? {} : { folder: run.folder }),
    }));
}

function ofProgram(run: Run): string[] {
  const { program } = run;
  const texts = textsOf(run);
  const operands = texts.filter((text) => !text.startsWith('-'));
  const kind = Object.hasOwn(writers, program) ? writers[program] : undefined;
  const into = givenTo(texts, folderOptions[program]);
  if (into !== undefined) return program === 'mv' ? [into, ...operands] : [into];
  if (kind === 'all') return operands;
  if (kind === 'but-first') return operands.slice(1);
  if (kind === 'last') return operands.length > 1 ? operands.slice(-1) : [];
  if (program === 'find') return foundIn(texts);
  if (program === 'yq')
    return texts.some((text) => /^(?:-i|--inplace)$/.test(text)) ? operands : [];
  if (/^(?:sed|gsed|perl|ruby)$/.test(program))
    return texts.some((text) => /^-[a-zA-Z]*i|^--in-place/.test(text)) ? operands : [];
  if (program === 'dd') return texts.flatMap((text) => /^of=(.+)$/.exec(text)?.[1] ?? []);
  if (/^(?:prettier|biome|eslint|ruff|black|gofmt|rustfmt|isort|stylelint)$/.test(program))
    return texts.some((text) => /^(?:--write|--fix|-w|-i|format)$/.test(text)) ||
      /^(?:black|isort|rustfmt)$/.test(program)
      ? operands
      : [];
  return program === 'git' ? ofGit(run) : [];
}

/** Options that name the file or the folder that is written. */
const folderOptions: Record<string, RegExp> = {
  cp: /^(?:-t|--target-directory)(?:=(.+))?$/,
  mv: /^(?:-t|--target-directory)(?:=(.+))?$/,
  ln: /^(?:-t|--target-directory)(?:=(.+))?$/,
  install: /^(?:-t|--target-directory)(?:=(.+))?$/,
  sort: /^(?:-o|--output)(?:=(.+))?$/,
  curl: /^(?:-o|--output)(?:=(.+))?$/,
  wget: /^(?:-O|--output-document)(?:=(.+))?$/,
  tar: /^(?:-C|--directory)(?:=(.+))?$/,
  unzip: /^-d$/,
};

function givenTo(texts: readonly string[], option: RegExp | undefined): string | undefined {
  const at = option === undefined ? -1 : texts.findIndex((text) => option.test(text));
  return at < 0 ? undefined : (option!.exec(texts[at]!)![1] ?? texts[at + 1]);
}

/** Where `find` deletes what it finds. */
function foundIn(texts: readonly string[]): string[] {
  const removes = texts.some(
    (text, at) =>
      text === '-delete' ||
      (/^-(?:exec|ok)(?:dir)?$/.test(text) &&
        /^(?:rm|unlink|shred|mv|truncate)$/.test(texts[at + 1] ?? '')),
  );
  const end = texts.findIndex((text) => /^[-(!]/.test(text) && !/^-[HLP]$/.test(text));
  return removes ? texts.slice(0, end < 0 ? undefined : end) : [];
}

function isGitRemoval({ program, args }: Run): boolean {
  return program === 'git' && /^(?:rm|clean)$/.test(gitWord(args).word ?? '');
}

function ofGit({ args }: Run): string[] {
  const { word, rest } = gitWord(args);
  const texts = rest.map(({ text }) => text);
  const end = texts.indexOf('--');
  const operands = texts.filter((text) => !text.startsWith('-'));
  switch (word) {
    case 'rm':
      return texts.includes('--cached') ? [] : operands;
    case 'mv':
      return operands;
    case 'clean':
      return texts.some((text) => /^-[a-zA-Z]*f|^--force/.test(text)) ? operands : [];
    case 'checkout':
      return end >= 0 ? texts.slice(end + 1) : operands.filter((text) => /[./]/.test(text));
    case 'restore':
      return texts.includes('--staged') && !texts.includes('--worktree') ? [] : operands;
    default:
      return [];
  }
}
