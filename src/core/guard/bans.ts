import type { Fact } from '../fact.ts';
import { fingerprint } from '../hash.ts';
import { dropped, lifted } from '../snapshot/rule-choices.ts';
import { kind } from '../words/kinds.ts';
import { kindsOf, read } from '../words/reading.ts';
import type { Deed, Rule } from './deed.ts';
import { askedIn, rulesIn } from './forbidden.ts';
import { mayOpen } from './may-open.ts';
import { type Permit, permitsIn } from './permits.ts';

/** A rule that holds, with what was allowed again since. */
export interface Ban extends Rule {
  /** The rule is known by it again after a further compaction. */
  id: string;
  permits: Permit[];
  /** Where the record has the message that the rule was made of; absent for what was heard before the record showed it. */
  at?: number;
  /** A person opened it with a command of ours. */
  released?: true;
}

const most = 60;

/** The facts that can forbid something, or allow it again. */
export function rulingFacts(facts: readonly Fact[]): Fact[] {
  return facts.filter(({ kind }) => said.has(kind));
}

/** The rules of the user that can be told from calls, by the facts of a session; `before`: those known so far. */
export function bansFrom(facts: readonly Fact[], before: readonly Ban[] = []): Ban[] {
  // A question stays open until it is answered, whatever the agent did since.
  let bans: Ban[] = [];
  const gone = facts.filter(isGone);
  const ordered = rulingFacts(facts)
    .filter((fact) => !isGone(fact))
    .map((fact, index) => ({ fact, index }))
    .sort((a, b) => (a.fact.from.offset ?? 0) - (b.fact.from.offset ?? 0) || a.index - b.index)
    .map(({ fact }) => fact);
  const lastSaid = Math.max(-1, ...ordered.filter(isMessage).map(({ from }) => from.offset ?? -1));
  for (const fact of ordered) bans = withFact(bans, fact, gone, lastSaid);
  const asked = before.filter(
    ({ why, id }) => why === 'unanswered' && !bans.some((ban) => ban.id === id),
  );
  return [...asked, ...bans].slice(-most).map((ban) => {
    const known = before.find(({ id }) => id === ban.id);
    // What was allowed before the rule was given again is over.
    if (known === undefined || isAfter(ban, known)) return ban;
    const permits = [
      ...known.permits,
      // What was allowed for one time may have been used.
      ...ban.permits.filter((one) => !one.once && !holdsPermit(known.permits, one)),
    ];
    return { ...ban, permits, ...(known.released ? { released: true as const } : {}) };
  });
}

function isAfter({ at }: Ban, known: Ban): boolean {
  return at !== undefined && known.at !== undefined && at > known.at;
}

/** Whether a sentence of a message is one that was taken back: of the same message, and not given again in a later one. */
function isGoneIn(gone: readonly Fact[], { from }: Fact, quote: string): boolean {
  const place = from.offset ?? 0;
  return gone.some(
    (rule) =>
      place <= (rule.later?.offset ?? rule.from.offset ?? 0) &&
      (rule.value.includes(quote) || quote.includes(rule.value)),
  );
}

/**
 * What the user took back, or said to be no rule. Of words that forbid several things one may have been taken back alone: then what
 * was said later is held against each.
 */
function isGone({ state, value }: Fact): boolean {
  if (state === dropped) return true;
  if (state !== lifted) return false;
  const deeds = rulesIn(value).flatMap((rule) => rule.deeds.map((deed) => JSON.stringify(deed)));
  return new Set(deeds).size <= 1;
}

const said: ReadonlySet<string> = new Set([
  'prohibition',
  'constraint',
  'correction',
  'request',
  'approval',
  'question.open',
]);

/** True for a message of the user that is more than an answer. */
function isMessage({ kind, state }: Fact): boolean {
  return kind !== 'approval' && kind !== 'question.open' && state !== 'refused';
}

