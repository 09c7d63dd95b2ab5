import { Fault } from '../../core/errors.ts';
import type { Fact, FactKind } from '../../core/fact.ts';
import { type Ban, bansFrom } from '../../core/guard/bans.ts';
import { enforcedIn } from '../../core/guard/enforced.ts';
import { readGuardState } from '../../core/guard/guard-state.ts';
import {
  dropped,
  isLifted,
  isStanding,
  narrowed,
  type RuleChoice,
  ruleId,
  standingKinds,
} from '../../core/snapshot/rule-choices.ts';
import type { HookDeps } from '../hook/context.ts';
import type { SessionStore } from '../ports.ts';

/** One instruction of the user, as `holdfast rules` lists it. */
export interface ListedRule {
  /** Its place in the list, from 1: the oldest first, so that a new rule moves no other. */
  number: number;
  id: string;
  text: string;
  kind: FactKind;
  state: 'holds' | 'narrowed' | 'lifted' | 'dropped';
  /** ISO time of the message that gave it. */
  since?: string;
  /** Where that message stands: line of the transcript, or a note. */
  source: string;
  /** What lifted or narrowed it, word for word, and when. */
  by?: { text: string; time?: string; line?: number };
  /** What the guard holds back by it, in a few words each: empty where the agent is only told of it. */
  enforced: string[];
  /** True where the user decided that it holds, whatever was said later. */
  kept?: true;
}

/** What the guard would decide by for a session: its rules, by the facts and what was written down of them; none where it is off. */
export function guardRules(
  facts: readonly Fact[],
  { config, host, store }: Pick<HookDeps, 'config' | 'host' | 'store'>,
): Ban[] {
  if (config.guard === 'off' || !host.capabilities.blocksTools) return [];
  return bansFrom(facts, readGuardState(store.readGuard())?.bans);
}

/**
 * Every instruction of the user in the facts of a session, the oldest first, those that were lifted or dropped too. `bans`: what the
 * guard decides by.
 */
export function listRules(
  facts: readonly Fact[],
  choices: Readonly<Record<string, RuleChoice>> = {},
  bans: readonly Ban[] = [],
): ListedRule[] {
  const rules = facts.filter((fact) => standingKinds.includes(fact.kind) || fact.state === dropped);
  const ordered = rules
    .map((fact, index) => ({ fact, index }))
    .sort((a, b) => place(a.fact) - place(b.fact) || a.index - b.index);
  return ordered.map(({ fact }, index) => listed(fact, index + 1, choices, bans));
}

function place({ from }: Fact): number {
  return from.offset ?? Number.MAX_SAFE_INTEGER;
}

function listed(
  fact: Fact,
  number: number,
  choices: Readonly<Record<string, RuleChoice>>,
  bans: readonly Ban[],
): ListedRule {
  const id = ruleId(fact.value);
  const rule: ListedRule = {
    number,
    id,
    text: fact.value,
    kind: fact.was ?? fact.kind,
    state: stateOf(fact),
    source: fact.from.line === undefined ? fact.from.source : `line ${fact.from.line}`,
    enforced: isStanding(fact) ? enforcedIn(fact.value, bans) : [],
  };
  if (fact.from.time !== undefined) rule.since = fact.from.time;
  if (fact.later !== undefined && fact.detail !== undefined) {
    rule.by = { text: fact.detail };
    if (fact.later.time !== undefined) rule.by.time = fact.later.time;
    if (fact.later.line !== undefined) rule.by.line = fact.later.line;
  }
  if (Object.hasOwn(choices, id) && choices[id]?.choice === 'keep') rule.kept = true;
  return rule;
}

function stateOf(fact: Fact): ListedRule['state'] {
  if (fact.state === dropped) return 'dropped';
  if (isLifted(fact)) return 'lifted';
  return fact.state === narrowed ? 'narrowed' : 'holds';
}

/** The rule that a number of the list, or an id, names. Throws a Fault where it names none. */
export function namedRule(rules: readonly ListedRule[], name: string): ListedRule {
  const found = rules.find((rule) => rule.id === name || String(rule.number) === name);
  if (found !== undefined) return found;
  throw new Fault('not-found', `No rule of this session is numbered "${name}".`, {
    hint: 'Run `holdfast rules` for the list.',
  });
}

/** Writes down what the user chose of a rule. Throws a Fault when the disk refuses. */
export function chooseRule(
  store: SessionStore,
  rule: ListedRule,
  choice: RuleChoice['choice'],
): void {
  if (store.append([{ body: { kind: 'rule', rule: rule.id, choice } }])) return;
  throw new Fault('unwritable', `The session's journal in ${store.folder} cannot be written.`, {
    hint: 'Make the folder writable, or free space on its disk.',
  });
}
