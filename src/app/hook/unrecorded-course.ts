import type { HostEvent } from '../../core/event.ts';
import { withoutHandoff } from '../../core/handoff/mark.ts';
import { courseOf } from '../../core/words/course.ts';
import { findRecord } from '../find-record.ts';
import { contextOf, type HookContext, type HookDeps } from './context.ts';

type Prompt = HostEvent & { type: 'prompt.submitted' };

/** Whether the prompt stops the work, where no record will tell what the user said; undefined where that is known as it is. */
export function stopsUnrecorded(context: HookContext, { prompt }: Prompt): boolean | undefined {
  if (findRecord(context.files, context.host, context.event) !== undefined) return undefined;
  const stops = courseOf(prompt) === 'stop';
  return stops === (context.agent.stopAsked ?? false) ? undefined : stops;
}

/**
 * True for a prompt of which no record tells, or none yet: at the first prompt of a session clients have not written one. What
 * words mean takes longer to load than the rest of the answer.
 */
export function isUnrecorded(deps: HookDeps, event: HostEvent): event is Prompt {
  return (
    event.type === 'prompt.submitted' &&
    event.agentId === undefined &&
    findRecord(deps.files, deps.host, event) === undefined
  );
}

/** Writes down whether such a prompt stops the work, once it is answered. What the text of a handoff says is none of the user's words. */
export async function noteCourse(deps: HookDeps, event: Prompt): Promise<void> {
  const prompt = withoutHandoff(event.prompt);
  const stops = stopsUnrecorded(contextOf(deps, event), { ...event, prompt });
  if (stops !== undefined)
    deps.store.locked(() => deps.store.append([{ body: { kind: 'course', stops } }]));
}
