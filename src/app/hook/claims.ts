import type { EntryBody } from '../../core/recovery/entry.ts';
import type { Draft } from './draft.ts';
import { agentOf } from './draft.ts';

/**
 * What of a decision only one process may do, as names: opening a recovery, and telling each of its texts. Processes
 * decide one after the other, but do not wait for each other for ever; this holds when they do not.
 */
function claimsOf(draft: Draft): string[] {
  const bodies = draft.entries.map(({ body }) => body);
  const opened = new Set(bodies.flatMap((body) => (body.kind === 'armed' ? [body.recovery] : [])));
  const told = bodies.flatMap((body) => toldBy(draft, body, opened));
  return [...opened, ...told];
}

/** Nobody else can tell anything of a recovery that is only being opened. */
function toldBy(draft: Draft, body: EntryBody, opened: ReadonlySet<string>): string[] {
  if (body.kind === 'near') return [`near-${agentOf(draft).recoveries.length}`];
  if (body.kind !== 'brief' && body.kind !== 'loss.sent') return [];
  if (opened.has(body.recovery)) return [];
  if (body.kind === 'loss.sent') return [`${body.recovery}-loss`];
  const recovery = agentOf(draft).recoveries.find(({ id }) => id === body.recovery);
  return [`${body.recovery}-brief-${recovery?.briefs.length ?? 0}`];
}

/** Claims all of that; undefined, and nothing claimed, where another process has a part of it. */
export function claimAll(draft: Draft, overDead: boolean): { giveUp(): void }[] | undefined {
  const claims: { giveUp(): void }[] = [];
  for (const name of claimsOf(draft)) {
    const claim = draft.context.store.claim(name, overDead);
    if (claim === undefined) {
      for (const made of claims) made.giveUp();
      return undefined;
    }
    claims.push(claim);
  }
  return claims;
}
