import { toolKind } from './tool-kinds.ts';
import { toolResult } from './tools.ts';
import { kindOf } from './transcript-attachments.ts';
import { type Block, blocksAt, messageAt, resultText } from './transcript-blocks.ts';
import { endOfString } from './transcript-bytes.ts';
import { type Envelope, membersAt, valueAt } from './transcript-envelope.ts';
import type { Emit } from './transcript-items.ts';
import { hashBytes } from './transcript-seen.ts';
import type { ReadingState } from './transcript-state.ts';
import { stringAt } from './transcript-text.ts';
import { todosOf } from './transcript-todos.ts';
import { endedTask, userText } from './transcript-user-text.ts';

/** Bytes kept of a result: of those that later folds read, and of those whose text is a copy of files. */
const keptOfOutput = 8000;
const keptOfCopies = 1000;
const copies = new Set(['read', 'search', 'edit', 'write']);

/** Members of a structured result that are large and never needed. */
const bulk = new Set([
  'stdout',
  'stderr',
  'file',
  'content',
  'originalFile',
  'oldString',
  'newString',
  'structuredPatch',
  'gitDiff',
  'prompt',
  'usage',
  'result',
  'results',
  'oldTodos',
  'output',
]);

/** True where the whole structured result is needed: a person's answers and approvals, and todo lists. */
const structured = new Set(['question', 'plan', 'todo']);

/** Items of a `user` row: texts by who wrote them, and results of calls. */
export function userRow(row: Envelope, state: ReadingState, emit: Emit, context: RowContext): void {
  const { bytes, limit } = row;
  const { content } = messageAt(bytes, row.offset('message'), limit);
  if (content < 0) return;
  const texts: string[] = [];
  const results: Block[] = [];
  if (bytes[content] === 34) texts.push(stringAt(bytes, content, limit) ?? '');
  else {
    for (const block of blocksAt(bytes, content, limit)) {
      if (block.type === 'tool_result') results.push(block);
      else if (block.text >= 0) texts.push(stringAt(bytes, block.text, limit) ?? '');
    }
  }
  for (const block of results) resultBlock(row, block, results.length, state, emit, context.time);
  if (row.isTrue('isCompactSummary')) {
    emit({ type: 'summary', text: texts.join('\n') });
    return;
  }
  for (const text of texts)
    if (text !== '') spoken(row, text, results.length > 0, state, emit, context);
}

export interface RowContext {
  sidechain: boolean;
  /** True for a row that was read before: it changes nothing that is remembered. */
  replayed: boolean;
  time?: string;
}

function spoken(
  row: Envelope,
  text: string,
  besideResult: boolean,
  state: ReadingState,
  emit: Emit,
  context: RowContext,
): void {
  const ended = endedTask(text);
  const part = userText(text, {
    hidden:
      (row.isTrue('isMeta') && !besideResult) ||
      row.isTrue('isVisibleInTranscriptOnly') ||
      row.isTrue('textNotTyped'),
    kind: kindOf(row.value('origin')),
    promptSource: row.text('promptSource'),
    sidechain: context.sidechain,
    person: besideResult ? 'mid-turn' : 'typed',
  });
  if (ended !== undefined && part.origin !== 'typed') emit({ type: 'background-ended', ...ended });
  if (part.origin === 'summary') {
    emit({ type: 'summary', text: part.text });
    return;
  }
  const person = part.origin === 'typed' || part.origin === 'queued' || part.origin === 'mid-turn';
  const copy = person && !context.replayed && !state.queue.row(text);
  emit({ type: 'user', origin: part.origin, text: part.text }, copy);
}

function resultBlock(
  row: Envelope,
  block: Block,
  ofRow: number,
  state: ReadingState,
  emit: Emit,
  time: string | undefined,
): void {
  const { bytes, limit } = row;
  const callId = block.toolUseId < 0 ? undefined : stringAt(bytes, block.toolUseId, limit);
  if (callId === undefined) return;
  const call = state.closeCall(callId);
  const name = call?.name ?? '';
  const kind = toolKind(name);
  const kept = resultText(
    bytes,
    block.content,
    limit,
    copies.has(kind) ? keptOfCopies : keptOfOutput,
  );
  // The row has one structured result; where it holds several results, nobody knows whose it is.
  const response = ofRow === 1 && !copies.has(kind) ? structuredResult(row, kind) : undefined;
  const result = toolResult(callId, name, {
    content: kept.text,
    length: kept.length,
    response,
    isError: block.isError,
    denialKind: row.text('toolDenialKind'),
  });
  const hash = hashBytes(bytes, block.toolUseId, endOfString(bytes, block.toolUseId + 1, limit), 1);
  const copy = state.seen.add(hash, time);
  emit({ type: 'result', result }, copy);
  if (kind !== 'todo' || result.outcome !== 'ok') return;
  const todos = todosOf(name, call?.input, response, kept.text);
  if (todos !== undefined) emit(todos, copy);
}

function structuredResult(row: Envelope, kind: string): unknown {
  const at = row.offset('toolUseResult');
  if (at < 0 || row.bytes[at] !== 123) return undefined;
  if (structured.has(kind)) return valueAt(row.bytes, at, row.limit);
  return membersAt(row.bytes, at, row.limit, bulk);
}
