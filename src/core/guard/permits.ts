import { forbids } from './act-words.ts';
import { type Said, saidIn } from './clauses.ts';
import type { Deed } from './deed.ts';
import { listed, namedIn, wordsOf } from './forbidden.ts';

/** What a person allows, with whether it is for one time. */
export interface Permit {
  deeds: Deed[];
  once: boolean;
}

const granting =
  /^\s*(?:(?:and|but|so|then|please|pls|ok(?:ay)?|yes|yep|sure|right|alright|great|perfect|now|fine|good|cool|thanks|from now on|at this point|you (?:may|can|could|should)(?: now| again| also| go ahead and| then)*|you are (?:now )?allowed to|you're (?:now )?allowed to|you have my (?:ok|permission|approval) to|feel free to|go ahead(?: and| with)?|it's (?:ok|okay|fine|alright)(?: now)?(?: for you)? to|i (?:want|need|allow|authorize|permit) you to|let's|time to|do|just|proceed(?: to| with| and)?|this once|just this once|this time|for this one)[\s,:]*)*/;
const grantingOther =
  /\b(?:darfst|d\u00fcrft|kannst (?:du )?(?:jetzt|nun|wieder)|nur zu|tu peux|vous pouvez|vas-y|allez-y|puedes|pod\u00e9is|adelante|dale|pode(?:s)?(?= )|podes|mag je|je mag|kun je nu|mo\u017cesz|f\u00e5r du)\b|\u53ef\u4ee5|\u3057\u3066\u3082?(?:\u3044\u3044|\u826f\u3044|\u69cb\u308f)|\ud574\ub3c4 ?\ub3fc|(?:^|\s)(?:\u043c\u043e\u0436\u0435\u0448\u044c|\u043c\u043e\u0436\u043d\u043e|\u043c\u043e\u0436\u0435\u0442\u0435)(?=\s)/u;
const negated =
  /\b(?:not|never|n't|don't|dont|won't|no|nothing|without|instead of|stop|avoid|refrain|rather than)\b/;
const conditional =
  /\b(?:if|when|unless|until|once (?:the|it|all|you|tests|ci|i)|after|as soon as|provided|before|later|tomorrow|wenn|falls|sobald|si|cuando|quand|quando|\u0435\u0441\u043b\u0438)\b|\u5982\u679c|\u306a\u3089|\uba74 /;
const onceOnly =
  /\b(?:(?:just |only )?(?:this|one) (?:once|time)|once|one[- ]time|this one|dieses eine mal|einmal|cette fois|esta vez|una vez|desta vez)\b|\u8fd9\u4e00?\u6b21|\u4eca\u56de\u3060\u3051|\uc774\ubc88\ub9cc/;

/** What a message of a person allows: a plain permission, or the order to do the very thing. */
export function permitsIn(message: string): Permit[] {
  return saidIn(message).flatMap((said) => {
    const once = onceOnly.test(said.plain);
    const deeds = clausesOf(said).flatMap((clause) => ofClause(clause, said));
    return deeds.length === 0 ? [] : [{ deeds, once }];
  });
}

function clausesOf({ plain }: Said): string[] {
  return plain
    .split(/[;.!](?=\s|$)|[\uff0c\u3002\u2013\u2014]|,\s+|\bbut\b/)
    .filter((clause) => clause.trim() !== '');
}

function ofClause(clause: string, said: Said): Deed[] {
  if (negated.test(clause) || conditional.test(clause)) return [];
  if (grantingOther.test(clause) && !forbids.test(clause)) return namedIn(clause, said);
  const start = granting.exec(clause)?.[0] ?? '';
  const words = wordsOf(clause.slice(start.length));
  // A name of a thing at the beginning is no order: `pushes fail`, `the push failed`.
  if (
    /^(?:the|a|an|my|our|any|it|this|that|i|we|they)$|(?:ed|ing|es|s)$/.test(words[0] ?? '') &&
    !/^(?:publish|access|pass|process|rebase)$/.test(words[0] ?? '')
  )
    return [];
  return listed(words, said)?.deeds ?? installs(words);
}

/** `install zod`: that, and nothing else. */
function installs([verb = '', ...names]: readonly string[]): Deed[] {
  const about = names.filter((name) => !/^(?:and|the|please|package|now|for|it|too)$/.test(name));
  return /^(?:install|add)$/.test(verb) && about.length > 0 && about.length < 4
    ? [{ do: 'act', act: 'install', about: about.map((name) => name.replace(/[.,]$/, '')) }]
    : [];
}
