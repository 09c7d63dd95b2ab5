import type { ConversationItem, Position } from '../../core/conversation.ts';
import type { Emit } from '../../core/rows/bare-item.ts';
import { readLine } from '../../core/rows/line-rows.ts';
import { firstText, object, text, type Value } from '../../core/rows/values.ts';
import type { ReaderOptions, RecordReader, RecordSink } from '../host.ts';
import { compactedRow, isSummaryOf } from './transcript-compaction.ts';
import { eventRow, isInherited } from './transcript-events.ts';
import { responseItem } from './transcript-response.ts';
import { type Place, ReadingState } from './transcript-state.ts';

/** Row types that tell nothing about the work. */
const idle = new Set([
  'inter_agent_communication_metadata',
  'inter_agent_communication',
  'token_usage_record',
  'world_state',
]);
/** Types that stood without a wrapper in the oldest versions. */
const bareTypes = new Set([
  'message',
  'reasoning',
  'function_call',
  'function_call_output',
  'custom_tool_call',
  'custom_tool_call_output',
  'local_shell_call',
  'web_search_call',
]);

/**
 * Reads this client's rollout, row by row in file order. With `subagent` all prompts are the agent's above; without
 * it the file's own first row tells whether it is a subagent's.
 */
export function codexReader(options: ReaderOptions = {}): RecordReader {
  return new RolloutReader(options);
}

class RolloutReader implements RecordReader {
  readonly #state = new ReadingState();
  #sink!: RecordSink;
  #at: Position = { offset: 0, line: 0 };
  #time: string | undefined;
  #id: string | undefined;
  readonly #emit: Emit = (item) => {
    const whole = item as Parameters<RecordSink['item']>[0];
    whole.at = this.#at;
    if (this.#time !== undefined) whole.time = this.#time;
    if (this.#id !== undefined) whole.id = this.#id;
    if (whole.type === 'assistant') {
      this.#release();
      this.#held = whole;
      return;
    }
    if (whole.type !== 'usage') this.#release();
    this.#sink.item(whole);
  };
  /** The model's last words, until it is known that they are no summary: that is written as a message first. */
  #held: (ConversationItem & { type: 'assistant' }) | undefined;

  constructor({ subagent, keep }: ReaderOptions) {
    this.#state.subagent = subagent === true;
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

  end(sink: RecordSink): void {
    this.#sink = sink;
    this.#release();
  }

  memory(): string {
    return JSON.stringify(this.#state.memory());
  }

  restore(memory: string, moved?: boolean): void {
    this.#state.restore(memory, moved);
  }

  #read(row: Value): void {
    const state = this.#state;
    const type = text(row.type) ?? '';
    const payload = object(row.payload);
    this.#time = firstText(row.timestamp, row.created_at);
    this.#id = text(payload.id);
    state.row = { offset: this.#at.offset };
    if (this.#time !== undefined) state.row.time = this.#time;
    if (state.boundary !== undefined) state.boundary.rows += 1;
    const unknown = (kind: string) => this.#sink.unknown(kind);
    switch (type) {
      case 'session_meta':
        this.#session(payload);
        return;
      case 'turn_context':
        this.#turn(payload);
        return;
      case 'response_item':
        responseItem(payload, state, this.#emit, unknown);
        return;
      case 'event_msg':
        // The ids of events are those of what they are about.
        this.#id = undefined;
        eventRow(payload, state, this.#emit, unknown);
        return;
      case 'compacted':
        this.#id = undefined;
        if (this.#held && isSummaryOf(payload, this.#held.text)) this.#held = undefined;
        compactedRow(payload, state, this.#emit);
        return;
      default:
        if (!idle.has(type)) this.#bare(row, type);
    }
  }

  #release(): void {
    const held = this.#held;
    this.#held = undefined;
    if (held !== undefined) this.#sink.item(held);
  }

  /** The oldest versions wrote the model's items as they are, after a row with the session's id. */
  #bare(row: Value, type: string): void {
    const unknown = (kind: string) => this.#sink.unknown(kind);
    if (bareTypes.has(type) && row.payload === undefined) {
      this.#id = text(row.id);
      responseItem(row, this.#state, this.#emit, unknown);
    } else if (type !== '' || row.record_type !== undefined) {
      if (row.record_type !== 'state') unknown(type || 'no type');
    } else if (text(row.role) !== undefined && row.content !== undefined) {
      responseItem({ ...row, type: 'message' }, this.#state, this.#emit, unknown);
    } else if (text(row.id) !== undefined && 'instructions' in row) this.#session(row);
    else unknown('no type');
  }

  /** Only the rows of the session itself tell its place: a fork's file goes on with those of its origin. */
  #session(payload: Value): void {
    const state = this.#state;
    const id = text(payload.id);
    state.session ??= id;
    if (id !== state.session) return;
    if (object(payload.source).subagent !== undefined || payload.thread_source === 'subagent') {
      state.subagent = true;
    }
    this.#place({
      cwd: text(payload.cwd),
      branch: text(object(payload.git).branch),
      hostVersion: text(payload.cli_version),
    });
  }

  #turn(payload: Value): void {
    const state = this.#state;
    if (!state.turn.open) state.turn.inherited = isInherited(text(payload.turn_id), state);
    state.model = text(payload.model) ?? state.model;
    this.#place({ cwd: text(payload.cwd) });
    const mode = text(object(payload.collaboration_mode).mode);
    if (mode === undefined || mode === state.mode) return;
    state.mode = mode;
    this.#emit({ type: 'mode', mode });
  }

  /** Tells the working folder, the branch and the client's version when one of them is news. */
  #place(told: Place): void {
    const known = this.#state.place;
    const next: Place = {
      cwd: told.cwd ?? known.cwd,
      branch: told.branch ?? known.branch,
      hostVersion: told.hostVersion ?? known.hostVersion,
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
