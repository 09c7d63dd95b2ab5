import * as v from 'valibot';
import { withEdit } from '../../core/edit/with-edit.ts';
import type { CompactionTrigger, EventBase, HostEvent, SessionSource } from '../../core/event.ts';
import type { Decoded } from '../host.ts';
import { editMembers } from './tool-edits.ts';
import { toolCall } from './tools.ts';
import { toolResult } from './transcript-result.ts';
import { type Payload, payloadSchema } from './wire.ts';

type Told = NonNullable<Payload['event']>;

/** An event of the extension as one of ours. */
export function decode(raw: Record<string, unknown>): Decoded {
  const parsed = v.safeParse(payloadSchema, raw);
  if (!parsed.success) return { ignored: 'the payload is none of the extension' };
  const payload = parsed.output;
  if (payload.session === '') return { ignored: 'the payload has no session id' };
  return decodeNamed(payload, baseOf(payload));
}

function baseOf({ session, cwd, file }: Payload): EventBase {
  return {
    sessionId: session,
    ...(cwd === undefined ? {} : { cwd }),
    ...(file === undefined ? {} : { transcriptPath: file }),
  };
}

function decodeNamed(payload: Payload, base: EventBase): Decoded {
  const { hook, event: told = {} as Told } = payload;
  switch (hook) {
    case 'session_start':
      return event({ ...base, type: 'session.started', source: sourceOf(payload) });
    case 'before_agent_start':
      return event({
        ...base,
        type: 'prompt.submitted',
        prompt: told.prompt ?? '',
        origin: 'person',
        ...(payload.fullness === undefined ? {} : { fullness: payload.fullness }),
      });
    case 'context':
      return event({ ...base, type: 'model.requested' });
    case 'tool_call':
      return event({ ...base, type: 'tool.requested', call: callOf(told) });
    case 'tool_result':
      return event(finished(told, base));
    case 'session_before_compact': {
      const { customInstructions } = told;
      const instructions =
        customInstructions === undefined ? {} : { instructions: customInstructions };
      const trigger = triggerOf(told.reason);
      return event({ ...base, type: 'compaction.starting', trigger, ...instructions });
    }
    case 'session_compact':
      return event({ ...base, type: 'session.started', source: 'compact' });
    case 'compaction_told': {
      const more = payload.summary === undefined ? {} : { summary: payload.summary };
      const trigger = triggerOf(told.reason);
      return event({ ...base, type: 'compaction.finished', trigger, ...more });
    }
    case 'agent_before_settle': {
      const { lastMessage } = payload;
      const last = lastMessage === undefined ? {} : { lastMessage };
      return event({ ...base, type: 'turn.ending', ...last });
    }
    case 'session_shutdown':
      return event({ ...base, type: 'session.ended', reason: told.reason ?? 'quit' });
    default:
      return { ignored: `the event ${hook} is not one that Holdfast takes` };
  }
}

function event(value: HostEvent): Decoded {
  return { event: value };
}

/** A start with an older session's id tells itself as a new one: its messages tell that it is not. */
function sourceOf({ event: told, resumed }: Payload): SessionSource {
  if (told?.reason === 'fork') return 'fork';
  return resumed === true ? 'resume' : 'startup';
}

function callOf(told: Told) {
  const call = toolCall(told.toolName ?? '', told.input, told.toolCallId);
  return withEdit(call, told.input, editMembers);
}

function finished(told: Told, base: EventBase): HostEvent {
  const call = callOf(told);
  const { content, details, structuredContent, isError } = told;
  const message = { content, details, structuredContent, isError };
  // Whole: what the model was shown of a file is told by it.
  const result = toolResult(told.toolCallId ?? '', call.kind, message, Number.MAX_SAFE_INTEGER);
  return { ...base, type: 'tool.finished', call, result };
}

function triggerOf(reason: string | undefined): CompactionTrigger {
  if (reason === 'manual') return 'manual';
  return reason === 'threshold' || reason === 'overflow' ? 'auto' : 'unknown';
}
