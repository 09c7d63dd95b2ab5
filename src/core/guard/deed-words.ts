import { actOf } from './act-words.ts';
import type { ActName } from './acts.ts';
import { codeAt, type Said } from './clauses.ts';
import type { Deed } from './deed.ts';
import { kindNamed } from './file-kinds.ts';
import { phraseOf } from './phrases.ts';

/** What a part of a sentence names, and what follows it. */
export interface Read {
  deeds: Deed[];
  rest: string[];
}

const leading =
  /^(?:ever|please|even|automatically|accidentally|go|ahead|try|start|attempt|begin|to|any|a|an|the|my|our|more|further|new|extra|additional|another|git|first|now|with|also|actually|simply|yet|then|blindly|manually|again|yourself|it|as|well|do|doing)$/;
const running =
  /^(?:run(?:ning|s)?|use|using|execut(?:e|ing)|invok(?:e|ing)|call(?:ing)?|perform(?:ing)?|type|typing|trigger(?:ing)?|appl(?:y|ying)|launch(?:ing)?|issue|issuing|mak(?:e|ing)|creat(?:e|ing)|open(?:ing)?|submit(?:ting)?|do|doing|add(?:ing)?|cut(?:ting)?)$/;
const editing =
  /^(?:touch(?:ing)?|edit(?:ing)?|chang(?:e|ing)|modify(?:ing)?|alter(?:ing)?|overwrit(?:e|ing)|writ(?:e|ing)|updat(?:e|ing)|rewrit(?:e|ing)|refactor(?:ing)?|reformat(?:ting)?|format(?:ting)?|mess(?:ing)?|fiddl(?:e|ing))$/;
const moving = /^(?:mov(?:e|ing)|renam(?:e|ing))$/;
const deleting = /^(?:delet(?:e|es|ing)|remov(?:e|es|ing)|eras(?:e|ing)|rm)$/;
const dropping =
  /^(?:drop(?:ping)?|reset(?:ting)?|wip(?:e|ing)|truncat(?:e|ing)|purg(?:e|ing)|clear(?:ing)?)$/;
const data =
  /^(?:databases?|db|dbs|tables?|schemas?|data|prod|production|staging|the|any|our|my|local|dev|whole|entire)$/;
const upgrading = /^(?:updat(?:e|ing)|upgrad(?:e|ing)|bump(?:ing)?)$/;
const packages =
  /^(?:dependenc(?:y|ies)|deps?|packages?|librar(?:y|ies)|modules?|versions?|npm|node)$/;
const beforePath =
  /^(?:the|a|any|file|files|my|our|anything|everything|in|inside|under|within|below|folder|directory|dir|generated|existing|contents?|of|on|to|with|around|at|into|from|all|other)$/;
