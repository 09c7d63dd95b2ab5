import * as v from 'valibot';
import { withEdit } from '../../core/edit/with-edit.ts';
import type { CompactionTrigger, EventBase, HostEvent } from '../../core/event.ts';
import type { Decoded } from '../host.ts';
import { promptText } from './prompt-text.ts';
import { recordOf } from './record-path.ts';
import { editMembers } from './tool-edits.ts';
import { toolCall, toolResult } from './tools.ts';
import { type Payload, payloadSchema, textPartSchema } from './wire.ts';

/** A hook of the plugin as an event. */
export function decode(raw: Record<string, unknown>): Decoded {
  const parsed = v.safeParse(payloadSchema, raw);
  if (!parsed.success) return { ignored: 'the payload is none of the plugin' };
  const payload = parsed.output;
  if (payload.session === '') return { ignored: 'the payload has no session id' };
  return decodeNamed(payload, baseOf(payload));
}

function baseOf({ session, agent, directory, database }: Payload): EventBase {
  return {
    sessionId: session,
    ...(agent === undefined ? {} : { agentId: agent }),
    ...(directory === undefined ? {} : { cwd: directory }),
    ...(database === undefined ? {} : { transcriptPath: recordOf(database, session) }),
  };
}

function decodeNamed(payload: Payload, base: EventBase): Decoded {
  const { hook, input = {}, output = {} } = payload;
  switch (hook) {
    case 'session.first':
      return event({
        ...base,
        type: 'session.started',
        source: payload.resumed === true ? 'resume' : 'startup',
      });
    case 'chat.message':
      return event({
        ...base,
        type: 'prompt.submitted',
        prompt: promptOf(output.parts ?? []),
        origin: 'person',
        ...(payload.fullness === undefined ? {} : { fullness: payload.fullness }),
        ...turnOf(output.message),
      });
    case 'tool.execute.before':
      return event({ ...base, type: 'tool.requested', call: callOf(input, output.args) });
    case 'tool.execute.after':
      return event(finished(payload, base));
    case 'experimental.chat.messages.transform':
      return event({ ...base, type: 'model.requested' });
    case 'experimental.session.compacting':
      return event({ ...base, type: 'compaction.starting', trigger: triggerOf(payload.auto) });
    case 'experimental.compaction.autocontinue':
      return event({ ...base, type: 'session.started', source: 'compact' });
    case 'session.compacted': {
      const { summary } = payload;
      const told = summary === undefined ? {} : { summary };
      const trigger = triggerOf(payload.auto);
      return event({ ...base, type: 'compaction.finished', trigger, ...told });
    }
    case 'session.idle':
      return event(
        base.agentId === undefined
          ? {
              ...base,
              type: 'turn.ending',
              ...(payload.lastMessage === undefined ? {} : { lastMessage: payload.lastMessage }),
            }
          : { ...base, type: 'subagent.stopped', agentType: input.agent ?? '' },
      );
    case 'session.deleted':
      return event({ ...base, type: 'session.ended', reason: 'deleted' });
    default:
      return { ignored: `the hook ${hook} is not one that Holdfast takes` };
  }
}

function event(value: HostEvent): Decoded {
  return { event: value };
}

/** Texts that the client or a plugin put beside the prompt are no person's. */
function promptOf(parts: readonly unknown[]): string {
  return parts
    .flatMap((part) => {
      const parsed = v.safeParse(textPartSchema, part);
      return parsed.success && parsed.output.synthetic !== true
        ? [promptText(parsed.output.text)]
        : [];
    })
    .join('\n');
}

function turnOf(message: unknown): { turnId?: string } {
  const id = (message as { id?: unknown } | undefined)?.id;
  return typeof id === 'string' ? { turnId: id } : {};
}

function callOf(input: NonNullable<Payload['input']>, args: unknown) {
  const call = toolCall(input.tool ?? '', args, input.callID);
  return withEdit(call, args, editMembers);
}

/** The hook comes only for calls that the client counts as done; a shell call may have failed all the same. */
function finished({ input = {}, output = {} }: Payload, base: EventBase): HostEvent {
  const call = callOf(input, input.args);
  const state = { status: 'completed', input: input.args, ...output };
  const callId = input.callID ?? '';
  const result = toolResult(callId, call.name, state)!;
  return { ...base, type: 'tool.finished', call, result };
}

function triggerOf(auto: boolean | undefined): CompactionTrigger {
  if (auto === undefined) return 'unknown';
  return auto ? 'auto' : 'manual';
}
