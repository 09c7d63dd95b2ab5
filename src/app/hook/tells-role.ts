import type { HostEvent } from '../../core/event.ts';
import type { AgentState } from '../../core/recovery/session-state.ts';
import type { HookDeps } from './context.ts';

/** True for an event that may give its session a role: few do, and looking closer takes a part of the program more. */
export function tellsRole({ launched }: HookDeps, event: HostEvent, { role }: AgentState): boolean {
  if (event.agentId !== undefined) return false;
  if (role === undefined && launched !== undefined) return true;
  if (event.type === 'session.started')
    return role === undefined && event.previousSessionId !== undefined;
  if (event.type === 'prompt.submitted') return /^\s*[/$]/.test(event.prompt);
  return event.type === 'tool.finished' && event.call.kind === 'skill';
}
