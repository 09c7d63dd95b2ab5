import type { Position, UserOrigin } from '../../core/conversation.ts';
import type { Emit } from '../../core/rows/bare-item.ts';
import { onlyFile, onlyPicture } from '../../core/snapshot/picture.ts';
import type { ToolKind } from '../../core/tool.ts';
import { toolKind } from './tool-kinds.ts';
import { rejectionWords } from './tool-results.ts';
import { toolResult } from './tools.ts';
import { kindOf } from './transcript-attachments.ts';
import { type Members, Names } from './transcript-members.ts';
import { blocksOf, inner, outer, part, type Row } from './transcript-row.ts';
import { hashBytes } from './transcript-seen.ts';
import type { ReadingState } from './transcript-state.ts';
import { todosOf } from './transcript-todos.ts';
import { endedTask, userText } from './transcript-user-text.ts';

/** Bytes kept of a result: of those that later folds read, and of those whose text is a copy of files. */
const keptOfOutput = 8_000;
/** Of an output that may name failing tests: all that the client gives of one. */
const keptOfFailures = 32_768;
const failureMarks = [Buffer.from('FAIL'), Buffer.from('not ok ')];
const keptOfCopies = 600;
const copies = new Set<ToolKind>(['read', 'search', 'edit', 'write']);

/** Members of other tools' structured results that are looked at. */
const resultNames = new Names([
  'agentId',
  'backgroundTaskId',
  'interrupted',
  'isAsync',
  'outputFile',
  'persistedOutputPath',
  'status',
  'taskId',
]);

/** True where the whole structured result is needed: a person's answers and approvals, and todo lists. */
const structured = new Set(['question', 'plan', 'todo']);

/** Items of a `user` row: texts by who wrote them, and results of calls. */
export function userRow(row: Row, state: ReadingState, emit: Emit, context: RowContext): void {
  const texts: string[] = [];
  const results: Members[] = [];
  let wordless: string | undefined;
  const whole = row.message.text(inner.content);
  if (whole !== undefined) texts.push(whole);
  for (const block of row.blocks()) {
    if (block.is(part.type, 'tool_result')) results.push(block);
    else if (block.is(part.type, 'image')) wordless = onlyPicture;
    else if (block.is(part.type, 'document')) wordless ??= onlyFile;
    else texts.push(block.text(part.text) ?? '');
  }
  if (wordless && results.length === 0 && texts.every((text) => text.trim() === ''))
    texts.push(wordless);
  for (const block of results) {
    resultBlock(row.outer, block, results.length, state, emit, context);
  }
  if (row.outer.isTrue(outer.isCompactSummary)) {
    emit({ type: 'summary', text: texts.join('\n') });
    return;
  }
  for (const text of texts) {
    if (text !== '') spoken(row.outer, text, results.length > 0, state, emit, context);
  }
}

export interface RowContext {
  sidechain: boolean;
  /** True for a row that was read before: it changes nothing that is remembered. */
  replayed: boolean;
  at: Position;
  time?: string;
  /** Bytes to keep of a result in place of what folds read. */
  keep?: number;
}

function spoken(
  row: Members,
  text: string,
  besideResult: boolean,
  state: ReadingState,
  emit: Emit,
  context: RowContext,
): void {
  const ended = endedTask(text);
  const spokenPart = userText(text, {
    hidden:
      (row.isTrue(outer.isMeta) && !besideResult) ||
      row.isTrue(outer.isVisibleInTranscriptOnly) ||
      row.isTrue(outer.textNotTyped),
    kind: kindOf(row.value(outer.origin)),
    promptSource: row.text(outer.promptSource),
    sidechain: context.sidechain,
    person: besideResult ? 'mid-turn' : 'typed',
  });
  const { origin } = spokenPart;
  const folder = row.isTrue(outer.isMeta) ? skillFolder(text) : undefined;
  if (folder !== undefined) emit({ type: 'skill-loaded', folder });
  if (ended !== undefined && origin !== 'typed') emit({ type: 'background-ended', ...ended });
  if (origin === 'summary') {
    emit({ type: 'summary', text: spokenPart.text });
    return;
  }
  const person = origin === 'typed' || origin === 'queued' || origin === 'mid-turn';
  if (!besideResult && !context.replayed && beginsTurn(origin, text)) {
    const rewind = state.rewinds.prompt(row, context.at, context.time);
    if (rewind !== undefined) emit(rewind);
  }
  const plan = person && !context.sidechain ? planOf(row, spokenPart.text) : undefined;
  if (plan !== undefined) {
    emit({ type: 'user', origin: 'injected', text: spokenPart.text, acceptedPlan: { text: plan } });
    return;
  }
  const copy = person && !context.replayed && !state.queue.row(text);
  emit({ type: 'user', origin, text: spokenPart.text }, copy);
}

