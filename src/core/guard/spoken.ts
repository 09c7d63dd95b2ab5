import type { DeedListName } from '../words/deed-list-names.ts';
import {
  type DeedReading,
  hasDeed,
  hasKind,
  likelyLanguages,
  placesOf,
  readDeeds,
} from '../words/deed-signs.ts';
import { kind } from '../words/kinds.ts';
import { isCommon } from '../words/language.ts';
import { isNeedless } from '../words/needless.ts';
import type { Sign } from '../words/signs.ts';
import { isOwnAct } from './act-objects.ts';
import type { ActName } from './acts.ts';
import { codeAt, type Said } from './clauses.ts';
import type { Deed, Rule } from './deed.ts';
import { isProgram, ofCommand, pathOf, withAbout } from './deed-words.ts';

const mark = /\u0002\d+\u0002/g;
const clauseEnd = /[,;!\uff0c\u3002\uff1b\uff01\u060c]|[.:](?=\s|$)|\s[-\u2013\u2014]\s/;
const longest = 30;
const acts = ['push', 'commit', 'merge', 'deploy', 'publish'] as const;

/** What a sentence of another language than English forbids or makes wait; undefined where that is not plain. */
export function spokenRule(said: Said): Rule | undefined {
  for (const code of languagesOf(said)) {
    const found = ruleIn(said, code);
    if (found !== undefined) return { quote: said.quote, ...found };
  }
  return undefined;
}

/** What such a sentence allows: without a condition, and by the speaker's own words. */
export function spokenPermit(said: Said): Deed[] {
  const codes = languagesOf(said);
  const text = textOf(said.plain);
  // Languages that are alike are told apart by few words: what is told of others in any of them is no permission.
  if (codes.some((code) => hasDeed(readDeeds(text, code), 'says'))) return [];
  for (const code of codes) {
    const whole = readDeeds(text, code);
    if (!(hasKind(whole, 'may') || hasDeed(whole, 'may'))) continue;
    if (waits(whole) || hasDeed(whole, 'not', 'notend', 'doubt', 'self')) continue;
    if (whole.signs.some(denies)) continue;
    const deeds = clausesOf(said).flatMap((clause) => deedsIn(clause, said, code));
    if (deeds.length > 0) return deeds;
  }
  return [];
}

/** What nobody has to be asked about any more, by a sentence that says so. */
export function spokenNeedless(said: Said): Deed[] {
  for (const code of languagesOf(said)) {
    const whole = readDeeds(textOf(said.plain), code);
    const limits = (['if', 'only', 'but', 'maybe', 'why', 'once'] as const).some((name) =>
      whole.signs.some(
        ({ kinds }) => kinds.includes(kind(name)) && !kinds.includes(kind('before')),
      ),
    );
    if (limits || hasDeed(whole, 'says')) continue;
    const deeds = deedsIn(said.plain, said, code);
    if (deeds.length > 0) return deeds;
  }
  return [];
}

/** The acts that a question in such a language asks to be allowed. */
export function spokenQuestion(said: Said): Deed[] {
  const marked = /[?\uff1f\u061f]/.test(said.plain);
  for (const code of languagesOf(said)) {
    const whole = readDeeds(textOf(said.plain), code);
    // What is asked about what was done, or why, asks for nothing.
    const proposes =
      hasKind(whole, 'shall') || (marked && !hasKind(whole, 'past', 'be', 'bug', 'done'));
    if (!proposes || hasKind(whole, 'why')) continue;
    const deeds = deedsIn(said.plain, said, code).filter(
      ({ do: what }) => what === 'act' || what === 'command',
    );
    if (deeds.length > 0) return deeds;
  }
  return [];
}

function languagesOf(said: Said): string[] {
  return likelyLanguages(textOf(said.plain)).filter((code) => code !== 'en');
}

function textOf(plain: string): string {
  return plain.replace(mark, ' xcode ').replace(/\u0003/g, ' ');
}

function clausesOf({ plain }: Said): string[] {
  return plain.split(clauseEnd).filter((clause) => clause.trim() !== '');
}

/** Signs that make a permission wait, hold in part, or be doubted. */
function waits(whole: DeedReading): boolean {
  return (
    hasDeed(whole, 'until') ||
    whole.signs.some(
      ({ kinds }) =>
        !kinds.includes(kind('may')) &&
        (['if', 'before', 'only', 'but', 'maybe', 'wait', 'why', 'past'] as const).some((name) =>
          kinds.includes(kind(name)),
        ),
    )
  );
}

