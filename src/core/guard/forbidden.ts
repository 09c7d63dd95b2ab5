import { onShort } from '../bounded-match.ts';
import { isAboutAsking, withoutNeedless } from '../words/needless.ts';
import { isAskedAct } from './act-objects.ts';
import { masked, type Said, saidIn } from './clauses.ts';
import type { Deed, Rule } from './deed.ts';
import { isProgram, readDeed, readPaths, readTail, withAbout } from './deed-words.ts';
import { spokenQuestion, spokenRule } from './spoken.ts';

const cue =
  /\b(?:i (?:do not|don't|dont|never) want (?:you|anyone|anybody)(?: ever)? to|i (?:do not|don't|dont) want(?= (?:any|a) )|let's not|let us not|i(?:'d| would) (?:rather|prefer) (?:that )?you (?:didn't|did not|don't|do not)|(?:(?:should|must|may|shall|can) )?(?:under no circumstances|on no account|by no means|at no time|in no case)|do not|don't|dont|do n't|never|must not|mustn't|should not|shouldn't|shall not|may not|can't|cannot|can not|(?:are )?not allowed to|are not to|refrain from|avoid|stop|hold off(?: on)?|hands off|stay (?:away from|out of)|keep (?:out of|away from|your hands off)|no|not to)\b/g;
