import type { BenchSession, Call } from '../cases/session.ts';
import type { ClaudeHost } from './claude-host.ts';
import { resultPayload, toolPayload } from './claude-host.ts';
import type { Place } from './place.ts';
import type { RecordFile } from './record-file.ts';
import type { WorkTree } from './work-tree.ts';

export interface Stretch {
  session: BenchSession;
  place: Place;
  record: RecordFile;
  tree: WorkTree;
  host: ClaudeHost;
  from: number;
  to: number;
}

/**
 * Sends every event of a stretch of lines in order: prompts, calls before and after, and the end of each turn. The record
 * lags one event behind, as the host's own may. What a call changed is in the work tree when its result is told.
 */
export async function replayEvents(stretch: Stretch): Promise<void> {
  const { session, place, record, tree, host, from, to } = stretch;
  const open = new Map<string, Call>();
  let working = false;
  for (const event of session.events) {
    if (event.line < from || event.line >= to) continue;
    record.growTo(event.line);
    if (event.type === 'prompt') {
      if (working) await host.send('Stop', '', { stop_hook_active: false });
      await host.send('UserPromptSubmit', '', { prompt: place.toPlace(event.text) });
      working = true;
    } else if (event.type === 'call') {
      open.set(event.id, event);
      await host.send('PreToolUse', event.tool, toolPayload(event, place));
    } else if (event.type === 'result') {
      const call = open.get(event.id);
      if (!call) continue;
      tree.advance(event.line + 1);
      const { event: name, payload } = resultPayload(call, event, place);
      await host.send(name, call.tool, payload);
      await host.send('PostToolBatch', '', { tool_calls: [payload] });
    }
  }
}
