import type { UserOrigin } from '../../core/conversation.ts';
import { type Fields, fieldsOf, textOf } from '../../core/rows/fields.ts';
import type { Emit } from './transcript-items.ts';
import type { ReadingState } from './transcript-state.ts';

const deliveries: Record<string, UserOrigin> = { steering: 'mid-turn', queued: 'queued' };

/**
 * Items of `user.message`. `source` is there for what no person typed: `skill-…` and `system`, `agent-…` for another
 * agent's prompt. `content` is what was typed; the text with the client's wrappers stands beside it.
 */
export function userItems(data: Fields, subagent: boolean, state: ReadingState, emit: Emit): void {
  modeItem(textOf(data.agentMode), state, emit);
  const text = textOf(data.content);
  if (text === undefined || text.trim() === '') return;
  // The reason of a turn that a hook of ours forced comes back as a person's message.
  if (text.startsWith('[Holdfast ')) {
    emit({ type: 'injected-context', event: 'agentStop', text });
    return;
  }
  emit({ type: 'user', origin: originOf(data, subagent), text });
}

function originOf(data: Fields, subagent: boolean): UserOrigin {
  const source = textOf(data.source) ?? 'user';
  if (subagent || source.startsWith('agent-')) return 'program';
  if (data.isAutopilotContinuation === true || !/^(?:user|human)\b/.test(source)) return 'injected';
  return deliveries[textOf(data.delivery) ?? ''] ?? 'typed';
}

export function modeItem(mode: string | undefined, state: ReadingState, emit: Emit): void {
  if (mode === undefined || mode === state.mode) return;
  state.mode = mode;
  emit({ type: 'mode', mode });
}

/** Items of `system.notification`: its words, and background work that it says is over. */
export function notificationItems(data: Fields, emit: Emit): void {
  const kind = fieldsOf(data.kind);
  if (kind.type === 'agent_completed') ended(kind.agentId, kind.status, emit);
  else if (kind.type === 'shell_completed') {
    const failed = typeof kind.exitCode === 'number' && kind.exitCode !== 0;
    ended(kind.shellId, failed ? 'failed' : 'completed', emit);
  } else if (kind.type === 'shell_detached_completed') ended(kind.shellId, 'completed', emit);
  const text = textOf(data.content);
  if (text !== undefined) emit({ type: 'user', origin: 'injected', text });
}

function ended(id: unknown, outcome: unknown, emit: Emit): void {
  const backgroundId = textOf(id);
  if (backgroundId === undefined) return;
  emit({ type: 'background-ended', backgroundId, outcome: textOf(outcome) ?? 'completed' });
}

/** Items of `hook.end`: what a hook put before the model. */
export function hookItems(data: Fields, emit: Emit): void {
  const text = textOf(fieldsOf(data.output).additionalContext);
  if (text === undefined) return;
  const event = textOf(data.hookType);
  emit(
    event === undefined
      ? { type: 'injected-context', text }
      : { type: 'injected-context', event, text },
  );
}

/** Items of `skill.invoked`: a skill that a person called by its name. The agent's own call is a call. */
export function skillItems(data: Fields, emit: Emit): void {
  const name = textOf(data.name);
  if (data.trigger !== 'user-invoked' || name === undefined) return;
  emit({ type: 'user', origin: 'command', text: `/${name}` });
}
