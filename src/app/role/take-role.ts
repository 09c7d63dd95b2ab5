import type { HostEvent } from '../../core/event.ts';
import type { EntryBody } from '../../core/recovery/entry.ts';
import { agentState, applyEntry } from '../../core/recovery/session-state.ts';
import type { SessionRole } from '../../core/role/role.ts';
import { invokedBy, roleOfName } from '../../core/role/role-words.ts';
import { isAbsolutePath, joinPath } from '../../core/task/path.ts';
import type { HookDeps } from '../hook/context.ts';
import { reasonsNow } from '../hook/watch-reasons.ts';

/** Keeps the role that an event gives to its session, where it gives one that the session has not. */
export function takeRole(deps: HookDeps, event: HostEvent): void {
  deps.store.locked(() => {
    const { state } = deps.store.load();
    const role = roleBy(deps, event, agentState(state, undefined).role);
    if (role === undefined) return;
    const bodies: EntryBody[] = [{ kind: 'role', ...role }];
    if (role.ticket !== undefined) bodies.push({ kind: 'guard', path: role.ticket });
    if (!deps.store.append(bodies.map((body) => ({ body })))) return;
    const at = deps.clock.now().toISOString();
    for (const body of bodies) applyEntry(state, { v: 1, at, ...body });
    deps.store.watch(reasonsNow(deps, state));
  });
}

function roleBy(
  deps: HookDeps,
  event: HostEvent,
  known: SessionRole | undefined,
): SessionRole | undefined {
  if (known === undefined) {
    const launched = deps.launched?.();
    if (launched !== undefined) return launched;
    const before = roleBefore(deps, event);
    if (before !== undefined) return before;
  }
  // What was invoked says nothing against a launch, or against a word of `holdfast role set`.
  const firm = known !== undefined && known.by !== 'skill' && known.by !== 'command';
  const given = firm ? undefined : invokedRole(deps, event);
  return given === undefined || given.role === known?.role ? undefined : given;
}

function invokedRole(deps: HookDeps, event: HostEvent): SessionRole | undefined {
  if (event.type === 'tool.finished') {
    const { call, result } = event;
    if (call.kind !== 'skill' || call.detail === undefined || result.outcome !== 'ok')
      return undefined;
    const role = roleOfName(call.detail, deps.config);
    return role === undefined ? undefined : { role, by: 'skill', invoked: call.detail };
  }
  if (event.type !== 'prompt.submitted' || event.origin === 'program') return undefined;
  const invoked = invokedBy(event.prompt);
  const role = invoked && roleOfName(invoked.name, deps.config);
  if (role === undefined) return undefined;
  const file = fileAmong(deps, event.cwd, invoked!.words);
  const named = file === undefined ? {} : role === 'loop' ? { document: file } : { state: file };
  return { role, by: 'command', invoked: invoked!.name, ...named };
}

/** The first of a command's words that names a Markdown file of the working folder. */
function fileAmong(
  { files }: HookDeps,
  cwd: string | undefined,
  words: readonly string[],
): string | undefined {
  for (const word of words) {
    if (!/\.(?:md|markdown)$/i.test(word)) continue;
    const path = isAbsolutePath(word) ? word : joinPath(cwd ?? '/', word);
    const real = files.realPath(path);
    if (real !== undefined && files.stat(real)?.kind === 'file') return real;
  }
  return undefined;
}

/** The role of the session that this one goes on from, where the host began a new one. */
function roleBefore({ store, mail }: HookDeps, event: HostEvent): SessionRole | undefined {
  if (event.type !== 'session.started' || event.previousSessionId === undefined) return undefined;
  const { role } = agentState(store.loadOther(event.previousSessionId), undefined);
  if (role === undefined) return undefined;
  mail?.takeOver(event.previousSessionId);
  return { ...role, by: 'before' };
}