function withFact(bans: Ban[], fact: Fact, gone: readonly Fact[], lastSaid: number): Ban[] {
  const { kind, value, detail, state } = fact;
  if (kind === 'question.open') return withRule(bans, askedIn(value));
  if (kind === 'approval') {
    const asked = askedIn(value);
    // Before the user went on to something else: by then it was used, or is over.
    const isNew = (fact.from.offset ?? 0) >= lastSaid;
    return asked === undefined ? bans : withYes(bans, asked, value, isNew);
  }
  if (state === 'refused') {
    const mark = ' (answer to: ';
    const at = value.endsWith(')') ? value.lastIndexOf(mark) : -1;
    const answer = value.slice(0, Math.max(0, at));
    const asked = askedIn(at < 0 ? '' : value.slice(at + mark.length, -1));
    return (
      (asked &&
        withRule(bans, { ...asked, why: 'refused', quote: answer === '' ? value : answer })) ||
      bans
    );
  }
  // A message that was kept whole may hold a sentence that was taken back.
  const bound = rulesIn(value).filter(({ quote }) => !isGoneIn(gone, fact, quote));
  // The later words are a message of their own.
  const opened = withPermits(bans, permitsIn(detail ?? ''));
  return afterMessage(opened, value, bound, fact.from.offset);
}

/** The same after a further message: what it allows opens older rules, what it forbids is a new one. */
export function afterMessage(
  bans: readonly Ban[],
  message: string,
  rules: readonly Rule[] = rulesIn(message),
  at?: number,
): Ban[] {
  let all = withPermits([...bans], permitsIn(message));
  for (const rule of rules) all = withRule(all, rule, at);
  return all.slice(-most);
}

/**
 * The same after an answer to a question of the agent. `other`: a choice in a dialog. Words that neither agree nor refuse leave
 * the question open, unless they order one of the things that it names.
 */
export function afterAnswer(
  bans: readonly Ban[],
  question: string,
  verdict: 'yes' | 'no' | 'other' | undefined,
  answer: string,
): Ban[] {
  const asked = askedIn(question);
  if (asked === undefined) return [...bans];
  if (verdict === undefined && !orders(answer, asked.deeds)) return [...bans];
  const rest = bans.filter((ban) => ban.why !== 'unanswered' || ban.quote !== asked.quote);
  if (verdict === 'yes') return withYes(rest, asked, question, true);
  return verdict === 'no' ? withRule(rest, { ...asked, why: 'refused', quote: answer }) : rest;
}

function orders(message: string, deeds: readonly Deed[]): boolean {
  return permitsIn(message).some(
    (permit) =>
      permit.unasked !== true &&
      permit.deeds.some((deed) => deeds.some((one) => mayOpen(deed, one))),
  );
}

function withRule(bans: Ban[], rule: Rule | undefined, at?: number): Ban[] {
  if (rule === undefined || rule.deeds.length === 0) return bans;
  const id = fingerprint(`${rule.why}\n${rule.quote}`).slice(0, 16);
  return [
    ...bans.filter((ban) => ban.id !== id),
    { ...rule, id, permits: [], ...(at === undefined ? {} : { at }) },
  ];
}

/**
 * A yes to "May I push now?" is for one time where the user had forbidden it, or had it wait for a yes; it ends what was held only for the
 * want of an answer. A question about every time is answered for every time.
 */
function withYes(bans: readonly Ban[], asked: Rule, question: string, isNew: boolean): Ban[] {
  const { deeds } = asked;
  if (asksForGood(question)) return withPermits([...bans], [{ deeds, once: false }]);
  return bans.map((ban) => {
    const stands = ban.why === 'forbidden' || ban.why === 'waits';
    if (stands && !isNew) return ban;
    return withPermits([ban], [{ deeds, once: stands }])[0]!;
  });
}

function asksForGood(question: string): boolean {
  const kinds = kindsOf(read(question));
  return lasting.some((one) => kinds.has(one));
}

const lasting = (['always', 'from'] as const).map(kind);

function withPermits(bans: Ban[], permits: readonly Permit[]): Ban[] {
  if (permits.length === 0) return bans;
  return bans.map((ban) => {
    const own = permits.filter(
      (permit) =>
        (permit.unasked !== true || ban.why === 'waits') &&
        permit.deeds.some((deed) => ban.deeds.some((banned) => mayOpen(deed, banned))),
    );
    const added = own.filter((one) => !holdsPermit(ban.permits, one));
    return added.length === 0 ? ban : { ...ban, permits: [...ban.permits, ...added] };
  });
}

function holdsPermit(permits: readonly Permit[], one: Permit): boolean {
  return permits.some(
    (known) => known.once === one.once && JSON.stringify(known.deeds) === JSON.stringify(one.deeds),
  );
}
