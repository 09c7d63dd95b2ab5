import {
  afterAnswer,
  afterMessage,
  type Ban,
  bansFrom,
  rulingFacts,
} from '../../core/guard/bans.ts';
import { type GuardState, readGuardState } from '../../core/guard/guard-state.ts';
import { fingerprint } from '../../core/hash.ts';
import type { StoredCursor } from '../../core/recovery/entry.ts';
import { questionIn } from '../../core/snapshot/question-text.ts';
import { asksNow } from '../../core/snapshot/questions.ts';
import { saidByPerson } from '../../core/snapshot/said.ts';
import type { Snapshot } from '../../core/snapshot/snapshot.ts';
import { verdictOf } from '../../core/snapshot/verdict.ts';
import { redactDeep } from '../../core/trust/redact.ts';
import { findRecord } from '../find-record.ts';
import type { HookContext, HookDeps } from './context.ts';

type Keeping = Pick<HookDeps, 'store' | 'patterns'>;

/** Writes down what the user forbade, by the facts of a compaction. What was allowed since the last one stays allowed. */
export function keepRules(
  context: HookContext,
  { facts }: Snapshot,
  cursor: StoredCursor | undefined,
): void {
  const before = readGuardState(context.store.readGuard());
  const ruling = rulingFacts(facts);
  const of = fingerprint(
    JSON.stringify(ruling.map(({ kind, value, detail, state }) => [kind, value, detail, state])),
  );
  // What events of one compaction tell of the same facts is worked out once; what was heard since is in it.
  if (before?.of === of) return;
  // What was answered, allowed or forbidden anew since may stand in the record alone.
  const known = before && followed(context, before);
  const asked = ruling.findLast(({ kind, state }) => kind === 'question.open' && state === asksNow);
  write(context, {
    v: 1,
    bans: bansFrom(ruling, known?.bans),
    of,
    ...(cursor === undefined ? {} : { cursor }),
    ...(asked === undefined ? {} : { asked: asked.value }),
  });
}

function hasUnanswered({ bans }: GuardState): boolean {
  return bans.some(({ why }) => why === 'unanswered');
}

/** Takes in what the user says behind the first compaction. */
export function hearPrompt(context: HookContext, prompt: string): void {
  const before = readGuardState(context.store.readGuard());
  if (before === undefined) return;
  const heard = [...(before.heard ?? []), fingerprint(prompt.trim())].slice(-40);
  const known = { ...before, heard };
  const state = hasUnanswered(known) ? followed(context, known) : known;
  const bans = answered(state.bans, state.asked, prompt);
  write(context, { ...state, bans: afterMessage(bans, prompt) });
}

/** A message behind a question; a yes is to what was asked last, and to no older question. */
function answered(bans: Ban[], asked: string | undefined, said: string): Ban[] {
  return asked === undefined ? bans : afterAnswer(bans, asked, verdictOf(asked, said), said);
}

function write(deps: Keeping, state: GuardState): void {
  deps.store.writeGuard(JSON.stringify(redactDeep(state, deps.patterns)));
}

/** The rules that hold with what the host's record shows since, which is read only where a call is about to be held back. */
export function rulesNow(context: HookContext, known: GuardState): Ban[] {
  const now = followed(context, known);
  if (now !== known) write(context, now);
  return now.bans;
}

/** The same state with what the host's record shows since. */
function followed(context: HookContext, known: GuardState): GuardState {
  const { files, records, host, event } = context;
  const { agentId: _, ...main } = event;
  const path =
    known.cursor === undefined ? undefined : findRecord(files, host, main as typeof event);
  if (path === undefined) return known;
  let { bans, asked } = known;
  const read = records(path, host.reader(), known.cursor, (item) => {
    if (item.replayed) return;
    if (item.type === 'assistant') asked = questionIn(item.text);
    else if (item.type === 'call') asked = undefined;
    else if (item.type === 'user') {
      const said = saidByPerson(item);
      if (said === undefined) return;
      bans = answered(bans, asked, said);
      if (!known.heard?.includes(fingerprint(said.trim()))) bans = afterMessage(bans, said);
      asked = undefined;
    } else if (item.type === 'result') {
      for (const { question, answer } of item.result.answers ?? [])
        bans = afterAnswer(bans, question, verdictOf(question, answer) ?? 'other', answer);
    }
  });
  const { asked: _before, ...rest } = known;
  return {
    ...rest,
    bans,
    ...(asked === undefined ? {} : { asked }),
    ...(read === undefined ? {} : { cursor: read.cursor }),
  };
}

/** Opens what the user's rules hold back, for a person: rules that come later hold again. */
export function releaseRules(deps: Keeping): number {
  const state = readGuardState(deps.store.readGuard());
  const open = state?.bans.filter(({ released }) => !released) ?? [];
  if (state === undefined || open.length === 0) return 0;
  write(deps, { ...state, bans: state.bans.map((ban) => ({ ...ban, released: true })) });
  return open.length;
}

/** Takes a permission for one time back, once it was used. */
export function usePermit(deps: Keeping, id: string, index: number): void {
  const state = readGuardState(deps.store.readGuard());
  if (state === undefined) return;
  const bans = state.bans.map((ban) =>
    ban.id === id ? { ...ban, permits: ban.permits.filter((_, at) => at !== index) } : ban,
  );
  write(deps, { ...state, bans });
}
