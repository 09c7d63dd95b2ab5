import type { Position } from '../../core/conversation.ts';
import type { Emit } from '../../core/rows/bare-item.ts';
import type { ReaderOptions, RecordReader, RecordSink } from '../host.ts';
import { assistantRow } from './transcript-assistant.ts';
import { readAttachment } from './transcript-attachments.ts';
import { endOfValue, skipSpace } from './transcript-bytes.ts';
import type { Members } from './transcript-members.ts';
import { outer, Row } from './transcript-row.ts';
import { nextRow } from './transcript-salvage.ts';
import { hashBytes } from './transcript-seen.ts';
import { idle } from './transcript-skip.ts';
import { ReadingState } from './transcript-state.ts';
import { queueRow, systemRow } from './transcript-system.ts';
import { userRow } from './transcript-user.ts';
import { userText } from './transcript-user-text.ts';

/**
 * Reads this client's transcript, row by row in file order (parents are not followed: parallel calls branch,
 * and some parents were never written). With `subagent` it reads a subagent's own file, where every row is marked
 * as one; without it such rows are left out.
 */
export function claudeCodeReader(options: ReaderOptions = {}): RecordReader {
  return new TranscriptReader(options);
}

class TranscriptReader implements RecordReader {
  readonly #row = new Row();
  readonly #state = new ReadingState();
  readonly #subagent: boolean;
  readonly #keep: number | undefined;
  #sink!: RecordSink;
  #at: Position = { offset: 0, line: 0 };
  #time: string | undefined;
  #id: string | undefined;
  #replayed = false;
  readonly #emit: Emit = (item, copy) => {
    const whole = item as Parameters<RecordSink['item']>[0];
    whole.at = this.#at;
    if (this.#time !== undefined) whole.time = this.#time;
    if (this.#id !== undefined) whole.id = this.#id;
    if (this.#replayed || copy === true) whole.replayed = true;
    this.#sink.item(whole);
  };

  constructor({ subagent, keep }: ReaderOptions) {
    this.#subagent = subagent === true;
    this.#keep = keep;
  }

  line(bytes: Buffer, at: Position, sink: RecordSink): void {
    this.#sink = sink;
    const limit = bytes.length;
    let start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
    let told = false;
    for (;;) {
      start = skipSpace(bytes, start, limit);
      if (start >= limit) return;
      this.#at = { offset: at.offset + start, line: at.line };
      if (bytes[start] === 123 && this.#row.read(bytes, start, limit)) {
        this.#read();
        start = this.#row.end;
        continue;
      }
      if (this.#isHarmless(bytes, start, limit)) return;
      if (!told) sink.damaged(this.#at);
      told = true;
      start = nextRow(this.#row, bytes, start, limit);
      if (start < 0) return;
    }
  }

  end(sink: RecordSink): void {
    this.#sink = sink;
    this.#replayed = false;
    this.#id = undefined;
    for (const { text, at, time } of this.#state.queue.rest()) {
      this.#at = at;
      this.#time = time;
      const part = userText(text, { hidden: false, sidechain: this.#subagent, person: 'queued' });
      if (part.origin === 'queued') this.#emit({ type: 'user', origin: 'queued', text: part.text });
    }
  }

  memory(): string {
    return JSON.stringify(this.#state.memory());
  }

  restore(memory: string, moved?: boolean): void {
    this.#state.restore(memory, moved);
  }

  /** Comment lines and JSON that is no object: named, and no damage. */
  #isHarmless(bytes: Buffer, start: number, limit: number): boolean {
    if (bytes[start] === 47 && bytes[start + 1] === 47) {
      this.#sink.unknown('comment');
      return true;
    }
    if (bytes[start] === 123) return false;
    const end = endOfValue(bytes, start, limit);
    if (end < 0 || skipSpace(bytes, end, limit) < limit) return false;
    const letter = bytes[start]! >= 97 && bytes[start]! <= 122;
    if (letter && !/^(true|false|null)$/.test(bytes.toString('latin1', start, end))) return false;
    this.#sink.unknown('no object');
    return true;
  }

  #read(): void {
    const row = this.#row.outer;
    const { type } = this.#row;
    if (idle.has(type)) return;
    if (row.isTrue(outer.isSidechain) && !this.#subagent) return;
    this.#time = row.text(outer.timestamp);
    this.#id = row.text(outer.uuid);
    this.#replayed = this.#id !== undefined && this.#isCopy();
    if (!this.#replayed) this.#state.rewinds.row(row);
    // The model's rows have the same place as the rows around them.
    if (type !== 'assistant') this.#place();
    switch (type) {
      case 'assistant':
        assistantRow(this.#row, this.#state, this.#emit, this.#time, this.#keep);
        return;
      case 'user':
        this.#mode();
        userRow(this.#row, this.#state, this.#emit, {
          sidechain: this.#subagent,
          replayed: this.#replayed,
          at: this.#at,
          time: this.#time,
          keep: this.#keep,
        });
        return;
      case 'attachment':
        this.#attachment();
        return;
      case 'system':
        systemRow(row, this.#state, this.#emit, this.#sink, this.#replayed ? undefined : this.#at);
        return;
      case 'queue-operation':
        queueRow(row, this.#state, this.#emit, this.#at, this.#time);
        return;
      case 'permission-mode':
        this.#mode();
        return;
      default:
        this.#sink.unknown(type === '' ? 'no type' : type);
    }
  }

  #isCopy(): boolean {
    const row = this.#row.outer;
    const hash = hashBytes(row.bytes, row.start(outer.uuid), row.end(outer.uuid));
    return this.#state.seen.add(hash, this.#time);
  }

  #attachment(): void {
    const reading = readAttachment(this.#row.outer.value(outer.attachment), this.#subagent);
    if (reading.unknown !== undefined) this.#sink.unknown(reading.unknown);
    const { queued } = reading;
    const copy = queued !== undefined && !this.#replayed && !this.#state.queue.attachment(queued);
    for (const item of reading.items) {
      if (item.type === 'mode') this.#mode(item.mode);
      else this.#emit(item, copy);
    }
  }

  #mode(mode = this.#row.outer.text(outer.permissionMode)): void {
    if (mode === undefined || mode === this.#state.mode || this.#replayed) return;
    this.#state.mode = mode;
    this.#emit({ type: 'mode', mode });
  }

  /** Tells the working folder, the branch and the client's version when one of them is news. */
  #place(): void {
    const row = this.#row.outer;
    const known = this.#state.place;
    if (this.#replayed || !row.has(outer.cwd)) return;
    const next = {
      cwd: same(row, outer.cwd, known.cwd),
      branch: same(row, outer.gitBranch, known.branch),
      hostVersion: same(row, outer.version, known.hostVersion),
    };
    if (
      next.cwd === known.cwd &&
      next.branch === known.branch &&
      next.hostVersion === known.hostVersion
    ) {
      return;
    }
    this.#state.place = next;
    this.#emit({ type: 'place', ...next });
  }
}

/** The member's text, without decoding it again when it is the known one. */
function same(row: Members, slot: number, known: string | undefined): string | undefined {
  if (known !== undefined && row.is(slot, known)) return known;
  return row.text(slot) || undefined;
}
