import type { HookDeps } from '../app/hook/context.ts';
import { noticeDue, statusLineView } from '../app/status-line/view.ts';
import type { HostEvent } from '../core/event.ts';
import { statusLineRest } from '../core/status-line/line.ts';
import { statusLinePath } from '../journal/status-line.ts';
import { readSmall, replaceSmall } from '../platform/small-files.ts';

/** Keeps the file that the script of the status line shows for the event's session. Written only where it changes. */
export async function keepStatusLine(
  deps: HookDeps,
  event: HostEvent,
  stateFolder: string,
): Promise<void> {
  const path = statusLinePath(stateFolder, event.sessionId);
  const line = statusLineRest(statusLineView(deps, event));
  // By the second line the script knows when somebody is to be told that a compaction is near.
  const notice = noticeDue(deps.store.load().state, deps.config);
  const text = `${line}\n${notice === undefined ? '' : `${notice}\n`}`;
  if (readSmall(path) !== text) replaceSmall(path, text);
}