/** What may stand before a word that forbids, for it to be said to the agent. */
const address = onShort(
  /^\s*(?:(?:please|pls|plz|also|just|ok|okay|again|important|note|remember|you|then|now|still|really|kindly|seriously|absolutely|always|ever|yes|no|hey|however|for now|from now on|under no circumstances|in any case|at all times|in this (?:repo|project|session)|by the way|btw|until then|uh+|um+|er+|hmm+|well|like|i (?:told|asked|want|need) you|i'd like you|make sure(?: that)?(?: to)?|be sure(?: to)?|ensure(?: that)?|whatever you do|no matter what|one more thing|first|and|but|so|or)[\s:]*)*$/,
  1200,
);
/** Forms that say it of somebody else unless `you` stands before them. */
const needsYou =
  /^(?:may not|can't|cannot|can not|should not|shouldn't|shall not|not allowed to|are not)/;
const spoken = onShort(
  /\b(?:i|i've|i have|me)\b.{0,20}\b(?:say|said|tell|told|ask|asked|approve|approved|confirm|confirmed|agree|agreed|give|gave|given|ok|okay|review|reviewed|sign|signed|explicitly|look|looked|checked?|seen?)\b|\bmy (?:\w+ )?(?:ok|okay|go|go-ahead|approval|permission|confirmation|consent|sign-?off|review|yes|say-so|word|green light)\b|\b(?:asking|permission|approval|confirmation|consent|confirming|being told|being asked|telling me|an ok|explicit ok|checking with me)\b/,
  1200,
);
const doubt =
  /\b(?:maybe|perhaps|probably|might|i think|i guess|would rather|not sure|just|only|hesitate|forget|worry|need to|have to|want to|be afraid|think|expect|know|mind)\b/;
const waiting = onShort(
  /\b(?:(?:always )?(?:ask|check with|confirm with|consult|ping|tell|talk to)(?: me| us)?(?: first)?(?: for (?:my )?(?:permission|approval|confirmation|ok|okay))?|(?:wait for|get|need|await|require|want)(?: my| explicit| the user's)?(?: \w+)? (?:ok|okay|go|go-ahead|approval|permission|confirmation|consent|sign-?off|review|yes|green light)(?: first)?|(?:let me|i (?:want|need|would like|'d like) to) (?:review|check|see|approve|look at|test|confirm)(?: \S+){0,4}),? before (?:you )?(.+)$/,
  1200,
);
/** What is forbidden with a thing may be to try it: "stop trying to deploy", "don't you dare push". */
const attempt =
  /^\s*(?:even )?(?:try(?:ing)? to|attempt(?:ing)? to|(?:you )?dare(?: to)?|think(?:ing)? (?:of|about))\s/;

/** What a person's message forbids, or makes wait for a yes: only what is said plainly, to the agent, of something that can be known again. */
export function rulesIn(message: string): Rule[] {
  const all = saidIn(message).map((said) => ({ said, rule: ruleOf(said) }));
  const isAlone = all.every(({ rule }) => rule !== undefined) && !/[?\uff1f\u061f]/.test(message);
  return all.flatMap(({ said, rule }) => {
    if (rule === undefined) return [];
    const deeds = rule.deeds.filter(
      (deed) => !isProgramAlone(deed) || isOfAllWork(said, deed.words[0]!, isAlone),
    );
    return deeds.length === 0 ? [] : [{ ...rule, deeds }];
  });
}

function isProgramAlone(deed: Deed): deed is Deed & { do: 'command' } {
  return deed.do === 'command' && deed.words.length === 1 && isProgram(deed.words[0]!);
}

const ofAllWork =
  /\b(?:never|ever|always|at all|any ?more|again|from now on|anywhere|generally|in general|under no circumstances|on no account|forbidden|prohibited|banned|off[- ]limits|not allowed|in (?:this|the|our|any) (?:repo|repository|project|codebase)|for (?:this|the|our) (?:repo|repository|project)|stop)\b/;
const beginsSo =
  /^(?:(?:please|pls|and|but|also|just|ok(?:ay)?|you)[\s,]+)*(?:do not|don't|dont|no|avoid|must not|should not|use)\b/;

/**
 * True where a program is forbidden for all of the work: words say so, another program is named instead, or the message says nothing
 * else. In a message about something else, "don't use curl" is said of that.
 */
function isOfAllWork({ plain }: Said, program: string, isAlone: boolean): boolean {
  if (ofAllWork.test(plain)) return true;
  const words = wordsOf(plain).map((word) => word.replace(/(?<![.,;:!])[.,;:!]+$/, ''));
  if (words.some((word) => word !== program && isProgram(word) && !/^(?:make|just|go)$/.test(word)))
    return true;
  return isAlone && beginsSo.test(plain) && words.length <= 6;
}

function ruleOf(said: Said): Rule | undefined {
  // "You no longer need to ask before you push" makes nothing wait.
  const plain = isAboutAsking(said.plain) ? withoutNeedless(said.plain) : undefined;
  if (plain === undefined) return ruleIn(said);
  return plain === '' ? undefined : ruleIn({ ...said, plain });
}

function ruleIn(said: Said): Rule | undefined {
  const waits = waiting.exec(said.plain);
  if (waits !== null)
    return {
      quote: said.quote,
      why: 'waits',
      deeds: listed(wordsOf(waits[1]!), said)?.deeds ?? [],
    };
  const kept = keptAsIs(said);
  if (kept !== undefined) return { quote: said.quote, why: 'forbidden', deeds: kept };
  return turned(said) ?? english(said) ?? spokenRule(said);
}

const isForbidden = onShort(
  /^(?:please note:? |note:? |remember:? |important:? )?(.{3,120}?) (?:is|are|remains?|stays?) (?:strictly |absolutely |completely |still |currently )?(?:forbidden|prohibited|not allowed|not permitted|off[- ]limits|banned|out of the question|taboo|a no-go)(?: (?:here|now|for now|in this (?:repo|project)|for you|until then|today|at all))?[.!]*$/,
  600,
);
const leftToMe = onShort(
  /^(?:please |and |but )*(?:leave|save|keep) (.{3,80}?) (?:to|for) me(?: please| alone)?[.!]*$/,
  600,
);
const byMyself = onShort(
  /^(?:please |and |but |no, |ok, )*i(?:'ll| will|'m going to| am going to|'d rather| would rather| want to| prefer to)(?: do)? (.{3,80}?)(?: (?:it|that|this|them))?(?: by)? (?:myself|on my own)(?: (?:later|tomorrow|afterwards|when i am back))?[.!]*$/,
  600,
);
const beforeThat = onShort(
  /^(?:please,? |and |but |always,? )*before (?:you |any |every |each )?(.{3,100}?),? (?:please |always |first |you (?:must|should|have to|need to) )*(?:ask(?: me| us)?|check (?:in )?with (?:me|us)|confirm (?:it )?with (?:me|us)|wait for (?:my|our|me|us)|get (?:my|our) |let me (?:know|see|review|check|look|approve)|talk to me|ping me|tell me)\b/,
  600,
);
const nothingIs = onShort(
  /^(?:please |and |but )*(?:nothing|no one|nobody) (?:gets|is|is to be|should be|must be|may be|will be|shall be|can be) (.{3,80}?)(?:[.!]*$| (?=(?:until|before|without)\b))/,
  600,
);

const onlyWhenI = onShort(
  /^(?:please,? |and |but |always,? )*(?:only (.{3,80}?)|(.{3,80}?) only),? (?:when|after|once|if) i (?:say|tell|ask|approve|confirm|agree|have (?:approved|confirmed|said|reviewed)|give (?:you )?(?:the |my )?(?:ok|okay|go|permission))\b/,
  600,
);

/** Sentences that forbid with the deed before the word that says so. */
function turned(said: Said): Rule | undefined {
  const plain = said.plain.trim();
  const asked = beforeThat.exec(plain)?.[1];
  if (asked !== undefined) return plainly(said, asked, 'waits');
  const when = onlyWhenI.exec(plain);
  if (when !== null) return plainly(said, when[1] ?? when[2]!, 'waits');
  const mine = leftToMe.exec(plain)?.[1] ?? byMyself.exec(plain)?.[1];
  if (mine !== undefined) return plainly(said, mine, 'forbidden');
  const deed = isForbidden.exec(plain)?.[1] ?? nothingIs.exec(plain)?.[1];
  return deed === undefined ? undefined : plainly(said, deed, 'forbidden');
}

/** A rule of what the words name, and nothing else: an act, or a command. */
function plainly(said: Said, text: string, why: Rule['why']): Rule | undefined {
  if (/\b(?:if|when|unless|while|because|since|except|only|not|never|no)\b/.test(text))
    return undefined;
  const read = listed(wordsOf(text), said);
  const deeds = read?.condition === undefined ? (read?.deeds ?? []) : [];
  return deeds.length === 0 ? undefined : { quote: said.quote, why, deeds };
}

function english(said: Said): Rule | undefined {
  const deeds: Deed[] = [];
  let why: Rule['why'] = 'forbidden';
  for (const match of said.plain.matchAll(cue)) {
    const before = said.plain.slice(0, match.index);
    const clause = before.split(/[,;:.()!\u2013\u2014]|\s-\s|\b(?:and|but|so|then)\b/).at(-1) ?? '';
    if (!address.test(clause) || (needsYou.test(match[0]) && !/\byou(?: are)?\s*$/.test(clause)))
      continue;
    if (/\b(?:if|when|unless|while|because|since|said|says|why)\b/.test(before)) continue;
    const after = withoutReason(said.plain.slice(match.index + match[0].length));
    const first = wordsOf(after.replace(/\b(?:from|by) you\b/, '').replace(attempt, ' ')).slice(
      /^(?:(?:should|must|may|shall|can|do|are|will) (?:you|we)\b)/.test(after.trim()) ? 2 : 0,
    );
    if (
      match[0] === 'no' &&
      !/^(?:force[- ]|git |global |database |db |schema )?(?:installs?|push\w*|commits?|committing|deploy\w*|merg\w+|rebas\w+|releas\w+|publish\w*|migrations?|sudo|new|more)\b/.test(
        first.slice(0, 2).join(' '),
      )
    )
      continue;
    if (doubt.test(first.slice(0, 2).join(' '))) continue;
    const hands = /^(?:hands|stay|keep)/.test(match[0]);
    const read = hands ? pathsOnly(first, said) : listed(first, said);
    if (read === undefined) continue;
    if (read.condition !== undefined) {
      if (!spoken.test(read.condition)) continue;
      why = 'waits';
    }
    deeds.push(...read.deeds);
  }
  return deeds.length === 0 ? undefined : { quote: said.quote, why, deeds };
}

/** Without what stands in brackets, where that limits nothing. */
function withoutReason(text: string): string {
  return text.replace(/\s\([^()]{1,200}\)/g, (found) =>
    /\b(?:if|unless|until|except|only|but|when|without|before|after)\b|\u0002/.test(found)
      ? found
      : '',
  );
}

/** Behind a comma what is wanted instead may follow: "do not use npm, use pnpm". */
function beginsAnew(words: readonly string[], rest: readonly string[], isList: boolean): boolean {
  const joint = words[words.length - rest.length - 1] ?? '';
  if (/^(?:and|or|nor|&|\/)$/.test(joint)) return false;
  const instead = /^(?:use|run|call|do|make|write|try|keep|just|only|please|instead)$/;
  const joints = instead.test(rest[0] ?? '') ? /^n?or$/ : /^(?:and|n?or|&)$|.,$/;
  return !(isList && !instead.test(rest[0] ?? '')) && !rest.some((word) => joints.test(word));
}

function pathsOnly(
  words: readonly string[],
  said: Said,
): { deeds: Deed[]; condition?: string } | undefined {
  const read = readPaths(words, said, false);
  const tail = read && readTail(read.rest);
  return read === undefined || tail === undefined
    ? undefined
    : { deeds: read.deeds, ...(tail.condition === undefined ? {} : { condition: tail.condition }) };
}

/** Deeds that are joined by `and`, `or` and commas; undefined where the first is not plain. */
export function listed(
  given: readonly string[],
  said: Said,
): { deeds: Deed[]; condition?: string } | undefined {
  const deeds: Deed[] = [];
  let words = [...given];
  for (let more = 8; more > 0 && words.length > 0; more -= 1) {
    const read = readDeed(words, said);
    if (read === undefined) break;
    const tail = readTail(read.rest);
    if (tail === undefined) return deeds.length === 0 ? undefined : { deeds };
    deeds.push(...read.deeds.map((deed) => withAbout(deed, tail.about)));
    if (tail.condition !== undefined) return { deeds, condition: tail.condition };
    if (beginsAnew(words, tail.rest, deeds.length > 1)) break;
    words = tail.rest;
  }
  return deeds.length === 0 ? undefined : { deeds };
}

/** Who or what must not change it, other than the one who is told. */
const byOther =
  /\b(?:changed|touched|edited|modified|altered|overwritten|renamed|moved) by (?!(?:you|hand|anyone|anybody|any|us|me|an? agent|the agent|agents)\b)/;

/** `leave X alone`, `X must not be changed`, `X is off-limits`. */
function keptAsIs(said: Said): Deed[] | undefined {
  const { plain } = said;
  if (/\b(?:if|when|unless|until|except|but|once|while|was|were)\b/.test(plain)) return undefined;
  const left = onShort(
    /(?:^|[,;.:]\s*|\b(?:and|please|but) )(?:leave|keep|let) (.{2,120}?) (?:alone|untouched|unchanged|as(?: |-)(?:is|it is|they are)|be)(?:$|[\s,.!;])/,
    1200,
  ).exec(plain)?.[1];
  const object =
    left ??
    /^(.{2,120}?) (?:must|should|may|shall|can|is|are|has to|have to)(?: (?:not|never)|n't| remain| stay)(?: to)?(?: be)? (?:changed|touched|edited|modified|altered|overwritten|renamed|moved|unchanged|untouched|as is|as it is|as they are)\b/.exec(
      plain,
    )?.[1] ??
    /^(.{2,120}?) (?:is|are|stays|remains) (?:off[- ]limits|read[- ]only|frozen|not to be (?:touched|changed|edited|modified)|taboo)\b/.exec(
      plain,
    )?.[1];
  if (object === undefined || byOther.test(plain)) return undefined;
  const read = readPaths(wordsOf(object), said, false);
  return read !== undefined && read.rest.length === 0 ? read.deeds : undefined;
}

export function wordsOf(text: string): string[] {
  return text
    .split(/[\s()\u2013\u2014]+|(?<=\w)\/(?=(?:push|commit|merge|deploy|publish)\b)/)
    .filter((word) => word !== '' && word !== '-');
}

const proposing = onShort(
  /\b(?:(?:shall|should|may|can|could) (?:i|we)|(?:do|would) you (?:want|like) (?:me|us) to|(?:ok|okay|fine|alright|good) (?:to|if i|for me to)|want me to|ready (?:for me )?to|mind if i|let me know (?:if|when|whether) (?:i|you want me to|you'd like me to|i should|i can|i may)) (?:now |also |go ahead and |proceed (?:to|and|with) |then )*(.{2,300})$/,
  1600,
);
const endSigns = onShort(/(?<![?\uff1f\s])[?\uff1f\s]+$/, 1600);

/** What a question of the agent asks to be allowed. */
export function askedIn(question: string): Rule | undefined {
  const sentences = question.slice(-1_500).split(/(?<=[.!?\uff1f\u3002])\s+|\n+/);
  const deeds = sentences.flatMap((sentence) => {
    const said = masked(sentence);
    const asked = proposing.exec(endSigns.replace(said.plain, ''))?.[1];
    if (asked !== undefined) return askedDeeds(wordsOf(asked), said);
    return spokenQuestion(said);
  });
  return deeds.length === 0 ? undefined : { quote: question.trim(), why: 'unanswered', deeds };
}

/** Deeds of a question: what stands around them is not asked to be plain. */
function askedDeeds(words: readonly string[], said: Said): Deed[] {
  const deeds: Deed[] = [];
  words.forEach((word, at) => {
    if (at > 0 && !/^(?:and|or|then|,)$|,$/.test(words[at - 1]!) && !word.includes('\u0002'))
      return;
    if (deeds.length > 5) return;
    const read = readDeed(words.slice(at), said);
    if (read === undefined) return;
    const own = read.deeds.filter(
      (deed) => deed.do !== 'act' || isAskedAct(deed.act, read.rest, said),
    );
    deeds.push(...own.map((deed) => withAbout(deed, readTail(read.rest)?.about ?? [])));
  });
  return deeds;
}
