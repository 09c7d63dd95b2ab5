import type { Bare, Emit } from '../../core/rows/bare-item.ts';
import { keepInput } from '../../core/rows/kept.ts';
import { number, object, objects, text, type Value, wellFormed } from '../../core/rows/values.ts';
import { onlyPicture } from '../../core/snapshot/picture.ts';
import { toolCall, toolKind } from './tools.ts';
import { ownTextOf } from './transcript-own.ts';
import { contentText, toolResult } from './transcript-result.ts';
import type { ReadingState } from './transcript-state.ts';

/** What a message's row tells beside the message. */
export interface MessageContext {
  /** The prompts come from another agent or program. */
  program: boolean;
  /** The row does not follow the one before: the person went back to an earlier point. */
  branches: boolean;
}

/** Items of a message, by its role. `unknown` gets the name of a role that is not known. */
export function messageRow(
  message: Value,
  context: MessageContext,
  state: ReadingState,
  emit: Emit,
  unknown: (kind: string) => void,
): void {
  const role = text(message.role) ?? 'no role';
  switch (role) {
    case 'user':
      prompt(promptIn(message.content), context, state, emit);
      return;
    case 'assistant':
      answer(message, state, emit);
      return;
    case 'toolResult':
      result(message, state, emit, unknown);
      return;
    case 'bashExecution':
      shellLine(message, emit);
      return;
    case 'custom':
    case 'hookMessage':
      customMessage(message, emit);
      return;
    case 'branchSummary':
      injected(message.summary, emit);
      return;
    case 'compactionSummary':
      summary(message.summary, emit);
      return;
    default:
      unknown(`message/${role}`);
  }
}

function promptIn(content: unknown): string {
  const words = contentText(content);
  const isPicture = objects(content).some(({ type }) => type === 'image');
  return words.trim() === '' && isPicture ? onlyPicture : words;
}

function prompt(whole: string, context: MessageContext, state: ReadingState, emit: Emit): void {
  if (whole.trim() === '') return;
  const midTurn = state.working && state.open.size === 0 && !context.branches;
  if (!midTurn) {
    state.working = false;
    state.open.clear();
  }
  const origin = context.program ? 'program' : midTurn ? 'mid-turn' : 'typed';
  emit({ type: 'user', origin, text: wellFormed(whole) });
}

/** Thinking is left out. The size of the context is what was sent: fresh input and both kinds of cached input. */
function answer(message: Value, state: ReadingState, emit: Emit): void {
  state.open.clear();
  state.working = false;
  if (typeof message.content === 'string') said(message.content, emit);
  for (const block of objects(message.content)) {
    const name = text(block.name);
    if (block.type === 'text') said(text(block.text) ?? '', emit);
    else if (block.type === 'toolCall' && name !== undefined) {
      const id = text(block.id);
      const call = keepInput(toolCall(name, block.arguments, id), block.arguments, state.keep);
      emit({ type: 'call', call });
      if (id !== undefined) state.openCall(id);
      state.working = true;
    }
  }
  if (message.stopReason === 'aborted' || message.stopReason === 'error') state.working = false;
  const usage = object(message.usage);
  const contextTokens =
    (number(usage.input) ?? 0) + (number(usage.cacheRead) ?? 0) + (number(usage.cacheWrite) ?? 0);
  if (contextTokens <= 0) return;
  const model = text(message.model);
  emit({ type: 'usage', contextTokens, ...(model === undefined ? {} : { model }) });
}

function said(whole: string, emit: Emit): void {
  if (whole.trim() !== '') emit({ type: 'assistant', text: wellFormed(whole) });
}

function result(
  message: Value,
  state: ReadingState,
  emit: Emit,
  unknown: (kind: string) => void,
): void {
  const callId = text(message.toolCallId);
  if (callId === undefined) {
    unknown('toolResult without an id');
    return;
  }
  state.open.delete(callId);
  const kind = toolKind(text(message.toolName) ?? '');
  emit({ type: 'result', result: toolResult(callId, kind, message, state.keep) });
  const own = ownTextOf(message.content);
  if (own !== undefined) emit({ type: 'injected-context', text: own });
}

/** A shell line that the person typed; with two marks its output is kept from the model. */
function shellLine(message: Value, emit: Emit): void {
  const command = text(message.command);
  if (command === undefined) return;
  const mark = message.excludeFromContext === true ? '!!' : '!';
  emit({ type: 'user', origin: 'command', text: wellFormed(mark + command) });
}

/** A text that an extension put before the model: a message of its own role, or an entry of its own type. */
export function customMessage(given: Value, emit: Emit): void {
  const whole = contentText(given.content);
  if (whole.trim() === '') return;
  const item: Bare & { type: 'injected-context' } = {
    type: 'injected-context',
    text: wellFormed(whole),
  };
  const event = text(given.customType);
  emit(event === undefined ? item : { ...item, event });
}

export function injected(whole: unknown, emit: Emit): void {
  const own = text(whole);
  if (own !== undefined) emit({ type: 'user', origin: 'injected', text: wellFormed(own) });
}

export function summary(whole: unknown, emit: Emit): void {
  const own = text(whole);
  if (own !== undefined) emit({ type: 'summary', text: wellFormed(own) });
}
