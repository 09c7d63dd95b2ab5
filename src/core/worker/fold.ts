import { untrusted } from '../trust/untrusted.ts';
import type { WorkerEvent } from './event.ts';
import { type Activity, addUsage, type WorkerState } from './launch.ts';

/** So many of the last activities are kept with the state. */
export const keptActivities = 10;

const lineLimit = 300;
const firstPromptLimit = 2_000;
const lastTextLimit = 4_000;

/** What a state becomes, and what is worth a line of the worker's log. */
export interface Folded {
  state: WorkerState;
  activity?: Activity;
}

/**
 * A worker's state after one event of its client. `redact` takes secrets out of every text before it is kept.
 */
export function foldEvent(
  state: WorkerState,
  event: WorkerEvent,
  time: string,
  redact: (text: string) => string,
): Folded {
  const line = (text: string) => untrusted(redact(text), lineLimit);
  switch (event.type) {
    case 'session':
      return { state: event.model === undefined ? state : { ...state, model: line(event.model) } };
    case 'prompt': {
      const first = state.firstPrompt ?? redact(event.text).slice(0, firstPromptLimit);
      return noted(
        { ...state, firstPrompt: first },
        { time, kind: 'prompt', text: line(event.text) },
      );
    }
    case 'tool.started': {
      const spent = { ...state.spent, toolUses: state.spent.toolUses + 1 };
      const text = line(`${event.tool} ${event.about}`);
      return noted({ ...state, spent }, { time, kind: 'tool', text });
    }
    case 'tool.finished':
      return event.ok ? { state } : noted(state, { time, kind: 'tool', text: 'the call failed' });
    case 'text': {
      const lastText = redact(event.text).slice(0, lastTextLimit);
      return noted({ ...state, lastText }, { time, kind: 'text', text: line(event.text) });
    }
    case 'usage':
      return { state: { ...state, spent: addUsage(state.spent, state.spentBefore, event.usage) } };
    case 'compaction':
      return noted(
        { ...state, compactions: state.compactions + 1 },
        { time, kind: 'compaction', text: 'the conversation was compacted' },
      );
    // What the policy allows is no news; what is put to a person is noted where that is done.
    case 'permission':
      return { state };
    case 'error':
      return noted(state, { time, kind: 'error', text: line(event.text) });
    case 'result': {
      const text = line(event.text) || 'the turn is over';
      return noted(state, { time, kind: 'result', text: event.ok ? text : `failed: ${text}` });
    }
    case 'unknown':
      return { state: { ...state, unknownLines: state.unknownLines + 1 } };
  }
}

/** The state with one more activity. */
export function noted(state: WorkerState, activity: Activity): Folded & { activity: Activity } {
  return {
    state: {
      ...state,
      time: activity.time,
      activities: [...state.activities, activity].slice(-keptActivities),
      activityCount: state.activityCount + 1,
    },
    activity,
  };
}