function denies({ kinds }: Sign): boolean {
  const has = (name: Parameters<typeof kind>[0]): boolean => kinds.includes(kind(name));
  return (has('not') || has('never') || has('forbid') || has('stop') || has('no')) && !has('may');
}

type Found = Pick<Rule, 'why' | 'deeds'>;

function ruleIn(said: Said, code: string): Found | undefined {
  const whole = readDeeds(textOf(said.plain), code);
  if (hasDeed(whole, 'says', 'doubt')) return undefined;
  const waiting = waitingFor(said, whole);
  if (waiting !== undefined)
    return waiting.length > 0 ? { why: 'waits', deeds: waiting } : undefined;
  if (isConditional(whole) || isTimed(whole)) return undefined;
  const deeds = clausesOf(said).flatMap((clause) => forbiddenIn(clause, said, code));
  return deeds.length > 0 ? { why: 'forbidden', deeds } : undefined;
}

/** True where a word makes a condition; one that is only found within a word that denies makes none. */
function isConditional(whole: DeedReading): boolean {
  const denied = [...placesOf(whole, 'not'), ...placesOf(whole, 'notend')];
  return whole.signs.some(
    ({ at, kinds }) =>
      kinds.includes(kind('if')) &&
      !denied.some((sign) => sign.at <= at && at < sign.at + sign.length),
  );
}

/** True where a rule ends, begins or holds by something else than the speaker's word. */
function isTimed(whole: DeedReading): boolean {
  return placesOf(whole, 'until').some(({ at, length }) =>
    whole.signs.some(
      (sign) =>
        sign.at <= at &&
        at + length <= sign.at + sign.length &&
        sign.kinds.includes(kind('before')),
    ),
  );
}

/** What waits for a yes of the speaker; undefined where nothing is said of one. */
function waitingFor(said: Said, whole: DeedReading): Deed[] | undefined {
  const ok = placesOf(whole, 'ok');
  const ask = placesOf(whole, 'ask');
  if ((ok.length === 0 && ask.length === 0) || !hasDeed(whole, 'until')) return undefined;
  // "Do not ask me before you commit" is the opposite.
  const near = whole.table?.spaced === false ? 3 : 2;
  const turned = ask.some(({ at, length }) =>
    negations(whole).some(
      (sign) =>
        sign.at !== at &&
        (Math.abs(sign.at - at) <= near || (sign.at > at && sign.at - at - length <= near)),
    ),
  );
  if (turned) return [];
  return deedsIn(said.plain, said, whole.code);
}

/** Words that deny. Those by which something does not work are none: "the push does not work" forbids none. */
function negations(reading: DeedReading): Sign[] {
  const known = reading.signs.filter(({ kinds }) =>
    (['not', 'never', 'forbid', 'stop'] as const).some((name) => kinds.includes(kind(name))),
  );
  const fails = placesOf(reading, 'fails');
  return [
    ...known,
    ...placesOf(reading, 'not'),
    ...placesOf(reading, 'notend'),
    ...placesOf(reading, 'hands'),
  ].filter(({ at }) => !fails.some((sign) => sign.at <= at && at < sign.at + sign.length));
}

function forbiddenIn(clause: string, said: Said, code: string): Deed[] {
  const reading = readDeeds(textOf(clause), code);
  const spaced = reading.table?.spaced !== false;
  if (spaced && reading.words.length > longest / 2) return [];
  if (!spaced && reading.plain.length > longest * 2) return [];
  const self = hasDeed(reading, 'self');
  if (!self && negations(reading).length === 0) return [];
  if (hasDeed(reading, 'doubt') || isNeedless(clause)) return [];
  const denied = new Set(placesOf(reading, 'not').map(({ at }) => at));
  const doubted = reading.signs.some(
    ({ at, kinds }) =>
      !denied.has(at) && (kinds.includes(kind('maybe')) || kinds.includes(kind('bug'))),
  );
  if (doubted) return [];
  const speaker = placesOf(reading, 'speaker');
  const named = new Set(
    reading.deeds.filter((sign) => !speaker.includes(sign)).map(({ at }) => at),
  );
  const told = reading.signs.some(
    ({ at, kinds }) =>
      !named.has(at) &&
      (['i', 'we', 'past', 'done'] as const).some((name) => kinds.includes(kind(name))),
  );
  if (!self && told && !hasKind(reading, 'forbid', 'never')) return [];
  return deedsIn(clause, said, code, true).filter((deed) => !self || deed.do === 'act');
}