const byHand = /^(?:(?:or|and) \S+ ){0,3}(?:by hand|manually|directly)\b/;
const behindPath = /^(?:file|files|folder|directory|dir|itself|either|suite|themselves)$/;
/** Behind `test`: what is no file of it. */
const ofTests =
  /^(?:database|db|data|command|script|runner|user|account|server|env|environment|run|runs|output|results?|config|suite's)$/;
const places =
  /^(?:prod|production|live|staging|main|master|develop|trunk|release|origin\/[\w./-]+|upstream\/[\w./-]+|dev|test)$/;
const into = /^(?:to|on|in|into|onto|against|for)$/;
/** Programs by which a command begins, where it does not stand in quotes. */
const programs = new Set(
  'git npm npx pnpm yarn bun deno docker docker-compose podman kubectl helm terraform tofu make just cargo go pip pip3 python python3 node rails rake bundle prisma knex alembic psql mysql sqlite3 redis-cli mongosh gh glab aws gcloud az fly vercel netlify wrangler ssh scp rsync rm mv sudo curl wget brew apt apt-get systemctl gradle mvn composer php artisan mix flutter dart supabase firebase heroku ansible-playbook eslint prettier tsc jest vitest pytest kill pkill killall shutdown reboot chmod chown crontab dropdb createdb'.split(
    ' ',
  ),
);

/** True for the name of a program by which a command begins. */
export function isProgram(word: string): boolean {
  return programs.has(word);
}

/** A path of a file or a folder, as a person writes it. */
export function pathOf(word: string, said: Said): string | undefined {
  const code = codeAt(said, word);
  const text = asSaid(code ?? word, said)
    .replace(/(?<![,;:!])[,;:!]+$|\.$/g, '')
    .replace(/^\.\//, '');
  if (
    /\s/.test(text) ||
    text === '' ||
    /^(?:https?:|@|-)/.test(text) ||
    /^v?\d+(?:\.\d+)*$/.test(text)
  )
    return undefined;
  if (
    /^(?:node|next|vue|nuxt|express|react|three|d3|chart|socket|discord|solid|backbone|ember)\.(?:js|io)$|^(?:e\.g|i\.e|etc)\.?$|\.(?:com|org|net|dev)$/i.test(
      text,
    )
  )
    return undefined;
  if (
    /^(?:Makefile|Dockerfile|Gemfile|Rakefile|LICENSE|README|CHANGELOG|Procfile|Jenkinsfile|Cargo\.lock|justfile)$/i.test(
      text,
    )
  )
    return text;
  if (
    /\/$|^[\w.@*-]+(?:\/[\w.@*[\]-]+)+$/.test(text) &&
    !/^(?:and|or|either|he|his|s?he|yes|on|input|read|client|true|win|ci|tcp)\/\w+$/.test(text)
  )
    return text;
  return /^[\w@*.-]*[\w*]\.[a-z][a-z0-9]{0,7}$|^\.[a-z][\w.-]+$/i.test(text) ? text : undefined;
}

/** A word as it was said, before it was brought to lower case. */
function asSaid(word: string, { quote }: Said): string {
  const at = quote.toLowerCase().indexOf(word);
  return at < 0 || word === '' ? word : quote.slice(at, at + word.length);
}

/**
 * The words of a command that stands in code, or without quotes from a known program on. `named`: behind a word such as `use`,
 * so that the program alone is one.
 */
function commandAt(
  words: readonly string[],
  said: Said,
  named = false,
): { words: string[]; taken: number } | undefined {
  const code = codeAt(said, words[0] ?? '');
  if (code !== undefined) {
    const own = code.replace(/^\$ /, '').split(/\s+/);
    return /^[\w./@-]+$/.test(own[0] ?? '') &&
      (own.length > 1 || /[:-]/.test(code) || programs.has(own[0]!))
      ? { words: own, taken: 1 }
      : undefined;
  }
  if (/^--[a-z][a-z-]+$/.test(bare(words[0]))) return { words: [bare(words[0])], taken: 1 };
  if (!programs.has(bare(words[0])) || beforeThings.test(bare(words[1]))) return undefined;
  const own: string[] = [];
  for (const word of words) {
    // A point by itself is the folder.
    const bare = word === '.' ? word : asSaid(word, said).replace(/(?<![,;!])[,;!]+$|\.$/g, '');
    const ends = behindCommand.test(bare) || /[^\0-\u007f]/.test(bare);
    if (own.length > 0 && (ends || own.length >= 7)) break;
    own.push(bare);
    if (bare.length !== word.length) break;
  }
  // A program by itself is meant where nothing follows that could say what for.
  const behind = words.slice(own.length).map(bare).join(' ');
  const alone = behind === '' || forAllWork.test(behind) || bare(words[0]) !== words[0];
  return own.length > 1 || own[0] === 'sudo' || (named && alone)
    ? { words: own, taken: own.length }
    : undefined;
}

const forAllWork =
  /^(?:(?:in|for) (?:this|the|our) (?:repo|repository|project|codebase)|at all|any ?more|ever|again|please|anywhere)$/;
/** Behind a word such as `kill` or `make`: it is a verb of the sentence there, and no program. */
const beforeThings =
  /^(?:the|a|an|any|this|that|these|those|my|our|your|his|her|their|its|it|me|us|them|all|sure|some|every|each|no)$/;

const behindCommand =
  /^(?:on|in|for|against|again|without|until|unless|yet|please|here|and|or|because|since|if|when|before|after|now|anymore|at|ever|but|as|with|commands?|directly|yourself)$/;

/** A command as what it is called: `git push` is a push, whatever stands around it. */
export function ofCommand(words: readonly string[]): Deed {
  const line = words.join(' ');
  if (/^git push(?: origin)?$/.test(line)) return { do: 'act', act: 'push' };
  if (/^git push\b.* ?(?:--force\b|-f\b)/.test(line)) return { do: 'act', act: 'force-push' };
  if (/^git (?:commit|merge|rebase)$/.test(line)) return { do: 'act', act: words[1] as ActName };
  if (line === 'git commit --amend') return { do: 'act', act: 'amend' };
  if (/^(?:git (?:commit|push) )?--no-verify$/.test(line)) return { do: 'act', act: 'skip-hooks' };
  if (line === 'gh pr merge') return { do: 'act', act: 'merge' };
  return { do: 'command', words: [...words] };
}

/** Reads one thing that is done: `push`, `run npm run x`, `touch gen.txt`; undefined where the words name none. */
export function readDeed(given: readonly string[], said: Said): Read | undefined {
  let words = [...given];
  let act = readPhrase(words);
  while (act === undefined && words.length > 0 && leading.test(words[0]!)) {
    words = words.slice(1);
    act = readPhrase(words);
  }
  act ??= readAct(words);
  if (act !== undefined) return act;
  const verb = words[0]?.replace(/(?<![,;:!])[,;:!]+$|\.$/g, '') ?? '';
  const behind = words.slice(1);
  if (
    upgrading.test(verb) &&
    packages.test(bare(behind.find((word) => !/^(?:any|the|our|my|all)$/.test(word))))
  )
    return {
      deeds: [{ do: 'act', act: 'upgrade' }],
      rest: behind.slice(behind.findIndex((word) => packages.test(bare(word))) + 1),
    };
  const direct = programs.has(words[0] ?? '') ? commandAt(words, said) : undefined;
  if (direct !== undefined)
    return { deeds: [ofCommand(direct.words)], rest: words.slice(direct.taken) };
  const within = deleting.test(verb) ? readPaths(behind, said, true) : undefined;
  if (within !== undefined) return within;
  if (
    deleting.test(verb) &&
    /^(?:anything|files?|folders?|directories|any|stuff|things)$/.test(bare(behind[0]))
  )
    return {
      deeds: [{ do: 'act', act: 'delete' }],
      rest: behind.slice(/^(?:any)$/.test(behind[0]!) ? 2 : 1),
    };
  if (
    dropping.test(verb) &&
    data.test(bare(behind[0])) &&
    behind
      .slice(0, 4)
      .some((word) => /^(?:databases?|dbs?|tables?|schemas?|data)$/.test(bare(word)))
  ) {
    const at = behind.findIndex((word) =>
      /^(?:databases?|dbs?|tables?|schemas?|data)$/.test(bare(word)),
    );
    const about = behind
      .slice(0, at)
      .filter((word) => /^(?:prod|production|staging|live)$/.test(word));
    return { deeds: [withAbout({ do: 'act', act: 'drop' }, about)], rest: behind.slice(at + 1) };
  }
  // What moves a file takes it away from its place; it may be edited there.
  const takes = deleting.test(verb) || moving.test(verb);
  if (editing.test(verb) || takes) return readPaths(behind, said, takes);
  const from = running.test(verb)
    ? behind.filter((word, at) => at > 0 || !/^(?:any|the|a|an)$/.test(word))
    : words;
  const command = commandAt(from, said, running.test(verb));
  if (command !== undefined) {
    const last = from[command.taken - 1]!;
    const rest = from.slice(command.taken);
    return {
      deeds: [ofCommand(command.words)],
      rest: /[,;]$/.test(last) ? [',', ...rest] : rest,
    };
  }
  return running.test(verb)
    ? (readAct(from.filter((word) => !leading.test(word))) ?? undefined)
    : undefined;
}

/** What takes a verb and its object to name: `delete the branch`, `run the e2e tests`. */
function readPhrase(words: readonly string[]): Read | undefined {
  const found = phraseOf(words.map(bare));
  if (found === undefined) return undefined;
  const last = words[found.taken - 1]!;
  const rest = words.slice(found.taken);
  return {
    deeds: [withAbout({ do: 'act', act: found.act }, found.about)],
    rest: bare(last) === last ? rest : [',', ...rest],
  };
}

function bare(word: string | undefined): string {
  return (word ?? '').replace(/(?<![,;:!])[,;:!]+$|\.$/g, '');
}

function readAct(given: readonly string[]): Read | undefined {
  const words =
    /^(?:database|db|schema|sql)$/.test(given[0] ?? '') && actOf(bare(given[1])) === 'migrate'
      ? given.slice(1)
      : given;
  for (const count of [3, 2, 1]) {
    if (words.length < count) continue;
    const text = words.slice(0, count).map(bare).join(' ');
    const act = actOf(text);
    if (act === undefined) continue;
    const ends = bare(words[count - 1]) === words[count - 1] ? [] : [','];
    return { deeds: [{ do: 'act', act }], rest: [...ends, ...words.slice(count)] };
  }
  return undefined;
}

/** Paths, joined by `and`, `or` and commas. */
export function readPaths(
  words: readonly string[],
  said: Said,
  deletes: boolean,
): Read | undefined {
  const deeds: Deed[] = [];
  let outside = false;
  let at = 0;
  for (; at < words.length; at += 1) {
    const word = words[at]!;
    if (bare(word) === 'outside') outside = true;
    else if (deeds.length > 0 && (/^(?:and|or|nor|,|&)$/.test(word) || behindPath.test(bare(word))))
      continue;
    else if (beforePath.test(word)) continue;
    else {
      const folder =
        /^(?:folder|directory|dir)$/.test(bare(words[at + 1])) && /^[\w.-]+$/.test(word)
          ? `${word}/`
          : undefined;
      const path = pathOf(word, said) ?? folder;
      const kind = path === undefined ? kindNamed(bare(word)) : undefined;
      if (kind !== undefined && !ofTests.test(bare(words[at + 1]))) {
        deeds.push({ do: 'files', of: kind, ...(deletes ? { only: 'delete' as const } : {}) });
        if (!/,$/.test(word) && bare(word) !== word) {
          at += 1;
          break;
        }
        continue;
      }
      if (path === undefined) break;
      const deed: Deed = { do: 'file', path };
      if (byHand.test(words.slice(at + 1).join(' '))) deed.only = 'hand';
      if (deletes) deed.only = 'delete';
      if (outside) deed.outside = true;
      deeds.push(deed);
      if (!/,$/.test(word) && bare(word) !== word) {
        at += 1;
        break;
      }
    }
  }
  return deeds.length === 0 ? undefined : { deeds, rest: restFrom(words, at) };
}

/**
 * What follows a list of paths, with the word or the comma that joins it: "the tests or push", "the docs folder, it belongs to us". What
 * follows an "and" may be wanted: "do not touch the tests and push".
 */
function restFrom(words: readonly string[], at: number): string[] {
  const rest = words.slice(at);
  const last = words[at - 1] ?? '';
  if (rest.length === 0) return rest;
  if (/^(?:and|&)$/.test(last)) return [];
  if (/^(?:or|nor|,)$/.test(last)) return [last, ...rest];
  return /,$/.test(last) ? [',', ...rest] : rest;
}

export function withAbout(deed: Deed, about: readonly string[]): Deed {
  return deed.do === 'file' || deed.do === 'files' || about.length === 0
    ? deed
    : { ...deed, about: [...new Set(about)] };
}

const filling =
  /^(?:behalf|pull|,|yet|now|anything|any|it|this|that|these|those|them|the|my|our|your|changes?|code|work|stuff|things?|please|pls|at|all|ever|for|today|tonight|again|directly|yourself|automatically|on|own|by|to|remote|origin|upstream|github|gitlab|git|me|files?|everything|branch|branches|repo|repository|updates?|under|circumstances|still|here|anymore|either|ok|okay|thanks|right|away|so|far|a|an|new|more|further|additional|extra|third-party|external|in|into|project|session|commits?|database|db|dependenc(?:y|ies)|packages?|librar(?:y|ies)|deps|server|servers|environment|env|with|commands?|whatsoever|npm|pypi|registry|crates|rubygems|until|then|moment|being|time|just|though|prs?|mrs?|requests?|releases?|hand|nothing|anyone|anybody|whatever|machine|tomorrow|week|day|soon|there|package|version|versions|tags?|history|one|ones|another|other|others|kind|sort|form|way|service|services|release|builds?|artifacts?|images?|container|containers|gems|module|modules)$/;

/** True for a word that may follow a deed without saying of what kind it is. */
export function isFilling(word: string): boolean {
  return filling.test(word);
}

/** What follows a deed up to the next one: where it holds; undefined where that is more than can be told. */
export function readTail(
  words: readonly string[],
): { about: string[]; rest: string[]; condition?: string } | undefined {
  const about: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]!;
    const text = bare(word);
    if (/^(?:and|or|nor|&|\/)$/.test(text)) return { about, rest: words.slice(at + 1) };
    if (
      /^(?:until|unless|before|without|till|if|when|while|after|once|except|only|whenever)$/.test(
        text,
      ) &&
      text !== '' &&
      !/^until then/.test(words.slice(at, at + 2).join(' '))
    )
      return { about, rest: [], condition: words.slice(at).join(' ') };
    if (
      places.test(text) &&
      (into.test(words[at - 1] ?? '') ||
        (text !== 'release' && (at === 0 || /^(?:the|our)$/.test(words[at - 1]!))))
    )
      about.push(text);
    else if (into.test(words[at - 1] ?? '') && /^[\w-]+\/[\w./-]+$/.test(text)) about.push(text);
    else if (text !== '' && !filling.test(text))
      return at > 0 && /,$/.test(words[at - 1]!) ? { about, rest: [] } : undefined;
    if (/[,;]$/.test(word)) {
      const next = words.slice(at + 1);
      return { about, rest: /^(?:and|or|nor)$/.test(next[0] ?? '') ? next.slice(1) : next };
    }
  }
  return { about, rest: [] };
}
