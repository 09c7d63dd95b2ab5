import { cutText, type Fields, fieldsOf, listOf, textOf } from '../../core/rows/fields.ts';
import { keepInput, keptOf } from '../../core/rows/kept.ts';
import { toolCall, toolKind, toolResult } from './tools.ts';
import { isSummary } from './transcript-compactions.ts';
import type { Emit } from './transcript-items.ts';
import type { Message } from './transcript-messages.ts';
import { ownTextBehind } from './transcript-own.ts';
import { acceptedPlan } from './transcript-plans.ts';
import { rejectionFeedback } from './transcript-results.ts';
import type { State } from './transcript-state.ts';
import { todosOf } from './transcript-todos.ts';

const idle = new Set([
  'reasoning',
  'step-start',
  'step-finish',
  'patch',
  'snapshot',
  'retry',
  'file',
  'agent',
]);

/** Items of an `assistant` message: its texts, calls with their results, a summary, and the size of the context. */
export function assistantItems(
  message: Message,
  state: State,
  emit: Emit,
  unknown: (kind: string) => void,
): void {
  place(message, state, emit);
  const { completed } = fieldsOf(message.info.time);
  if (typeof completed === 'number') state.answered = Math.max(state.answered, completed);
  if (isSummary(message)) {
    summary(message, state, emit);
    return;
  }
  state.replaying = false;
  for (const [number, part] of message.parts.entries()) {
    const type = textOf(part.type) ?? 'no type';
    if (type === 'text') {
      const text = textOf(part.text) ?? '';
      if (text.trim() !== '') {
        emit({ type: 'assistant', text }, number, fieldsOf(part.time).start);
      }
    } else if (type === 'tool') call(part, number, state, emit);
    else if (!idle.has(type)) unknown(`part/${type}`);
  }
  usage(message, state, emit);
}

/** Tells the working folder where it is news, and the client's version with the first one. */
function place(message: Message, state: State, emit: Emit): void {
  const cwd = textOf(fieldsOf(message.info.path).cwd);
  if (cwd === undefined || cwd === state.cwd) return;
  const { hostVersion } = state.facts;
  const tellVersion = state.cwd === undefined && hostVersion !== undefined;
  state.cwd = cwd;
  emit(tellVersion ? { type: 'place', cwd, hostVersion } : { type: 'place', cwd }, 0);
}

function summary(message: Message, state: State, emit: Emit): void {
  const own = textOf(message.info.id);
  if (own !== undefined && state.cuts.has(own)) emit({ type: 'boundary', trigger: 'unknown' }, 0);
  const texts = message.parts
    .filter((part) => part.type === 'text')
    .map((part) => textOf(part.text));
  const text = texts.filter((one) => one !== undefined).join('\n');
  const failed = message.info.error !== undefined && message.info.error !== null;
  if (text !== '' || !failed) emit({ type: 'summary', text }, 0);
}

function call(part: Fields, number: number, state: State, emit: Emit): void {
  const name = textOf(part.tool);
  if (name === undefined) return;
  const given = fieldsOf(part.state);
  const time = fieldsOf(given.time);
  const callId = textOf(part.callID) ?? textOf(part.id);
  const made = keepInput(toolCall(name, given.input, callId), given.input, state.facts.keep);
  emit({ type: 'call', call: made }, number, time.start);
  const result = callId === undefined ? undefined : toolResult(callId, name, given);
  if (result === undefined) return;
  const kind = toolKind(name);
  if (name === 'plan_exit' && result.outcome === 'ok') {
    const plan = acceptedPlan(state);
    if (plan !== undefined) result.acceptedPlan = plan;
  }
  const own = ownTextBehind(result.text);
  if (own !== undefined) emit({ type: 'injected-context', text: own }, number, time.end);
  const feedback = result.outcome === 'denied' ? rejectionFeedback(result.text) : undefined;
  result.text = cutText(result.text, keptOf(kind, state.facts.keep));
  emit({ type: 'result', result }, number, time.end);
  // Instruction files that came with the result, since they lie in a folder on the way to the file that was read.
  for (const path of listOf(fieldsOf(given.metadata).loaded)) {
    const loaded = textOf(path);
    if (loaded)
      emit({ type: 'instructions', path: loaded, text: '', nested: true }, number, time.end);
  }
  if (feedback !== undefined) {
    emit({ type: 'user', origin: 'mid-turn', text: feedback }, number, time.end);
  }
  const todos = name === 'todowrite' && result.outcome === 'ok' ? todosOf(given.input) : undefined;
  if (todos !== undefined) emit(todos, number, time.end);
}

/** What the model was sent: fresh input and both kinds of cached input. */
function usage(message: Message, state: State, emit: Emit): void {
  const tokens = fieldsOf(message.info.tokens);
  const cache = fieldsOf(tokens.cache);
  const counts = [tokens.input, cache.read, cache.write];
  let contextTokens = 0;
  for (const count of counts) if (typeof count === 'number' && count > 0) contextTokens += count;
  if (contextTokens === 0) return;
  state.contextTokens = contextTokens;
  const model = textOf(message.info.modelID);
  const last = Math.max(0, message.parts.length - 1);
  const { completed } = fieldsOf(message.info.time);
  emit(
    model === undefined
      ? { type: 'usage', contextTokens }
      : { type: 'usage', contextTokens, model },
    last,
    completed,
  );
}
