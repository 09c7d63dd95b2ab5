import type { ConversationItem } from '../conversation.ts';
import { handoffIn } from '../handoff/mark.ts';
import { afterRewind, forAnew, type KnownLeft } from '../rewind/known-left.ts';
import { isLeft } from '../rewind/left.ts';
import { boundaryId } from '../snapshot/boundary-id.ts';

/** What the host's record shows since a position: the part that a recovery needs to know. */
export interface RecordView {
  boundaries: { id: string; trigger: 'auto' | 'manual' | 'unknown' }[];
  /** A model answer or tool call stands after the last boundary seen here. */
  answered: boolean;
  /** ISO time of the last such answer, where its row has one. */
  answeredAt?: string;
  /** ISO time at which the model began to answer to results: those before it it was given. */
  turnedAt?: string;
  /** True while results stand behind the model's last answer. */
  waits?: boolean;
  /** The host's summary of the last boundary, where the record shows it. */
  summary?: string;
  /** Texts that hooks put before the model, and prompts that hold a handoff. */
  injected: string[];
  /** Files that the host put before the model again after the last boundary. */
  attached: { path: string; text: string }[];
  /** Ids of calls whose results the host took out of the context. */
  cleared?: Set<string>;
  /** Ids of calls without a result. */
  open: Set<string>;
  /** ISO time of the last result. */
  resultAt?: string;
  /** Turns that were taken back within it; where that is stale, the view shows them still: see `viewAnew`. */
  rewound?: KnownLeft;
  /** Each rewind: the place that tells of it, and the ISO time of the first row that it took back. */
  rewinds?: { at: number; since?: string }[];
}

export function newRecordView(): RecordView {
  return { boundaries: [], answered: false, injected: [], attached: [], open: new Set() };
}

/** A view to begin with where the same rows are gone through once more; undefined where they need not be. */
export function viewAnew({ rewound }: RecordView): RecordView | undefined {
  return rewound?.stale ? { ...newRecordView(), rewound: forAnew(rewound) } : undefined;
}

/** Adds one item to the view, in place. A compaction happened, whatever was taken back. */
export function viewItem(view: RecordView, item: ConversationItem): void {
  if (item.replayed) return;
  if (item.type === 'rewind') {
    noteRewind(view, item);
    return;
  }
  if (item.type !== 'boundary' && isLeft(view.rewound?.left, item.at.offset)) return;
  switch (item.type) {
    case 'boundary':
      view.boundaries.push({ id: boundaryId(item), trigger: item.trigger });
      view.answered = false;
      delete view.answeredAt;
      delete view.summary;
      view.attached = [];
      return;
    case 'assistant':
    case 'call':
      if (item.type === 'call' && item.call.id !== undefined) view.open.add(item.call.id);
      view.answered = true;
      view.answeredAt = item.time;
      if (view.waits && item.time !== undefined) view.turnedAt = item.time;
      view.waits = false;
      return;
    case 'result':
      view.open.delete(item.result.callId);
      view.resultAt = item.time;
      view.waits = true;
      return;
    case 'summary':
      view.summary = item.text;
      return;
    case 'user':
      if (handoffIn(item.text) !== undefined) view.injected.push(item.text);
      return;
    case 'injected-context':
      view.injected.push(item.text);
      return;
    case 'cleared':
      view.cleared ??= new Set();
      for (const id of item.callIds) view.cleared.add(id);
      return;
    case 'attached-file':
      view.attached.push({ path: item.path, text: item.text });
      return;
    default:
      return;
  }
}

function noteRewind(view: RecordView, item: ConversationItem & { type: 'rewind' }): void {
  view.rewound = afterRewind(view.rewound, item);
  const { since, at } = item;
  view.rewinds ??= [];
  view.rewinds.push({ at: at.offset, ...(since === undefined ? {} : { since }) });
}