/** The folder of a skill that the client loads, as it begins the skill's text. */
function skillFolder(text: string): string | undefined {
  return /^Base directory for this skill: ([^\r\n]{1,1000})/.exec(text)?.[1]?.trim();
}

/** What the client says before a command that it runs itself, which is the first row behind a rewind then. */
const caveats = ['<local-command-caveat>', 'Caveat: The messages below were generated by the user'];

function beginsTurn(origin: UserOrigin, text: string): boolean {
  if (origin === 'typed' || origin === 'queued' || origin === 'command') return true;
  return origin === 'injected' && caveats.some((caveat) => text.startsWith(caveat));
}

const planStart = 'Implement the following plan:';

/**
 * The plan that the person accepted with the conversation before it cleared: the client begins the new session with it, in
 * words of its own, and keeps the plan beside them.
 */
function planOf(row: Members, text: string): string | undefined {
  const plan = row.text(outer.planContent);
  if (plan === undefined || plan.trim() === '') return undefined;
  return text.trimStart().startsWith(planStart) ? plan : undefined;
}

function resultBlock(
  row: Members,
  block: Members,
  ofRow: number,
  state: ReadingState,
  emit: Emit,
  context: RowContext,
): void {
  const callId = block.text(part.tool_use_id);
  if (callId === undefined) return;
  const call = state.closeCall(callId);
  const name = call?.name ?? '';
  const kind = toolKind(name);
  const kept = resultText(block, keptOf(kind, block, context));
  // The row has one structured result; where it holds several results, nobody knows whose it is.
  const response = ofRow === 1 && !copies.has(kind) ? structuredResult(row, kind) : undefined;
  const result = toolResult(callId, name, {
    content: kept.text,
    length: kept.length,
    response,
    isError: block.isTrue(part.is_error),
    denialKind: row.text(outer.toolDenialKind),
  });
  const id = hashBytes(block.bytes, block.start(part.tool_use_id), block.end(part.tool_use_id), 1);
  const copy = state.seen.add(id, context.time);
  emit({ type: 'result', result }, copy);
  const words = result.refused ? rejectionWords(kept.text) : undefined;
  if (words !== undefined) emit({ type: 'user', origin: 'mid-turn', text: words }, copy);
  if (kind !== 'todo' || result.outcome !== 'ok') return;
  const todos = todosOf(name, call?.input, response, kept.text);
  if (todos !== undefined) emit(todos, copy);
}

function keptOf(kind: ToolKind, block: Members, { replayed, keep }: RowContext): number {
  if (replayed) return keptOfCopies;
  if (keep !== undefined) return keep;
  if (copies.has(kind)) return keptOfCopies;
  return block.mentions(part.content, failureMarks) ? keptOfFailures : keptOfOutput;
}

/** The text of a result's content (a string or a list of blocks), cut to about `limit` bytes, with its whole length. */
function resultText(block: Members, limit: number): { text: string; length: number } {
  if (block.isString(part.content)) return block.kept(part.content, limit);
  const texts: string[] = [];
  let length = 0;
  for (const inside of blocksOf(block, part.content)) {
    if (!inside.isString(part.text)) continue;
    const kept = inside.kept(part.text, limit);
    texts.push(kept.text);
    length += kept.length;
  }
  return { text: texts.join('\n'), length: length + Math.max(0, texts.length - 1) };
}

function structuredResult(row: Members, kind: string): unknown {
  if (row.first(outer.toolUseResult) !== 123) return undefined;
  if (structured.has(kind)) return row.value(outer.toolUseResult);
  return row.object(outer.toolUseResult, resultNames);
}
