import { type LiteralCommand, literalCommands } from '../shell/literal.ts';

/** A command as it is worth repeating, and what it is about. */
export interface CommandKey {
  /** The command without folder changes, output filters and redirections. */
  command: string;
  /** Program and sub-command: what a later success of settles an earlier failure. */
  family: string;
  /** Programs and sub-commands of all simple commands in it that do more than look, each once: `git push`, `npm test`. */
  families: string[];
  /** Families of the commands that surely ended well when the line did: those of a chain of `&&`, but for a filtered last one. */
  settled: string[];
  /** `check`: builds, tests, lints, runs; `change`: alters something; `look`: only looks; `chore`: waits, kills, echoes. */
  sort: 'check' | 'change' | 'look' | 'chore';
  /** True when its exit code is that of a filter behind it. */
  piped: boolean;
}

const filters = new Set(
  'head tail grep egrep rg tee cat less wc sort uniq awk sed cut tr column jq xargs'.split(' '),
);
const looks = new Set(
  'ls ll cat bat head tail less more grep egrep rg ag find fd tree wc pwd which type file stat du df ps env printenv date whoami hostname uname jq sort uniq cut awk sed diff cmp strings xxd od lsof netstat id readlink realpath basename dirname history man nl test [ column command hash true false'.split(
    ' ',
  ),
);
const chores = new Set(
  'echo printf sleep kill pkill cd export source . set alias wait clear mkdir touch chmod open for while if do done then fi else unset trap read exit'.split(
    ' ',
  ),
);
const subcommands = new Set(
  'git go cargo npm pnpm yarn bun deno npx bunx docker podman kubectl helm terraform gh glab make just mise task rake bundle mvn gradle gradlew ./gradlew ./mvnw dotnet swift mix poetry uv pip pip3 brew apt apt-get systemctl aws gcloud az flutter dart composer php rails xcodebuild turbo nx tox hatch pdm rustup stack cabal sbt lein zig'.split(
    ' ',
  ),
);
const gitLooks = new Set(
  'status log diff show branch remote rev-parse blame ls-files ls-tree describe config reflog shortlog cat-file rev-list merge-base check-ignore for-each-ref name-rev grep worktree tag stash'.split(
    ' ',
  ),
);
const ghLooks = new Set('view list status diff checks api search browse'.split(' '));
const changes = new Set('rm mv cp ln tee patch dd rsync scp git curl wget'.split(' '));
const lookWords = new Set(
  'show list ls get view status info describe search help version ready log logs cat'.split(' '),
);
const checkWords =
  /^(?:test|tests|build|lint|check|typecheck|type-check|vet|fmt|format|clippy|run|ci|verify|compile|bench|e2e|dev|start|serve|install|generate|migrate|deploy)\b/;

let lastLine: string | undefined;
let lastKey: CommandKey | undefined;

/** Reads one command line; undefined when there is nothing in it. */
export function commandKey(line: string): CommandKey | undefined {
  // Several families ask for the same line one after the other.
  if (line !== lastLine) {
    lastKey = keyOf(line);
    lastLine = line;
  }
  return lastKey;
}

function keyOf(line: string): CommandKey | undefined {
  const all = literalCommands(line);
  const kept = all.filter((one, index) => !isAside(one, all, index));
  const main =
    kept.find((one) => programOf(one) !== undefined && sortOf(one) !== 'chore') ?? kept[0];
  if (main === undefined) return undefined;
  const sort = strongestSort(kept);
  const lead = kept.find((one) => sortOf(one) === sort) ?? main;
  const piped = all.some(
    (one, index) => one.piped && index > 0 && filters.has(programOf(one) ?? ''),
  );
  return {
    command: normalise(line),
    family: familyOf(lead),
    families: [...new Set(kept.filter(doesSomething).map(toldFamily))],
    sort,
    settled: isChain(line) ? kept.slice(0, piped ? -1 : undefined).map(familyOf) : [],
    piped,
  };
}

/** True for commands that are joined by `&&` alone. */
export function isChain(line: string): boolean {
  return line.includes('&&') && !/[;\n]|\|\|/.test(line);
}

function isAside(one: LiteralCommand, all: readonly LiteralCommand[], index: number): boolean {
  const program = programOf(one);
  if (program === undefined) return true;
  return (
    program === 'cd' ||
    (one.piped && index > 0 && filters.has(program)) ||
    (program === 'echo' && all.length > 1)
  );
}

/** Words without leading assignments and wrappers. */
function wordsOf(one: LiteralCommand): (string | undefined)[] {
  let from = 0;
  for (; from < one.words.length; from += 1) {
    const word = one.words[from];
    if (
      word === undefined ||
      !(
        /^[A-Za-z_]\w*=/.test(word) ||
        /^(?:sudo|env|time|nohup|command|exec|timeout|nice|stdbuf|gtimeout)$/.test(word) ||
        (from > 0 && /^(?:-\S+|\d+[smh]?)$/.test(word))
      )
    )
      break;
  }
  return one.words.slice(from);
}

