import type { Run } from '../shell/run.ts';
import { textsOf } from '../shell/run.ts';
import { gitWord } from './git-options.ts';

/** A file that a call changes, by its path as the call names it. */
export interface FileChange {
  path: string;
  /** The folder that it is seen from; absent: that of the call. */
  folder?: string;
  deletes: boolean;
  /** All that lies in it is changed as well. */
  whole?: true;
  /** By a program that makes it out of something else, as lock files are. */
  made?: true;
}

/** Programs that write what a person gives them; others make what they write. */
const byHand =
  /^(?:|echo|printf|cat|tee|sponge|sed|gsed|perl|ruby|awk|gawk|ex|vi|vim|nvim|ed|nano|emacs|python[\d.]*|node|cp|mv|rm|ln|touch|truncate|dd|patch|jq|yq|install|git|unlink|shred|curl|wget)$/;

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
      ...(isWhole(run) ? { whole: true as const } : {}),
      ...(byHand.test(run.program) ? {} : { made: true as const }),
      ...(run.folder === undefined ? {} : { folder: run.folder }),
    }));
}

/** True for a run that changes what lies in the folders which it names. */
function isWhole(run: Run): boolean {
  const texts = textsOf(run);
  if (/^(?:chmod|chown|chgrp)$/.test(run.program))
    return texts.some((text) => /^(?:-[a-zA-Z]*R|--recursive)/.test(text));
  if (run.program === 'rsync') return texts.some((text) => /^--del/.test(text));
  return !/^(?:|cp|ln|install|touch|mkdir|tee|truncate|echo|printf|cat|sponge|dd|curl|wget|sort|tar|unzip)$/.test(
    run.program,
  );
}

/** A copy goes by its own name into a folder, and may be the file itself: both are looked at. */
function copied(sources: readonly string[], to: string): string[] {
  const into = sources.flatMap((source) => {
    const name =
      source
        .replace(/(?<!\/)\/+$/, '')
        .split('/')
        .at(-1) ?? '';
    return name === '' || name === '.' ? [] : [`${to.replace(/(?<!\/)\/+$/, '')}/${name}`];
  });
  return sources.length > 1 || to.endsWith('/') ? into : [to, ...into];
}

function ofProgram(run: Run): string[] {
  const { program } = run;
  const texts = textsOf(run);
  const operands = texts.filter((text) => !text.startsWith('-'));
  const kind = Object.hasOwn(writers, program) ? writers[program] : undefined;
  const into = givenTo(texts, folderOptions[program]);
  if (into !== undefined) {
    if (program === 'mv') return [into, ...operands];
    return kind === 'last'
      ? copied(
          operands.filter((text) => text !== into),
          `${into}/`,
        )
      : [into];
  }
  if (kind === 'all') return operands;
  if (kind === 'but-first') return operands.slice(1);
  if (kind === 'last')
    return operands.length > 1 ? copied(operands.slice(0, -1), operands.at(-1)!) : [];
  if (program === 'find') return foundIn(texts);
  if (program === 'yq')
    return texts.some((text) => /^(?:-i|--inplace)$/.test(text)) ? operands : [];
  if (/^(?:sed|gsed|perl|ruby)$/.test(program))
    return texts.some((text) => /^-[a-zA-Z]*i|^--in-place/.test(text)) ? operands : [];
  if (/^(?:ex|vi|vim|nvim)$/.test(program))
    return operands
      .filter(
        (_, at) =>
          !/^(?:-c|--cmd|-S|-u)$/.test(before(texts, operands[at]!)) &&
          !/^[+:%]/.test(operands[at]!),
      )
      .slice(-3);
  if (/^(?:g|m|n)?awk$/.test(program)) return texts.includes('inplace') ? operands.slice(-3) : [];
  if (/^(?:ed|sponge|nano|emacs)$/.test(program)) return operands;
  if (program === 'dotenv' || program === 'dotenvx')
    return /^(?:set|unset|encrypt|decrypt|rotate)$/.test(operands[0] ?? '')
      ? [givenTo(texts, /^(?:-f|--file|--env-file)(?:=(.+))?$/) ?? '.env']
      : [];
  if (program === 'dd') return texts.flatMap((text) => /^of=(.+)$/.exec(text)?.[1] ?? []);
  if (/^(?:prettier|biome|eslint|ruff|black|gofmt|rustfmt|isort|stylelint)$/.test(program))
    return texts.some((text) => /^(?:--write|--fix|-w|-i|format)$/.test(text)) ||
      /^(?:black|isort|rustfmt)$/.test(program)
      ? operands
      : [];
  return program === 'git' ? ofGit(run) : manifestsOf(program, operands, texts);
}

function before(texts: readonly string[], text: string): string {
  return texts[texts.indexOf(text) - 1] ?? '';
}

/** Files of a project's packages that a package manager writes, by what it is told to do. */
function manifestsOf(
  program: string,
  operands: readonly string[],
  texts: readonly string[],
): string[] {
  const [word = '', next] = operands;
  const adds = /^(?:add|remove|rm|uninstall|un|up|update|upgrade|require|get|lock|tidy)$/.test(
    word,
  );
  const installs = /^(?:install|i)$/.test(word) && next !== undefined;
  switch (program) {
    case 'npm':
    case 'pnpm':
    case 'yarn':
    case 'bun': {
      if (texts.some((text) => /^(?:--no-save|-g|--global|--dry-run)$/.test(text))) return [];
      const lock = {
        npm: 'package-lock.json',
        pnpm: 'pnpm-lock.yaml',
        yarn: 'yarn.lock',
        bun: 'bun.lock',
      }[program];
      const sets = /^(?:version|set-script)$/.test(word) && next !== undefined;
      if (sets || (word === 'pkg' && /^(?:set|delete|fix)$/.test(next ?? '')))
        return ['package.json'];
      return adds || installs ? ['package.json', lock] : [];
    }
    case 'cargo':
      if (/^(?:add|remove|rm)$/.test(word)) return ['Cargo.toml', 'Cargo.lock'];
      return /^(?:update|generate-lockfile)$/.test(word) ? ['Cargo.lock'] : [];
    case 'go':
      if (word === 'get' || (word === 'mod' && /^(?:tidy|edit|init)$/.test(next ?? '')))
        return ['go.mod', 'go.sum'];
      return word === 'mod' && next === 'vendor' ? ['vendor'] : [];
    case 'poetry':
      return adds ? ['pyproject.toml', 'poetry.lock'] : [];
    case 'uv':
    case 'pdm':
      if (word === 'lock') return [`${program}.lock`];
      return /^(?:add|remove)$/.test(word) ? ['pyproject.toml', `${program}.lock`] : [];
    case 'composer':
      if (word === 'update') return ['composer.lock'];
      return /^(?:require|remove)$/.test(word) ? ['composer.json', 'composer.lock'] : [];
    case 'bundle':
      if (word === 'update' || word === 'lock') return ['Gemfile.lock'];
      return /^(?:add|remove)$/.test(word) ? ['Gemfile', 'Gemfile.lock'] : [];
    default:
      return [];
  }
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
    case 'apply':
      return texts.flatMap((text, at) =>
        text === '--include' ? (texts[at + 1] ?? []) : (/^--include=(.+)$/.exec(text)?.[1] ?? []),
      );
    case 'restore':
      return texts.includes('--staged') && !texts.includes('--worktree') ? [] : operands;
    default:
      return [];
  }
}