/** Whether an act is one of git or of a deployment in a clause that names it. */
function isOwn(
  name: ActName & DeedListName,
  text: string,
  said: Said,
  code: string,
  rule: boolean,
) {
  const plain = textOf(
    text
      .replace(mark, (found) => {
        const named = codeAt(said, found) ?? '';
        const isBranch = /^[\w/-]+$/.test(named) && /[/-]|^(?:main|master|develop)$/.test(named);
        return isBranch ? ' main ' : found;
      })
      .replace(place, ' main ')
      .replace(forceOption, ' '),
  );
  return plain
    .split(clauseEnd)
    .some((part) => hasDeed(readDeeds(part, code), name) && isOwnAct(part, code, rule));
}

/** What a clause names. What is done to files needs a word for it. `rule`: the clause forbids it without more. */
function deedsIn(clause: string, said: Said, code: string, rule = false): Deed[] {
  const named = commandsIn(clause, said);
  const { rest } = named;
  const reading = readDeeds(textOf(rest), code);
  const has = (...names: Parameters<typeof hasDeed>[1][]): boolean => hasDeed(reading, ...names);
  const about = placesIn(rest);
  const deeds = named.deeds.map((deed) => withAbout(deed, about));
  const act = (name: ActName): void => {
    deeds.push(withAbout({ do: 'act', act: name }, about));
  };
  if (!has('besides'))
    for (const name of acts) {
      if (!has(name) || !isOwn(name, rest, said, code, rule)) continue;
      act(name === 'push' && isForced(rest) ? 'force-push' : name);
    }
  const removes = has('remove');
  const touches = has('touch') || has('hands');
  if ((has('install') && isPlainInstall(reading)) || (has('add') && has('packages')))
    act('install');
  if (removes || touches) {
    const only = touches ? {} : { only: 'delete' as const };
    const paths = [...pathsIn(rest, said), ...foldersIn(rest, code)];
    for (const path of paths) deeds.push({ do: 'file', path, ...only });
    if (has('tests')) deeds.push({ do: 'files', of: 'tests', ...only });
    if (has('migrations')) deeds.push({ do: 'files', of: 'migrations', ...only });
    if (removes && has('branch')) act('delete-branch');
    else if (removes && has('any') && paths.length === 0 && !has('tests', 'migrations'))
      act('delete');
  }
  return deeds.filter(
    (deed, at) => deeds.findIndex((one) => JSON.stringify(one) === JSON.stringify(deed)) === at,
  );
}

const forceOption = /--force(?:-with-lease)?\b|(?:^|\s)-f(?=\s|$)/g;
const forced = /--force\b|(?:^|\s)-f(?=\s|$)|\bforce[- ]?push|\bforc\u00e9|\bforzado/;

function isForced(text: string): boolean {
  return forced.test(text);
}

/** Nothing else is named than packages, or anything: to install one thing may be all that is meant. */
function isPlainInstall(reading: DeedReading): boolean {
  if (hasDeed(reading, 'packages', 'any')) return true;
  if (reading.table?.spaced === false)
    return reading.plain.replace(/[^\p{L}\p{N}]/gu, '').length <= 10;
  const known = new Set<number>();
  for (const { at, length } of [...reading.signs, ...reading.deeds])
    for (let place = at; place < at + length; place += 1) known.add(place);
  return reading.words.every((_, at) => known.has(at));
}

const place =
  /(?<![\w/.-])(?:main|master|develop|prod|production|produktion|producci\u00f3n|produ\u00e7\u00e3o|produzione|productie|produkcja|staging|live|[a-z]+\/[a-z][\w-]+)(?![\w/.-])/g;

function placesIn(text: string): string[] {
  return [...text.matchAll(place)].map(([name]) => name);
}

function pathsIn(clause: string, said: Said): string[] {
  return clause
    .split(/[\s,;!?()\uff0c\u3002\u3001]+|(?<=[^\0-\u007f])(?=[\w./])|(?<=[\w/])(?=[^\0-\u007f])/u)
    .filter((word) => word !== '')
    .flatMap((word) => pathOf(word, said) ?? []);
}

/** Between words, and where letters of a script that is not Latin touch a name. */
const betweenScripts =
  /[\s,;!?()\uff0c\u3002\u3001]+|(?<=\w)(?=(?!\p{Script=Latin})\p{L})|(?<=(?!\p{Script=Latin})[\p{L}\p{M}])(?=\w)/u;
const bareName = /^[a-z0-9][\w.]{1,60}$/i;

