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
import { saidByPerson } from '../../core/snapshot/said.ts';
import type { Snapshot } from '../../core/snapshot/snapshot.ts';
import { verdictOf } from '../../core/snapshot/verdict.ts';
import { redactDeep } from '../../core/trust/redact.ts';
import { findRecord } from '../find-record.ts';
import type { HookContext, HookDeps } from './context.ts';

type Keeping = Pick<HookDeps, 'store' | 'patterns'>;

/** Writes down what the user forbade, by the facts of a compaction. What was allowed since the last one stays allowed. */
export function keepRules(
  deps: Keeping,
  { facts }: Snapshot,
  cursor: StoredCursor | undefined,
): void {
  const before = readGuardState(deps.store.readGuard());
  const ruling = rulingFacts(facts);
  const of = fingerprint(
    JSON.stringify(ruling.map(({ kind, value, detail, state }) => [kind, value, detail, state])),
  );
  // What events of one compaction tell of the same facts is worked out once; what was heard since is in it.
  if (before?.of === of) return;
  write(deps, {
    v: 1,
    bans: bansFrom(ruling, before?.bans),
    of,
    ...(cursor === undefined ? {} : { cursor }),
  });
}

/** Takes in what the user says behind the first compaction. */
export function hearPrompt(deps: Keeping, prompt: string): void {
  const state = readGuardState(deps.store.readGuard());
  if (state === undefined) return;
  let { bans } = state;
  for (const ban of bans.filter(({ why }) => why === 'unanswered'))
    bans = afterAnswer(bans, ban.quote, verdictOf(ban.quote, prompt), prompt);
  const heard = [...(state.heard ?? []), fingerprint(prompt.trim())].slice(-40);
  write(deps, { ...state, bans: afterMessage(bans, prompt), heard });
}

function write(deps: Keeping, state: GuardState): void {
  deps.store.writeGuard(JSON.stringify(redactDeep(state, deps.patterns)));
}

/** The rules that hold with what the host's record shows since, which is read only where a call is about to be held back. */
export function rulesNow(context: HookContext, known: GuardState): Ban[] {
  const { files, records, host, event } = context;
  const { agentId: _, ...main } = event;
  const path =
    known.cursor === undefined ? undefined : findRecord(files, host, main as typeof event);
  if (path === undefined) return known.bans;
  let { bans } = known;
  let question: string | undefined;
  const read = records(path, host.reader(), known.cursor, (item) => {
    if (item.replayed) return;
    if (item.type === 'assistant') question = questionIn(item.text);
    else if (item.type === 'user') {
      const said = saidByPerson(item);
      if (said === undefined) return;
      if (question !== undefined)
        bans = afterAnswer(bans, question, verdictOf(question, said), said);
      if (!known.heard?.includes(fingerprint(said.trim()))) bans = afterMessage(bans, said);
      question = undefined;
    } else if (item.type === 'result') {
      for (const { question: asked, answer } of item.result.answers ?? [])
        bans = afterAnswer(bans, asked, verdictOf(asked, answer), answer);
    }
  });
  write(context, { ...known, bans, ...(read === undefined ? {} : { cursor: read.cursor }) });
  return bans;
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
