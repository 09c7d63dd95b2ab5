import type { ActName } from './acts.ts';

/** What a verb and its object name together; `object`: how far it may stand behind the verb is four words. */
const phrases: readonly { act: ActName; verb: RegExp; object: RegExp; not?: RegExp }[] = [
  {
    act: 'rewrite',
    verb: /^(?:rewrit(?:e|ing)|chang(?:e|ing)|alter(?:ing)?|edit(?:ing)?|squash(?:ing)?)$/,
    object: /^history$/,
  },
  {
    act: 'skip-hooks',
    verb: /^(?:skip(?:ping)?|bypass(?:ing)?|disabl(?:e|ing)|circumvent(?:ing)?|avoid(?:ing)?|ignor(?:e|ing))$/,
    object: /^(?:hooks?|pre-commit|precommit|husky)$/,
  },
  {
    act: 'delete-branch',
    verb: /^(?:delet(?:e|ing)|remov(?:e|ing)|prun(?:e|ing))$/,
    object: /^branch(?:es)?$/,
  },
  {
    act: 'switch-branch',
    verb: /^(?:switch(?:ing)?|chang(?:e|ing)|leav(?:e|ing)|check(?:ing)?)$/,
    object: /^branch(?:es)?$/,
    not: /^(?:names?|protection)$/,
  },
  {
    act: 'branch',
    verb: /^(?:creat(?:e|ing)|mak(?:e|ing)|start(?:ing)?|open(?:ing)?|cut(?:ting)?)$/,
    object: /^branch(?:es)?$/,
  },
  {
    act: 'close',
    verb: /^clos(?:e|ing)$/,
    object: /^(?:issues?|tickets?|prs?|requests?|bugs?)$/,
  },
  {
    act: 'comment',
    verb: /^(?:comment(?:ing)?|repl(?:y|ying)|post(?:ing)?|respond(?:ing)?|review(?:ing)?|approv(?:e|ing)|writ(?:e|ing))$/,
    object: /^(?:prs?|issues?|requests?|mrs?|tickets?|reviews?)$/,
  },
  {
    act: 'serve',
    verb: /^(?:start(?:ing)?|run(?:ning)?|launch(?:ing)?|boot(?:ing)?|spin(?:ning)?)$/,
    object: /^(?:servers?|devserver|app|dev-server)$/,
  },
  {
    act: 'e2e',
    verb: /^(?:run(?:ning)?|start(?:ing)?|execut(?:e|ing)|launch(?:ing)?)$/,
    object: /^(?:e2e|end-to-end|playwright|cypress)$/,
  },
  {
    act: 'test',
    verb: /^(?:run(?:ning)?|start(?:ing)?|execut(?:e|ing))$/,
    object: /^(?:tests?|specs?)$/,
    not: /^(?:against|on|in|with|that|which|for|twice|from|without)$/,
  },
  {
    act: 'database',
    verb: /^(?:touch(?:ing)?|query(?:ing)?|chang(?:e|ing)|connect(?:ing)?|modify(?:ing)?|us(?:e|ing)|writ(?:e|ing)|access(?:ing)?|mess(?:ing)?)$/,
    object: /^(?:databases?|db)$/,
  },
  {
    act: 'drop',
    verb: /^(?:delet(?:e|ing)|remov(?:e|ing)|eras(?:e|ing)|destroy(?:ing)?|los(?:e|ing)|wip(?:e|ing))$/,
    object: /^(?:data|rows?|records?|tables?|databases?|db)$/,
  },
  {
    act: 'reset',
    verb: /^reset(?:ting)?$/,
    object: /^(?:git|head|branch|repo|repository|commits?|worktree)$/,
  },
];

const between =
  /^(?:the|a|an|any|my|our|this|that|these|those|to|from|in|on|of|with|up|out|all|new|more|further|other|another|existing|git|pre-commit|commit|dev|development|local|remote|feature|running|own|your|single|anything|everything|prod|production|live|staging|pull|merge|database|end-to-end|e2e|unit|integration|into|at|off|around|open|web|background)$/;
const narrow = /^(?:prod|production|live|staging)$/;

