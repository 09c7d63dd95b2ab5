import type { Position } from '../../core/conversation.ts';
import type { Bare, Emit } from '../../core/rows/bare-item.ts';
import { readLine } from '../../core/rows/line-rows.ts';
import { number, object, text, type Value } from '../../core/rows/values.ts';
import type { ReaderOptions, RecordReader, RecordSink } from '../host.ts';
import { customMessage, injected, messageRow, summary } from './transcript-message.ts';
import { ReadingState } from './transcript-state.ts';

/** Entries that tell nothing about the work. */
const idle = new Set([
  'context_edit',
  'custom',
  'label',
  'leaf',
  'model_change',
  'session_info',
  'thinking_level_change',
]);

/**
 * Reads this client's session file, version 1 (a line of messages without ids) to 3 (a tree). It goes in file order:
 * branches that the person left are told as taken back, and the entry that a compaction keeps from need not exist.
 * With `subagent` the prompts are those of the program that started the client.
 */
export function piReader(options: ReaderOptions = {}): RecordReader {
  return new SessionReader(options);
}

class SessionReader implements RecordReader {
  readonly #state = new ReadingState();
  readonly #program: boolean;
  #sink!: RecordSink;
  #at: Position = { offset: 0, line: 0 };
  #time: string | undefined;
  #id: string | undefined;
  readonly #emit: Emit = (item) => {
    const whole = item as Parameters<RecordSink['item']>[0];
    whole.at = this.#at;
    if (this.#time !== undefined) whole.time = this.#time;
    if (this.#id !== undefined) whole.id = this.#id;
    this.#sink.item(whole);
  };

  constructor({ subagent, keep }: ReaderOptions) {
    this.#program = subagent === true;
    this.#state.keep = keep;
  }

  line(bytes: Buffer, at: Position, sink: RecordSink): void {
    this.#sink = sink;
    const { rows, damaged, other } = readLine(bytes);
    if (other !== undefined) sink.unknown(other);
    if (damaged !== undefined) sink.damaged({ offset: at.offset + damaged, line: at.line });
    for (const { row, start } of rows) {
      this.#at = { offset: at.offset + start, line: at.line };
      this.#read(row);
    }
  }

  memory(): string {
    return this.#state.memory();
  }

  restore(memory: string, moved?: boolean): void {
    this.#state.restore(memory, moved);
  }

  #read(row: Value): void {
    const state = this.#state;
    const type = text(row.type) ?? 'no type';
    this.#time = text(row.timestamp);
    this.#id = type === 'session' ? undefined : text(row.id);
    const parent = text(row.parentId);
    const branches = state.last !== undefined && parent !== undefined && parent !== state.last;
    const context = { program: this.#program, branches };
    const unknown = (kind: string) => this.#sink.unknown(kind);
    if (this.#id !== undefined) {
      state.last = this.#id;
      this.#branch(this.#id, row.parentId);
    }
    switch (type) {
      case 'session':
        this.#place(text(row.cwd));
        return;
      case 'message':
        messageRow(object(row.message), context, state, this.#emit, unknown);
        return;
      case 'custom_message':
        customMessage(row, this.#emit);
        return;
      case 'branch_summary':
        injected(row.summary, this.#emit);
        return;
      case 'compaction':
        this.#emit(boundary(row));
        summary(row.summary, this.#emit);
        return;
      default:
        if (!idle.has(type)) unknown(type);
    }
  }

  /** Version 1 has no parents. */
  #branch(id: string, parent: unknown): void {
    if (parent !== null && typeof parent !== 'string') return;
    const item = this.#state.tree.row(id, parent, this.#at.offset, this.#time);
    if (item !== undefined) this.#emit(item);
  }

  #place(cwd: string | undefined): void {
    if (cwd === undefined || cwd === this.#state.cwd) return;
    this.#state.cwd = cwd;
    this.#emit({ type: 'place', cwd });
  }
}

/** The record does not tell whether a person asked for it. */
function boundary(row: Value): Bare {
  const item: Bare & { type: 'boundary' } = { type: 'boundary', trigger: 'unknown' };
  const tokensBefore = number(row.tokensBefore);
  if (tokensBefore !== undefined) item.tokensBefore = tokensBefore;
  return item;
}
