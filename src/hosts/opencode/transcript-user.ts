import type { UserOrigin } from '../../core/conversation.ts';
import { type Fields, fieldsOf, textOf } from '../../core/rows/fields.ts';
import { onlyFile, onlyPicture } from '../../core/snapshot/picture.ts';
import { promptText } from './prompt-text.ts';
import type { Emit } from './transcript-items.ts';
import type { Message } from './transcript-messages.ts';
import { isOwnText } from './transcript-own.ts';
import { isWhole, shownByRead } from './transcript-shown.ts';
import type { State } from './transcript-state.ts';

/** Parts of a prompt that tell nothing that its texts do not. */
const idle = new Set(['file', 'agent', 'snapshot', 'patch', 'step-start', 'step-finish', 'retry']);

/** Items of a `user` message: who wrote its texts, the files that the client read for it, and a compaction. */
export function userItems(
  message: Message,
  state: State,
  emit: Emit,
  unknown: (kind: string) => void,
): void {
  mode(message, state, emit);
  const copy = isReplay(message, state);
  const origin = personOrigin(message, state);
  const typed: string[] = [];
  for (const [number, part] of message.parts.entries()) {
    const text = textOf(part.text);
    if (part.type === 'text') {
      if (text === undefined || text.trim() === '') continue;
      if (part.synthetic === true || part.ignored === true) injected(text, state, emit, number);
      else {
        typed.push(text);
        emit({ type: 'user', origin, text: promptText(text) }, number, undefined, copy);
      }
    } else if (part.type === 'subtask') command(part, emit, number);
    else if (part.type === 'compaction') compaction(message, part, state, emit, number);
    else if (!idle.has(textOf(part.type) ?? '')) unknown(`part/${textOf(part.type) ?? 'no type'}`);
  }
  if (typed.length > 0) state.prompt = typed;
  else if (message.parts.some(isFile)) {
    const text = message.parts.some(isPicture) ? onlyPicture : onlyFile;
    emit({ type: 'user', origin, text }, 0, undefined, copy);
  }
}

/** A file that the model is given as it is; the client puts the text of others into parts of their own. */
function isFile({ type, mime }: Fields): boolean {
  return type === 'file' && textOf(mime)?.startsWith('text/') === false;
}

function isPicture(part: Fields): boolean {
  return isFile(part) && textOf(part.mime)?.startsWith('image/') === true;
}

function mode(message: Message, state: State, emit: Emit): void {
  const agent = textOf(message.info.agent);
  if (agent === undefined || agent === state.mode) return;
  state.mode = agent;
  emit({ type: 'mode', mode: agent }, 0);
}

/** A prompt that was sent before the last answer was complete was typed while the agent worked. */
function personOrigin(message: Message, state: State): UserOrigin {
  if (state.facts.subagent === true) return 'program';
  const created = fieldsOf(message.info.time).created;
  return typeof created === 'number' && created < state.answered ? 'mid-turn' : 'typed';
}

/** After a compaction for overflow the client stores the last prompt once more, word for word. */
function isReplay(message: Message, state: State): boolean {
  if (!state.replaying) return false;
  const texts = message.parts
    .filter((part) => part.type === 'text' && part.synthetic !== true)
    .map((part) => part.text);
  // Attached media stand in the copy as a text in brackets.
  const own = texts.filter((text) => !/^\[Attached \S+: /.test(String(text)));
  return own.length > 0 && own.join('\n') === state.prompt.join('\n');
}

const shellNote = 'The following tool was executed by the user';

function injected(text: string, state: State, emit: Emit, number: number): void {
  const shown = shownByRead(text);
  if (shown !== undefined && isWhole(shown)) {
    emit({ type: 'attached-file', path: shown.path, text: shown.text }, number);
    return;
  }
  if (isOwnText(text)) {
    emit({ type: 'injected-context', text }, number);
    return;
  }
  const line = text === shellNote ? shellLine(state) : undefined;
  if (line !== undefined) emit({ type: 'user', origin: 'command', text: `!${line}` }, number);
  else emit({ type: 'user', origin: 'injected', text }, number);
}

/** The shell line that a person ran: it stands in the next message. */
function shellLine(state: State): string | undefined {
  const next = state.messages[state.index + 1]?.parts.find((part) => part.type === 'tool');
  return textOf(fieldsOf(fieldsOf(next?.state).input).command);
}

function command(part: Fields, emit: Emit, number: number): void {
  const name = textOf(part.command);
  const prompt = textOf(part.prompt) ?? textOf(part.description) ?? '';
  const text = name === undefined ? prompt : `/${name} ${prompt}`.trim();
  if (text !== '') emit({ type: 'user', origin: 'command', text }, number);
}

function compaction(
  message: Message,
  part: Fields,
  state: State,
  emit: Emit,
  number: number,
): void {
  if (!state.cuts.has(textOf(message.info.id) ?? '')) return;
  const trigger = part.auto === true ? 'auto' : part.auto === false ? 'manual' : 'unknown';
  const tokensBefore = state.contextTokens;
  emit(
    { type: 'boundary', trigger, ...(tokensBefore === undefined ? {} : { tokensBefore }) },
    number,
  );
  if (part.overflow === true) state.replaying = true;
}
