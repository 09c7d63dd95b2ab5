import type { Position } from '../../core/conversation.ts';
import { readLine } from '../../core/rows/line-rows.ts';
import { object, objects, text, type Value } from '../../core/rows/values.ts';
import type { ReaderOptions, RecordReader, RecordSink } from '../host.ts';
import { geminiItems, sessionItems } from './transcript-file.ts';
import { messageRow, placed, type Tell } from './transcript-message.ts';
import { ReadingState } from './transcript-state.ts';

export { geminiItems } from './transcript-file.ts';

/** A whole file over this many bytes is not put together from its lines. */
const longestFile = 128 * 1024 * 1024;

/**
 * Reads this client's chat record: since 0.40 a row per message, written again when something is added to it, with
 * `$set` rows that rewrite parts of the session, its whole history included. The older form, one JSON object over
 * many lines, is put together and told at the end of the reading. With `subagent` the prompts are those of the agent above.
 */
export function geminiReader(options: ReaderOptions = {}): RecordReader {
  return new ChatReader(options);
}

class ChatReader implements RecordReader {
  readonly #state: ReadingState;
  readonly #program: boolean;
  #sink!: RecordSink;
  #at: Position = { offset: 0, line: 0 };
  /** Lines of the older form. */
  #lines: string[] | undefined;
  #size = 0;
  readonly #tell: Tell = (item, time, id) => this.#sink.item(placed(item, this.#at, time, id));

  constructor({ subagent, keep }: ReaderOptions) {
    this.#program = subagent === true;
    this.#state = new ReadingState(keep);
  }

  line(bytes: Buffer, at: Position, given: RecordSink): void {
    const sink = this.#program ? ofProgram(given) : given;
    this.#sink = sink;
    if (this.#lines !== undefined) {
      this.#keep(bytes);
      return;
    }
    if (at.offset === 0 && /^(?:\ufeff)?\s*\{\s*$/.test(bytes.toString('utf8', 0, 64))) {
      this.#lines = [];
      this.#keep(bytes);
      return;
    }
    const { rows, damaged, other } = readLine(bytes);
    if (other !== undefined) sink.unknown(other);
    if (damaged !== undefined) sink.damaged({ offset: at.offset + damaged, line: at.line });
    for (const { row, start } of rows) {
      this.#at = { offset: at.offset + start, line: at.line };
      this.#read(row);
    }
  }

  end(sink: RecordSink): void {
    const lines = this.#lines;
    if (lines === undefined) return;
    this.#lines = undefined;
    if (this.#size > longestFile) sink.damaged({ offset: 0, line: 1 });
    else geminiItems(wholeFile(lines), this.#program ? ofProgram(sink) : sink, this.#state.keep);
  }

  memory(): string {
    return this.#state.memory();
  }

  restore(memory: string, moved?: boolean): void {
    this.#state.restore(memory, moved);
  }

  #keep(bytes: Buffer): void {
    this.#size += bytes.length + 1;
    if (this.#size <= longestFile) this.#lines!.push(bytes.toString('utf8'));
    else this.#lines = [];
  }

  #read(row: Value): void {
    const state = this.#state;
    const unknown = (kind: string) => this.#sink.unknown(kind);
    if (typeof row.$rewindTo === 'string') {
      // The client takes everything back where it does not know the message.
      const item = state.rows.takeBackFrom(row.$rewindTo, this.#at.offset, 'all');
      if (item !== undefined) this.#tell(item);
      return;
    }
    const id = text(row.id);
    if (id !== undefined) state.rows.add(id, this.#at.offset, text(row.timestamp));
    if ('$set' in row) {
      this.#set(object(row.$set), unknown);
    } else if (id !== undefined) {
      messageRow(row, false, state, this.#tell, unknown);
    } else if (Array.isArray(row.messages)) {
      sessionItems(row, state, this.#sink, () => this.#at);
    } else if (text(row.sessionId) === undefined) unknown(text(row.type) ?? 'no message');
  }

  /** Of a rewritten history only what was not told before is told: the summary of a compression above all. */
  #set(given: Value, unknown: (kind: string) => void): void {
    const state = this.#state;
    const before = state.newest;
    const tell: Tell = (item, time, id) => this.#tell(item, time ?? text(given.lastUpdated), id);
    for (const message of objects(given.messages)) {
      const time = text(message.timestamp);
      const isOld = before !== '' && time !== undefined && time <= before;
      // A snapshot may bear the time of the message that it stands for.
      if (isOld && !isSnapshot(message)) continue;
      messageRow(message, true, state, tell, unknown);
    }
  }
}

/** A last line without a line end is held back from a reader, so that the closing bracket may be missing. */
function wholeFile(lines: string[]): string {
  const source = lines.join('\n');
  try {
    JSON.parse(source);
    return source;
  } catch {
    return `${source}\n}`;
  }
}

/** What a person would have typed comes from a program here. */
function ofProgram(sink: RecordSink): RecordSink {
  return {
    item(item) {
      const person = item.type === 'user' && item.origin !== 'injected';
      sink.item(person ? { ...item, origin: 'program' } : item);
    },
    unknown: (kind) => sink.unknown(kind),
    damaged: (at) => sink.damaged(at),
  };
}

function isSnapshot(message: Value): boolean {
  return (
    message.type === 'user' && JSON.stringify(message.content ?? '').includes('state_snapshot')
  );
}