/** Folders that stand by their bare name beside a word for a folder: "la carpeta docs", "docs\u30d5\u30a9\u30eb\u30c0", "docs-Ordner". */
function foldersIn(clause: string, code: string): string[] {
  const isFolder = (part: string | undefined): boolean =>
    part !== undefined && hasDeed(readDeeds(part, code), 'folder');
  const isName = (part: string | undefined): part is string => {
    if (part === undefined || !bareName.test(part) || isCommon(part.toLowerCase(), code))
      return false;
    const { signs, deeds } = readDeeds(part, code);
    return signs.length === 0 && deeds.length === 0;
  };
  // A compound of the name and the word is told apart at its hyphen.
  const parts = clause.split(betweenScripts).flatMap((part) => {
    if (part === '') return [];
    const [, name, word] = /^([a-z0-9][\w.]{1,60})-(\p{L}+)$/iu.exec(part) ?? [];
    return name !== undefined && isFolder(word) ? [name, word!] : [part];
  });
  return parts.flatMap((part, at) => {
    // In some languages the word for a folder is two.
    const length = isFolder(part) ? 1 : isFolder(`${part} ${parts[at + 1] ?? ''}`) ? 2 : 0;
    if (length === 0 || (length === 2 && isFolder(parts[at + 1]))) return [];
    const name = [parts[at + length], parts[at - 1]].find(isName);
    return name === undefined ? [] : [`${name}/`];
  });
}

/** The commands that a clause names, in code or by the name of a known program, and the clause without them. */
function commandsIn(clause: string, said: Said): { rest: string; deeds: Deed[] } {
  const deeds: Deed[] = [];
  const rest = clause.replace(mark, (found) => {
    const code = codeAt(said, found) ?? '';
    const own = code.replace(/^\$ /, '').split(/\s+/);
    if (own.length < 2 && !/^[\w-]+:[\w:-]+$/.test(code)) return found;
    if (pathOf(found, said) !== undefined) return found;
    deeds.push(ofCommand(own));
    return ' ';
  });
  return { rest: withoutCommands(rest, deeds), deeds };
}

const commandWord = /(?<![\p{L}\p{N}_./-])[a-z][\w-]*(?= )/gu;
const behindProgram = /^(?: {1,3}-{0,2}[\w@./:=-]{1,80}(?![\p{Script=Latin}\w])){1,12}/u;

/** The clause without the commands that it names by a known program; these are added to what it names. */
function withoutCommands(clause: string, deeds: Deed[]): string {
  let rest = '';
  let at = 0;
  for (const { 0: program, index } of clause.matchAll(commandWord)) {
    if (index < at || !isProgram(program)) continue;
    const behind = behindProgram.exec(clause.slice(index + program.length))?.[0];
    const words = behind?.trim().split(/ +/) ?? [];
    // Another word says what for, and is no part of a command.
    if (!/[-:./\d]/.test(words[0] ?? '') && !partOfCommand.test(words[0] ?? '')) continue;
    const own = commandWords(program, words);
    deeds.push(ofCommand(own));
    rest += `${clause.slice(at, index)} `;
    const kept = words.slice(own.length - 1).join(' ');
    at = index + program.length + (behind?.length ?? 0) - kept.length;
  }
  return rest + clause.slice(at);
}

/** First words of commands behind a program, where a person writes them among words of another language. */
const partOfCommand =
  /^(?:add|apply|attach|backup|bench|build|bump|cache|cancel|checkout|cherry|clean|clear|clone|commit|compose|config|connect|console|cordon|cp|create|db|delete|deploy|destroy|dev|diff|down|downgrade|drain|drop|ecto|edit|enable|disable|eval|exec|fetch|fix|flush|flushall|force|format|gc|generate|import|init|install|instances|kill|lint|list|login|logout|logs|ls|merge|migrate|migration|mv|new|patch|plan|pr|prune|publish|pull|push|rebase|redeploy|release|reload|remove|repo|replace|reset|restart|restore|revert|rm|rmi|rollback|rollout|run|scale|seed|serve|set|setup|show|start|stash|state|status|stop|switch|sync|system|tag|taint|terminate|test|tests|tag|undeploy|uninstall|unlink|unpublish|up|update|upgrade|use|validate|volume|workspace)$/;

/** Words that belong to a command: the first, options, and what names a script or a part. */
function commandWords(program: string, words: readonly string[]): string[] {
  const own = [program];
  for (const word of words) {
    const before = own.at(-1)!;
    const isPart =
      own.length === 1 ||
      word.startsWith('-') ||
      /:/.test(word) ||
      /^(?:run|exec|pr|db|compose|reset)$/.test(before);
    if (!isPart || own.length > 6) break;
    own.push(word);
  }
  return own;
}
