import type { Position } from '../../core/conversation.ts';
import type { Emit } from '../../core/rows/bare-item.ts';
import { type Fields, textOf } from '../../core/rows/fields.ts';
import { RowLines } from '../../core/rows/row-lines.ts';
import type { ReaderOptions, RecordReader, RecordSink } from '../host.ts';
import { assistantRow, resultRow } from './transcript-model.ts';
import { ReadingState } from './transcript-state.ts';
import { systemRow } from './transcript-system.ts';
import { userRow } from './transcript-user.ts';

/**
 * Reads this client's transcript, row by row in file order. With `subagent` it reads a subagent's own file, where every
 * row is marked as one; without it such rows are left out.
 */
export function qwenReader(options: ReaderOptions = {}): RecordReader {
  const subagent = options.subagent === true;
  const lines = new RowLines();
  const state = new ReadingState(options.keep);
  return {
    line(bytes: Buffer, at: Position, sink: RecordSink): void {
      lines.line(bytes.toString('utf8'), at, sink, (row, place, text) => {
        readRow(row, place, text, state, subagent, sink);
      });
    },
    end: (sink) => lines.end(sink),
    memory: () => state.memory(),
    restore: (memory, moved) => state.restore(memory, moved),
  };
}

function readRow(
  row: Fields,
  at: Position,
  text: string,
  state: ReadingState,
  subagent: boolean,
  sink: RecordSink,
): void {
  const type = textOf(row.type) ?? 'no type';
  if (isSubagents(row) && !subagent) return;
  const emit = emitter(row, at, text, state, sink);
  // The other rows name the folder of what they are about, which need not be the session's.
  if (type !== 'system') tellPlace(row, state, emit);
  rewind(row, at, state, emit);
  if (type === 'user') userRow(row, subagent, emit, sink);
  else if (type === 'assistant') assistantRow(row, state, emit);
  else if (type === 'tool_result') resultRow(row, state, emit);
  else if (type === 'system') systemRow(row, state, emit, sink);
  else sink.unknown(type);
}

/**
 * The client writes that the conversation was rewound, with the parent that the first prompt has which was taken back
 * (client 0.24.4).
 */
function rewind(row: Fields, at: Position, { turns }: ReadingState, emit: Emit): void {
  const key = textOf(row.parentUuid) ?? '';
  if (row.type === 'user' && turns.last?.offset !== at.offset) {
    const time = textOf(row.timestamp);
    turns.begin({ key, offset: at.offset, ...(time === undefined ? {} : { time }) });
  } else if (row.type === 'system' && row.subtype === 'rewind') {
    const index = turns.find(key);
    const first = index < 0 ? undefined : turns.takeBack(index, at.offset);
    if (first === undefined) return;
    const { time } = first;
    emit({ type: 'rewind', left: turns.left, ...(time === undefined ? {} : { since: time }) });
  }
}

function isSubagents(row: Fields): boolean {
  return row.isSidechain === true || textOf(row.agentId) !== undefined;
}

/**
 * One message can stand in several rows of the same id, one after the other, each with a part of it: they get ids of
 * their own. The same bytes again are a copy.
 */
function emitter(
  row: Fields,
  at: Position,
  text: string,
  state: ReadingState,
  sink: RecordSink,
): Emit {
  const time = textOf(row.timestamp);
  const uuid = textOf(row.uuid);
  const { count, replayed } = state.nextRow(uuid, text);
  const id = uuid === undefined || count === 1 ? uuid : `${uuid}#${count}`;
  return (item, copy) => {
    const whole = { ...item, at } as Parameters<RecordSink['item']>[0];
    if (time !== undefined) whole.time = time;
    if (id !== undefined) whole.id = id;
    if (replayed || copy === true) whole.replayed = true;
    sink.item(whole);
  };
}

/** Tells the working folder, the branch and the client's version when one of them is news. */
function tellPlace(row: Fields, state: ReadingState, emit: Emit): void {
  const known = state.place;
  const next = {
    cwd: textOf(row.cwd) ?? known.cwd,
    branch: textOf(row.gitBranch) ?? known.branch,
    hostVersion: textOf(row.version) ?? known.hostVersion,
  };
  if (
    next.cwd === known.cwd &&
    next.branch === known.branch &&
    next.hostVersion === known.hostVersion
  ) {
    return;
  }
  state.place = next;
  emit({ type: 'place', ...next });
}
