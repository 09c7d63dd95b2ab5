import type { HostEvent } from '../../core/event.ts';
import type { HandoffRecord } from '../../core/handoff/record.ts';
import { handoffText } from '../../core/handoff/text.ts';
import { fingerprint } from '../../core/hash.ts';
import type { ObligationRecord } from '../../core/recovery/entry.ts';
import { isOpen, openObligations, openQuestions } from '../../core/recovery/recovery.ts';
import { compactionsOf, lastRecovery } from '../../core/recovery/session-state.ts';
import type { Snapshot } from '../../core/snapshot/snapshot.ts';
import type { ActiveTask } from '../../core/task/task.ts';
import { redactDeep } from '../../core/trust/redact.ts';
import type { Host } from '../../hosts/host.ts';
import { briefInput, wantedFiles } from '../hook/brief.ts';
import { contextOf, type HookContext, type HookDeps } from '../hook/context.ts';
import { gatherSource } from '../hook/source.ts';

/** What is wished of a handoff. */
export interface HandoffWish {
  id: string;
  to: Host;
  /** True when the session has state here that pointers may lead to. */
  stored: boolean;
}

/** A handoff that was made, and what its parts were made from. */
export interface MadeHandoff {
  record: HandoffRecord;
  text: string;
  snapshot: Snapshot;
  task?: ActiveTask;
}

/** Questions that can be asked for: a hostile document must not hold an agent for ever. */
const mostQuestions = 20;

/** Composes the text by which another client continues a session, and what binds in the session there. Writes nothing. */
export async function makeHandoff(
  deps: HookDeps,
  event: HostEvent,
  { id, to, stored }: HandoffWish,
): Promise<MadeHandoff> {
  const context = contextOf(deps, event);
  const source = await gatherSource(context);
  const wanted = wantedFiles(context, source);
  const { agent, host, config } = context;
  const boundaries = source.snapshot.summary.boundaries.length;
  const number = Math.max(compactionsOf(agent).length, boundaries);
  const input = {
    ...briefInput(context, source, wanted, { id, number, trigger: 'unknown', stored }),
    gated: config.gate !== 'off' && to.capabilities.blocksTools,
    handoff: { title: host.title, session: event.sessionId },
  };
  const text = redactDeep(handoffText(input, id), deps.patterns);
  const task = source.tasks.none ? undefined : source.tasks.task;
  const files: ObligationRecord[] = wanted.files.map((file) => ({
    path: file.path,
    role: file.role,
    ...(file.text === undefined ? {} : { hash: fingerprint(file.text) }),
  }));
  const record: HandoffRecord = {
    v: 1,
    id,
    at: deps.clock.now().toISOString(),
    from: { host: host.id, session: event.sessionId },
    to: to.id,
    project: context.tasks.project ?? event.cwd ?? '',
    length: text.length,
    files: withOpen(context, files),
    missing: wanted.missing,
    questions: questionsOf(context, task),
    ...(input.role === undefined ? {} : { role: input.role }),
    ...(agent.workflow === undefined ? {} : { step: agent.workflow }),
    facts: redactDeep(source.followed.state, deps.patterns),
    plans: source.snapshot.summary.acceptedPlans.length,
  };
  return {
    record,
    text,
    snapshot: redactDeep(source.snapshot, deps.patterns),
    ...(task && { task }),
  };
}

/** With the files that an open recovery still asks for. */
function withOpen({ agent, files }: HookContext, wanted: ObligationRecord[]): ObligationRecord[] {
  const last = lastRecovery(agent);
  const open = isOpen(last) ? openObligations(last) : [];
  const more = open.flatMap(({ path, role }): ObligationRecord[] => {
    const text = files.readText(path);
    const isKnown = text === undefined || wanted.some((one) => one.path === path);
    return isKnown ? [] : [{ path, role, hash: fingerprint(text) }];
  });
  return [...wanted, ...more];
}

/** Questions of the task that nobody answered, and those that an open recovery still asks. */
function questionsOf({ agent }: HookContext, task: ActiveTask | undefined): string[] {
  const last = lastRecovery(agent);
  const { validation = [], validationRequired } = task?.document ?? {};
  const answered = new Set(agent.answers?.map(({ question }) => question));
  const open = validationRequired ? validation.filter((one) => !answered.has(one)) : [];
  const owed = isOpen(last) ? openQuestions(last) : [];
  return [...new Set([...open, ...owed])].slice(0, mostQuestions);
}
