import type { BenchEvent, Call, Result } from '../cases/session.ts';

/** A call with its result. Calls without one (interrupted, last turn) are left out: nothing is known of them. */
export interface Done {
  call: Call;
  result: Result;
  /** Line of the result: from there on the agent knew. */
  line: number;
}

/** Finished calls in the order in which they finished. */
export function finished(events: readonly BenchEvent[]): Done[] {
  const open = new Map<string, Call>();
  const done: Done[] = [];
  for (const event of events) {
    if (event.type === 'call') open.set(event.id, event);
    if (event.type !== 'result') continue;
    const call = open.get(event.id);
    if (!call) continue;
    open.delete(event.id);
    done.push({ call, result: event, line: event.line });
  }
  return done;
}

/** The exit code that a shell result tells; 0 for a result that tells none and did not fail. */
export function exitOf({ result }: Done): number {
  const told = /^(?:Exit code:?|Command exited with code) (\d+)/m.exec(result.text.slice(0, 4000));
  const inside = /Process exited with code (\d+)/.exec(result.text.slice(0, 4000));
  const code = Number(told?.[1] ?? inside?.[1] ?? Number.NaN);
  if (!Number.isNaN(code)) return code;
  return result.failed ? 1 : 0;
}

/** True when the call itself was never carried out: refused by a person or a hook, or not understood by the tool. */
export function wasRefused({ result }: Done): boolean {
  return (
    result.failed &&
    /^(<tool_use_error>|The user doesn't want|Permission to use|\[Request interrupted|User rejected|Error: (File|String|No changes))/.test(
      result.text.trimStart(),
    )
  );
}
