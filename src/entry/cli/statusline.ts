import { sessionSnapshot } from '../../app/sessions/session-brief.ts';
import { viewOf } from '../../app/status-line/view.ts';
import { statusLineText } from '../../core/status-line/line.ts';
import { toldFullness } from '../../journal/status-line.ts';
import { StandardInput } from '../../platform/standard-input.ts';
import { readPayload } from '../hook/read-payload.ts';
import type { AddCommand, Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { readingOf, sessionIndex } from './sessions.ts';

export const addStatusline: AddCommand = (program, bind) => {
  const command = program
    .command('statusline')
    .description('Print one line about a session, for your own status line')
    .argument(
      '[session]',
      "session id or its beginning (default: the one in the client's JSON on standard input, else the newest here)",
    )
    .option('--json', 'print the result as JSON');
  bind(command, statusline);
};

/** A status line shows nothing rather than an error: a session that no hook told of has an empty line. */
async function statusline(
  context: CliContext,
  _options: object,
  [named]: string[],
): Promise<Outcome> {
  const given = named === undefined && !context.terminalInput;
  const payload = given ? await readPayload(new StandardInput()) : undefined;
  const id = payload?.session_id;
  if (payload !== undefined && !isKnown(context, id)) return { text: '', data: null };
  const { deps, event } = readingOf(context, typeof id === 'string' ? id : named, {});
  const view = viewOf(deps.store.load().state, await sessionSnapshot(deps, event));
  const full = fullIn(payload) ?? toldFullness(context.paths.home, event.sessionId)?.percent;
  const shown = full === undefined ? view : { full, ...view };
  return { text: statusLineText(shown), data: { session: event.sessionId, ...shown } };
}

function isKnown(context: CliContext, id: unknown): boolean {
  return sessionIndex(context)
    .list()
    .some((session) => session.id === id);
}

/** How full the context is by the client's JSON, in percent. */
function fullIn(payload: Record<string, unknown> | undefined): number | undefined {
  const { used_percentage: told } = (payload?.context_window ?? {}) as Record<string, unknown>;
  return typeof told === 'number' && told >= 0 ? told : undefined;
}
