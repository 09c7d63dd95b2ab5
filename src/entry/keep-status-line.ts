import type { HookDeps } from '../app/hook/context.ts';
import { statusLineView } from '../app/status-line/view.ts';
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
  const text = `${statusLineRest(statusLineView(deps, event))}\n`;
  if (readSmall(path) !== text) replaceSmall(path, text);
}
