import { handleEvent } from '../../app/hook/handle-event.ts';
import { composeOwn } from '../../app/own-compaction/compose-own.ts';
import type { HostEvent } from '../../core/event.ts';
import type { Host } from '../../hosts/host.ts';
import type { Environment } from '../../platform/paths.ts';
import { composeHook } from '../compose.ts';

/**
 * A text in place of the host's summary, as JSON; empty where the host must make one. The announcement is taken only with a
 * text, since the host announces a compaction that it makes itself.
 */
export async function composeAnswer(
  host: Host,
  event: HostEvent,
  payload: Readonly<Record<string, unknown>>,
  env: Environment,
): Promise<string> {
  const known = composeHook(host, event, env);
  const own = known.store.load().state.agents['']?.record;
  const placed =
    event.transcriptPath === undefined && own ? { ...event, transcriptPath: own } : event;
  const before = typeof payload.before === 'string' ? payload.before : undefined;
  const made = await composeOwn(known, placed, { before });
  if (!('text' in made)) return '';
  await handleEvent(known, placed);
  return JSON.stringify({ text: made.text });
}
