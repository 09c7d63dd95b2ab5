import type { ConversationItem } from '../conversation.ts';
import type { Fact, Provenance } from '../fact.ts';
import { fingerprint } from '../hash.ts';
import { clipMarked } from '../trust/clip.ts';
import { isBareAnswer } from './answer.ts';
import type { RuleKind } from './classify.ts';
import type { Family, FoldContext } from './family.ts';
import { lengths, limits } from './limits.ts';
import { liftOf } from './permission.ts';
import { standsForNoWords } from './picture.ts';
import { lifted, narrowed } from './rule-choices.ts';
import { ruleParts, rulesIn } from './rules-in.ts';
import {
  dropRow,
  entriesOf,
  getRow,
  newTable,
  putRow,
  rowsOf,
  setRow,
  type Table,
} from './table.ts';
import { verdictOf } from './verdict.ts';

/** A longer message permits something only beside much else. */
const longestPermission = 600;
/** Each of so many rules, the newest, is compared with what the user says later. */
const mostRulesAsked = 120;

interface Said {
  kind: RuleKind | 'request';
  text: string;
  state?: typeof lifted | typeof narrowed;
  /** Of a short answer: the question that it answers. */
  asked?: string;
  /** What lifted or narrowed the rule. */
  later?: { text: string; from: Provenance };
  from: Provenance;
}

/** Messages of the person. Rules and requests have room of their own: many requests never push out a rule. */
export interface UserMessages {
  rules: Table<Said>;
  requests: Table<Said>;
  last?: string;
  /** Behind a slash command: the request that it was kept as, and the newest message before it. */
  command?: { request?: string; last?: string };
}

/**
 * What the person said, word for word. A message is one fact of its strongest kind; of a message that is
 * longer than `lengths.rule` each rule passage is a fact, and the message itself a request.
 */
export const userMessages: Family<UserMessages> = {
  initial: () => ({ rules: newTable(), requests: newTable() }),

  step(state: UserMessages, item: ConversationItem, context: FoldContext): void {
    const { said, from } = context;
    if (item.type === 'skill-loaded') takeBackWords(state);
    if (said === undefined) return;
    if (isOlder(state, context)) return;
    delete state.command;
    if (item.type === 'user' && item.origin === 'command') {
      state.command = state.last === undefined ? {} : { last: state.last };
    }
    state.last = clipMarked(said, lengths.request);
    const found = standsForNoWords(said) === undefined ? rulesIn(said) : [];
    // Whoever forbids something in the same breath lifts nothing for sure.
    const forbids = found.some(({ kind }) => kind === 'prohibition');
    const lifting = !forbids && markLifted(state, said, from);
    if (context.choice !== undefined || isAnswerOnly(context.question, said)) return;
    // A permission that lifts a rule is kept with it, and is no rule itself.
    const rules = lifting ? [] : found;
    for (const rule of rules) {
      putRow(state.rules, fingerprint(rule.text), { ...rule, from }, limits.rules);
    }
    if (rules.length > 0 && said.length <= lengths.rule) return;
    const text = clipMarked(said, lengths.request);
    const row: Said = { kind: 'request', text, from };
    // "2" or "the small one" says nothing without what was asked.
    if (context.question !== undefined && isBareAnswer(said))
      row.asked = lastWords(context.question);
    const key = fingerprint(`${text}\n${row.asked ?? ''}`);
    if (state.command !== undefined) state.command.request = key;
    putRow(state.requests, key, row, limits.requests);
  },

  facts: (state) =>
    [...rowsOf(state.requests), ...rowsOf(state.rules)].map((row): Fact => {
      const fact: Fact = { kind: row.kind, value: row.text, from: row.from };
      if (row.state !== undefined) fact.state = row.state;
      if (row.asked !== undefined) fact.detail = row.asked;
      if (row.later !== undefined) {
        fact.detail = row.later.text;
        fact.later = row.later.from;
      }
      return fact;
    }),
};

/** The slash command before it was a skill's: what stood behind it was for the skill, and is kept with it. */
function takeBackWords(state: UserMessages): void {
  const { command } = state;
  if (command === undefined) return;
  delete state.command;
  if (command.request !== undefined) dropRow(state.requests, command.request);
  if (command.last === undefined) delete state.last;
  else state.last = command.last;
}

/** True where the question's family keeps the message whole: a bare yes, or a refusal that is short. */
function isAnswerOnly(question: string | undefined, said: string): boolean {
  const verdict = question === undefined ? undefined : verdictOf(question, said);
  if (verdict === undefined) return false;
  return verdict === 'yes' ? isBareAnswer(said) : said.length <= lengths.asked;
}

/** True for a message that is known with a time of its own and comes again with an older one, or with the same. */
function isOlder(state: UserMessages, { said, from }: FoldContext): boolean {
  if (said === undefined || from.time === undefined) return false;
  const text = clipMarked(said, lengths.request);
  const known =
    getRow(state.requests, fingerprint(`${text}\n`)) ?? getRow(state.rules, fingerprint(text));
  return known?.from.time !== undefined && from.time <= known.from.time;
}

/** The end of a question, where what it asks stands. */
function lastWords(question: string): string {
  if (question.length <= lengths.asked) return question;
  return `[\u2026] ${question.slice(question.length - lengths.asked + 4).replace(/^[\udc00-\udfff]/, '')}`;
}

/** A plain permission marks the older rule about the same act. Both stay, and both are shown. */
function markLifted(state: UserMessages, text: string, from: Provenance): boolean {
  let found = false;
  if (text.length > longestPermission) return false;
  for (const [key, row] of entriesOf(state.rules).slice(-mostRulesAsked)) {
    if (row.kind === 'request' || row.text === text) continue;
    const how = liftOfParts(text, row.text);
    if (how === undefined) continue;
    found = true;
    setRow(state.rules, key, {
      ...row,
      state: how === 'lifted' ? lifted : narrowed,
      later: { text: clipMarked(text, lengths.asked), from },
    });
  }
  return found;
}

/** The same for a rule's text of several rules: it is narrowed where the words are about some of them only. */
function liftOfParts(newer: string, older: string): ReturnType<typeof liftOf> {
  const whole = liftOf(newer, older);
  if (whole !== 'lifted') return whole;
  const parts = ruleParts(older);
  if (parts.length === 1) return whole;
  return parts.every((part) => liftOf(newer, part) === 'lifted') ? whole : 'narrowed';
}