function programOf(one: LiteralCommand): string | undefined {
  const word = wordsOf(one)[0];
  return word?.replace(/^.*\/(?=[^/]+$)/, (path) => (path.startsWith('./') ? './' : ''));
}

function argsOf(one: LiteralCommand): string[] {
  return wordsOf(one)
    .slice(1)
    .filter((word): word is string => word !== undefined && !word.startsWith('-'));
}

function sortOf(one: LiteralCommand): CommandKey['sort'] {
  const program = programOf(one) ?? '';
  const [first, second] = argsOf(one);
  if (one.writes.length > 0 && looks.has(program)) return 'change';
  if (program === 'git') return gitLooks.has(first ?? '') ? 'look' : 'change';
  if (program === 'gh' || program === 'glab')
    return ghLooks.has(first ?? '') || ghLooks.has(second ?? '') ? 'look' : 'change';
  if (program === 'sed' && wordsOf(one).some((word) => word?.startsWith('-i'))) return 'change';
  if (looks.has(program)) return 'look';
  // What our own commands did is told from where they did it: the ticket, the run, the notes.
  if (chores.has(program) || program === 'holdfast') return 'chore';
  if (changes.has(program)) return 'change';
  return lookWords.has(first ?? '') && !subcommands.has(program) ? 'look' : 'check';
}

/** Programs whose first word names what they work on and not what they do. */
const withoutVerb =
  /^(?:pytest|py\.test|jest|vitest|mocha|tsc|eslint|prettier|biome|ruff|mypy|black|psql|sqlite3|redis-cli|ssh|scp|rsync|curl|wget|python[\d.]*|node|ruby|perl|bash|sh|zsh|tsx|php|lua|java|tar|zip|unzip|gcc|clang|javac|rustc)$/;

/** The family, with the first word also of programs that are not known to have sub-commands, where it looks like one. */
function familyWithVerb(one: LiteralCommand): string {
  const family = familyOf(one);
  const verb = argsOf(one)[0];
  if (family.startsWith('gh api ')) return 'gh api';
  return family === programOf(one) &&
    !withoutVerb.test(family) &&
    verb !== undefined &&
    /^[a-z][a-z:-]{1,20}$/.test(verb)
    ? `${family} ${verb}`
    : family;
}

/** Options that take no value: the word behind one is the command's own. */
const valueless =
  /^(?:--(?:silent|quiet|verbose|yes|no-[\w-]+|if-present|offline|locked|debug)|-[qsy])$/;
const runsScripts =
  /^(?:python[\d.]*|node|ruby|perl|bash|sh|zsh|tsx|ts-node|php|lua|Rscript|java)$/;
const verbLike = /^[a-z][a-z:-]{1,20}$/;

/**
 * The family as the user is told it: words that stood so behind each other, or the program and its verb alone. What may be the value
 * of an option is no verb.
 */
function toldFamily(one: LiteralCommand): string {
  const program = programOf(one) ?? '';
  const words = wordsOf(one).slice(1);
  if (runsScripts.test(program)) {
    const module = /^python/.test(program) ? words.indexOf('-m') : -1;
    if (words.slice(0, Math.max(0, module)).every((word) => word?.startsWith('-'))) {
      const name = module < 0 ? undefined : words[module + 1];
      if (name !== undefined) return `${program} -m ${name}`;
    }
    const first = words[0];
    return first === undefined || (first.startsWith('-') && first.includes('='))
      ? program
      : `${program} ${first}`;
  }
  const family = familyWithVerb(one);
  const told = [program, ...words].slice(0, family.split(' ').length).join(' ');
  if (told === family || family === program) return family;
  const at = verbAt(words, 0);
  const verb = words[at];
  if (verb === undefined) return program;
  // What follows is a part of the name only where it stood there.
  const next =
    family.split(' ').length > 2
      ? words[verb === 'compose' ? verbAt(words, at + 1) : at + 1]
      : undefined;
  return next !== undefined && verbLike.test(next)
    ? `${program} ${verb} ${next}`
    : `${program} ${verb}`;
}

/** The place of the first word that is an option neither itself nor by what stands before it; -1 where none is. */
function verbAt(words: readonly (string | undefined)[], from: number): number {
  const isWord = (word: string | undefined): boolean => word !== undefined && verbLike.test(word);
  return words.findIndex((word, at) => {
    if (at < from || !isWord(word)) return false;
    const before = at === from ? undefined : words[at - 1];
    return !before?.startsWith('-') || before.includes('=') || valueless.test(before);
  });
}

