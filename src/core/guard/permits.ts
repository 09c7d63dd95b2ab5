import { isAboutAsking, isNeedless } from '../words/needless.ts';
import { masked, type Said, saidIn } from './clauses.ts';
import type { Deed } from './deed.ts';
import { isProgram } from './deed-words.ts';
import { listed, wordsOf } from './forbidden.ts';
import { type OwnSentence, ownSentences } from './own-permission.ts';
import { spokenNeedless, spokenPermit } from './spoken.ts';

const longest = 600;

/** What a person allows, with whether it is for one time. */
export interface Permit {
  deeds: Deed[];
  once: boolean;
  /** "You need not ask before you push": it opens what waits for a yes, and nothing that is forbidden. */
  unasked?: true;
}

const granting =
  /^\s*(?:(?:and|but|so|then|please|pls|ok(?:ay)?|yes|yep|sure|right|alright|great|perfect|now|fine|good|cool|thanks|from now on|at this point|you (?:may|can|could|should)(?: now| again| also| go ahead and| then)*|you are (?:now )?allowed to|you're (?:now )?allowed to|you have my (?:ok|permission|approval) to|feel free to|go ahead(?: and| with)?|it's (?:ok|okay|fine|alright)(?: now)?(?: for you)? to|i (?:want|need|allow|authorize|permit) you to|let's|time to|do|just|proceed(?: to| with| and)?|this once|just this once|this time|for this one)[\s,:]*)*/;
/** Words by which an order is said to the agent. */
const toAgent =
  /\b(?:you|please|pls|ok|okay|yes|yep|sure|alright|go ahead|feel free|proceed|it's|this once|this time)\b/;
const negated =
  /\b(?:not|never|n't|don't|dont|won't|no|nothing|without|instead of|stop|avoid|refrain|rather than)\b/;
/** A condition, wherever in the sentence it stands, makes a permission one that may never come. */
const conditional =
  /\b(?:if|when|whenever|unless|until|once (?:the|it|it's|all|you|tests?|ci|i|we|they|everything|that|this)|after|as (?:soon|long) as|provided|providing|assuming|given that|in case|before|later|tomorrow|next week|depending|only (?:then|with|when|after)|subject to)\b/;
/** Words that begin a sentence which limits the one before it. */
const limiting =
  /^\s*(?:but |and )?(?:only |provided|as long as|assuming|unless|not (?:before|until|yet)|after |once |if |when )/;
/** What others say, ask, write or may do. */
const reported =
  /\b(?:says?|said|tells?|told|asks?|asked|writes?|wrote|claims?|claimed|thinks?|suggests?|suggested|according to|mentions?|announced|heard|apparently|supposedly|wonders?|whether)\b/;
const ownWords =
  /\bi(?:'ve| have| already|'m| am)? (?:said|say|told|tell|asked|ask|am telling|mean)\b|\bas i said\b/;
const ofOthers = /^\s*@?[a-z][\w .'-]{0,40}\s?:\s*\S.{0,40}\byou (?:may|can|could)\b|\u0003/;
const onceOnly =
  /\b(?:(?:just |only )?(?:this|one) (?:once|time)|once|one[- ]time|this one|dieses eine mal|einmal|cette fois|esta vez|una vez|desta vez)\b|\u8fd9\u4e00?\u6b21|\u4eca\u56de\u3060\u3051|\uc774\ubc88\ub9cc/;

/**
 * What a message of a person allows: a plain permission, or the order to do the very thing, in sentences that are plainly the
 * person's own to the agent. Where that is in doubt, nothing.
 */
export function permitsIn(message: string): Permit[] {
  // Which sentences are the person's own is asked only where one of them allows something.
  if (!saidIn(message).some((said) => permitOf(said, 'only') !== undefined)) return [];
  return ownSentences(message).flatMap(({ text, next, line }) => {
    const said = masked(text);
    if (text.length > longest || limiting.test(masked(next).plain)) return [];
    const permit = permitOf(said, line);
    return permit === undefined ? [] : [permit];
  });
}

function permitOf(said: Said, line: OwnSentence['line']): Permit | undefined {
  const once = onceOnly.test(said.plain);
  const deeds = deedsOf({ ...said, plain: said.plain.replace(unasked, ' ') }, line);
  if (deeds.length > 0) return { deeds, once };
  const free = notAskedOf(said);
  return free.length > 0 ? { deeds: free, once, unasked: true } : undefined;
}

/** "Push without asking": the words that forbid nothing in it. */
const unasked =
  /\bwithout (?:asking|checking with|waiting for|consulting|telling)(?: (?:me|us))?(?: (?:my|for my|for an?|for) (?:ok|okay|approval|permission|confirmation|go|go-ahead))?(?: (?:first|again|each time|every time|any ?more|from now on|now))*(?=\s*(?:[.,!;]|$))/g;
/** What it is that nobody has to be asked about. */
const aboutWhat =
  /\b(?:before(?: you)?|prior to|to|for|when(?: you)?) (?!(?:ask|wait|check|confirm|consult|tell|get|my|me|us|an?|the (?:ok|okay|approval|permission))\b)/;

/** What needs no asking any more, by words that say nothing else. */
function notAskedOf(said: Said): Deed[] {
  const { plain } = said;
  if (
    isOfOthers(plain.replace(/\b(?:to|not|n't) ask\b/g, ' ')) ||
    !isNeedless(plain) ||
    !isAboutAsking(plain)
  )
    return [];
  if (/\b(?:if|unless|until|except|but|only|when the|once|as long as|after)\b/.test(plain))
    return [];
  const start = aboutWhat.exec(plain);
  const about = start === null ? '' : plain.slice(start.index + start[0].length);
  const english = listed(wordsOf(about.replace(/(?<![.!\s])[.!\s]+$/, '')), said)?.deeds;
  return english ?? spokenNeedless(said);
}

function deedsOf(said: Said, line: OwnSentence['line']): Deed[] {
  if (conditional.test(said.plain) || isOfOthers(said.plain)) return [];
  const english = clausesOf(said).flatMap((clause) => ofClause(clause, said, line));
  return english.length > 0 ? english : spokenPermit(said);
}

function isOfOthers(plain: string): boolean {
  return (reported.test(plain) && !ownWords.test(plain)) || ofOthers.test(plain);
}

function clausesOf({ plain }: Said): string[] {
  return plain
    .split(/[;.!](?=\s|$)|[\uff0c\u3002\u2013\u2014]|,\s+|\bbut\b/)
    .filter((clause) => clause.trim() !== '');
}

function ofClause(clause: string, said: Said, line: OwnSentence['line']): Deed[] {
  if (negated.test(clause)) return [];
  const start = granting.exec(clause)?.[0] ?? '';
  const words = wordsOf(clause.slice(start.length));
  if (!toAgent.test(start) && isPastedOrder(words[0] ?? '', line)) return [];
  // A name of a thing at the beginning is no order: `pushes fail`, `the push failed`.
  if (
    /^(?:the|a|an|my|our|any|it|this|that|i|we|they)$|(?:ed|ing|es|s)$/.test(words[0] ?? '') &&
    !/^(?:publish|access|pass|process|rebase)$/.test(words[0] ?? '')
  )
    return [];
  return listed(words, said)?.deeds ?? installs(words);
}

/** A bare order, which may be one of a pasted list: one below another line, or a command above others. */
function isPastedOrder(first: string, line: OwnSentence['line']): boolean {
  if (line === 'only') return false;
  return line === 'later' || first.startsWith('\u0002') || isProgram(first);
}

/** `install zod`: that, and nothing else. */
function installs([verb = '', ...names]: readonly string[]): Deed[] {
  const about = names.filter((name) => !/^(?:and|the|please|package|now|for|it|too)$/.test(name));
  return /^(?:install|add)$/.test(verb) && about.length > 0 && about.length < 4
    ? [{ do: 'act', act: 'install', about: about.map((name) => name.replace(/[.,]$/, '')) }]
    : [];
}