/** The act that a verb and the object behind it name; `about`: where, as the words between them say. */
export function phraseOf(
  words: readonly string[],
): { act: ActName; taken: number; about: string[] } | undefined {
  const [verb = '', ...behind] = words;
  for (const { act, verb: does } of ofThings) if (does.test(verb)) return thingOf(act, behind);
  for (const { act, verb: does, object, not } of phrases) {
    if (!does.test(verb)) continue;
    const at = behind.slice(0, 6).findIndex((word) => object.test(word));
    if (at < 0 || !behind.slice(0, at).every((word) => between.test(word))) continue;
    if (not?.test(behind[at + 1] ?? '')) continue;
    const more = /^(?:tests?|suite|history|hooks?|server|process|requests?)$/;
    let taken = at + 2;
    while (more.test(words[taken] ?? '')) taken += 1;
    taken += placeBehind(words.slice(taken));
    if (act === 'skip-hooks' && /^(?:when|while|on)$/.test(words[taken] ?? '')) taken += 2;
    return { act, taken, about: behind.slice(0, at).filter((word) => narrow.test(word)) };
  }
  return undefined;
}

/** What is done to running things, of which one is meant or all. */
const ofThings: readonly { act: ActName; verb: RegExp }[] = [
  { act: 'restart', verb: /^(?:restart(?:ing)?|reboot(?:ing)?|reload(?:ing)?|bounc(?:e|ing))$/ },
  { act: 'kill', verb: /^(?:kill(?:ing)?|terminat(?:e|ing)|stop(?:ping)?)$/ },
];
const manyThings =
  /^(?:anything|processes|servers|daemons|services|containers|programs|jobs|workers|pods|databases|apps|ports)$/;
/** Words for a thing that say nothing of which one it is. */
const someThing =
  /^(?:process|program|job|service|container|app|application|pod|machine|worker|pid)$/;
/** Words for a thing by which a call may name it. */
const namedThing = /^(?:server|daemon|database|db|node|port|nginx|postgres|redis|docker)$/;
const databases = [
  'database',
  'db',
  'postgres',
  'postgresql',
  'mysql',
  'mariadb',
  'mongo',
  'mongod',
  'redis',
];
const beforeThing =
  /^(?:the|this|that|my|our|your|a|an|any|all|running|own|other|background|on|with|at|of|its)$/;

/**
 * The things that are not to be ended or started again: any where several are said, else those that the words name. One that has
 * no name cannot be told from others when it is to be ended; to start the server again is to start any.
 */
function thingOf(
  act: ActName,
  behind: readonly string[],
): { act: ActName; taken: number; about: string[] } | undefined {
  const names: string[] = [];
  let isMany = false;
  let isThing = false;
  let at = 0;
  for (; at < Math.min(behind.length, 7); at += 1) {
    const word = behind[at]!;
    if (/^(?:any|all)$/.test(word)) isMany = true;
    if (beforeThing.test(word)) continue;
    if (manyThings.test(word)) isMany = true;
    else if (namedThing.test(word)) names.push(word);
    else if (!someThing.test(word)) {
      const isNumber = /^:?\d{2,7}$/.test(word);
      const next = behind.slice(at + 1, at + 3).filter((one) => !beforeThing.test(one))[0] ?? '';
      const isOfThing =
        !isThing && /^[a-z][\w.-]+$/.test(word) && (someThing.test(next) || namedThing.test(next));
      if (!isNumber && !isOfThing) break;
      names.push(word.replace(':', ''));
      continue;
    }
    isThing = true;
  }
  if (!isThing) return undefined;
  const which =
    names.length > 1 ? names.filter((name) => !/^(?:server|port|node)$/.test(name)) : names;
  if (isMany) return { act, taken: at + 1, about: [] };
  if (act === 'restart' && !which.some((name) => !/^(?:server|daemon)$/.test(name)))
    return { act, taken: at + 1, about: [] };
  const about = which.flatMap((name) => (/^(?:database|db)$/.test(name) ? databases : [name]));
  return about.length === 0 ? undefined : { act, taken: at + 1, about };
}

/** `from the database`, `in our repo`: how many words say where what stands before them is. */
function placeBehind(words: readonly string[]): number {
  if (!/^(?:from|in|of|with|on|to)$/.test(words[0] ?? '')) return 0;
  const at = words
    .slice(0, 5)
    .findIndex((word) =>
      /^(?:databases?|db|tables?|repo|repository|git|server|machine|project|remote|github|gitlab|origin)$/.test(
        word,
      ),
    );
  return at > 0 && words.slice(1, at).every((word) => between.test(word)) ? at + 1 : 0;
}