/** Sub-commands of git that look or do by what follows them, and those that every session runs. */
const gitListings = /^(?:list|show|view|-l|--list)$/;
const gitEveryday = new Set(['add', 'commit', 'fetch', 'restore', 'branch']);

/** True for a command that is worth telling as something that was done. */
function doesSomething(one: LiteralCommand): boolean {
  const program = programOf(one) ?? '';
  const [first, second] = argsOf(one);
  if (program === 'git') {
    if (gitEveryday.has(first ?? '')) return false;
    if (/^(?:stash|tag|worktree)$/.test(first ?? '')) return !gitListings.test(second ?? '');
    return !gitLooks.has(first ?? '');
  }
  if (program === 'gh' && first === 'api') {
    return wordsOf(one).some((word) => /^(?:-X|--method|-f|-F|--field|--input)/.test(word ?? ''));
  }
  const sort = sortOf(one);
  return sort === 'check' || (sort === 'change' && !looks.has(program) && !everyday.has(program));
}

const everyday = new Set('rm mv cp ln tee patch dd'.split(' '));

function strongestSort(commands: LiteralCommand[]): CommandKey['sort'] {
  const sorts = new Set(commands.map(sortOf));
  return (['check', 'change', 'look', 'chore'] as const).find((sort) => sorts.has(sort)) ?? 'chore';
}

function familyOf(one: LiteralCommand): string {
  const program = programOf(one) ?? '';
  const args = argsOf(one);
  if (/^python[\d.]*$/.test(program) && wordsOf(one)[1] === '-m')
    return `python -m ${args[0] ?? ''}`;
  if (subcommands.has(program)) {
    const [first, second] = args;
    const deeper =
      first === 'run' ||
      first === 'exec' ||
      first === 'compose' ||
      program === 'gh' ||
      (first !== undefined && /^(?:x|dlx|tool)$/.test(first));
    return [program, first, deeper ? second : undefined]
      .filter((part) => part !== undefined)
      .join(' ');
  }
  if (
    /^(?:python[\d.]*|node|ruby|perl|bash|sh|zsh|tsx|ts-node|php|lua|Rscript|java)$/.test(program)
  )
    return `${program} ${args[0] ?? ''}`.trim();
  return program;
}

/**
 * What a line's commands are done to, by which one is told from another of the same family: `zod` of `npm install zod`. Empty for git and
 * for checks, which are the same deed whatever is behind them.
 */
export function objectsOf(line: string): string {
  const objects = literalCommands(line)
    .filter((one) => doesObjects(one))
    .flatMap((one) => {
      const known = new Set(familyWithVerb(one).split(' '));
      return argsOf(one).filter((word) => !known.has(word));
    });
  return [...new Set(objects)].sort().join(' ').slice(0, 200);
}

function doesObjects(one: LiteralCommand): boolean {
  const program = programOf(one);
  if (program === undefined || program === 'git' || program === 'cd') return false;
  const family = familyOf(one);
  return /\b(?:install|add)\b/.test(family) || !isCheck(family);
}

/** A longer line is cut before it is compared. */
const longestLine = 4_000;

/** The line without a leading folder change, trailing filters and redirections, on one line. */
function normalise(line: string): string {
  let text = line.slice(0, longestLine).trim();
  for (let before = '', round = 0; before !== text && round < 20; round += 1) {
    before = text;
    text = text
      .replace(
        /^cd[ \t]{1,9}(?:"[^"]{1,400}"|'[^']{1,400}'|[^\s;&|]{1,400})[ \t]{0,9}(?:&&|;|\n)/,
        '',
      )
      .trimStart()
      .replace(/\|\s{0,9}(?:head|tail|less|cat|tee)\b[^|;&\n]{0,80}$/, '')
      .replace(/(?:;|&&|\|\|)\s{0,9}(?:echo|true)\b[^|;&\n]{0,120}$/, '')
      .replace(
        /(?:2>&1|2>\s{0,9}\/dev\/null|&>\s{0,9}\/dev\/null|>\s{0,9}\/dev\/null)(?=\s|$)/g,
        '',
      )
      .trim();
  }
  return text.replace(/[ \t]+/g, ' ');
}

/** True when the command is a build, test or lint: what is worth repeating first. */
export function isCheck(family: string): boolean {
  const parts = family.split(' ');
  return (
    parts.some((part, index) => index > 0 && checkWords.test(part)) ||
    /^(?:pytest|jest|vitest|tsc|eslint|biome|ruff|mypy|make|just|mise|tox|mocha|rspec|phpunit|ctest|golangci-lint|pyright|gradlew|\.\/gradlew)$/.test(
      parts[0] ?? '',
    )
  );
}
