import type { Emit } from '../../core/rows/bare-item.ts';
import { keptOf } from '../../core/rows/kept.ts';
import { bounded, firstText, number, object, text, type Value } from '../../core/rows/values.ts';
import type { ToolCall, ToolResult } from '../../core/tool.ts';
import { commandLine } from './tools.ts';
import { outputText } from './transcript-output.ts';
import type { OpenCall, ReadingState } from './transcript-state.ts';

/**
 * The client tells how calls ended in rows of their own, in most versions before the output that the model gets.
 * Where the call is known such a row only adds to it; a call that no other row names is told from here, once.
 */
export function commandEnded(
  row: Value,
  id: string | undefined,
  state: ReadingState,
  emit: Emit,
): void {
  const exitCode = number(row.exit_code);
  const process = text(row.process_id);
  const command = commandLine(row.command);
  if (process !== undefined && state.running.has(process) && !state.ended.has(process)) {
    // The command stays known: the agent may still ask for its output.
    state.ended.add(process);
    emit({ type: 'background-ended', backgroundId: process, outcome: `exit ${exitCode ?? '?'}` });
  }
  const call = openCall(id, state) ?? scriptedCall(command, state);
  if (call !== undefined) {
    if (exitCode !== undefined) call.exitCode = exitCode;
    return;
  }
  if (isKnown(id, state) || command === undefined) return;
  if (/^user_?shell$/i.test(text(row.source) ?? '')) return;
  const own: ToolCall = { name: 'exec_command', kind: 'shell', paths: [], command };
  const cwd = text(row.cwd);
  if (cwd !== undefined && cwd !== state.place.cwd) own.cwd = cwd;
  const printed = firstText(row.aggregated_output, row.stdout, row.formatted_output) ?? '';
  pair(own, id, exitCode === undefined || exitCode === 0, printed, exitCode, state, emit);
}

export function patchApplied(
  row: Value,
  id: string | undefined,
  state: ReadingState,
  emit: Emit,
): void {
  if (openCall(id, state) !== undefined || isKnown(id, state)) return;
  const changes = object(row.changes);
  const paths = Object.entries(changes).flatMap(([path, change]) => {
    const moved = text(object(change).move_path);
    return moved === undefined ? [path] : [path, moved];
  });
  if (paths.length === 0 || isScripted(paths, state)) return;
  const passed = row.success === true || /^completed$/i.test(text(row.status) ?? '');
  const own: ToolCall = { name: 'apply_patch', kind: 'edit', paths };
  const printed = firstText(row.stdout, row.stderr) ?? '';
  pair(own, id, passed && row.success !== false, printed, undefined, state, emit);
}

/** `named`: where the server and the tool are named. */
export function serverToolEnded(
  named: Value,
  row: Value,
  id: string | undefined,
  state: ReadingState,
  emit: Emit,
): void {
  const tool = text(named.tool);
  if (tool === undefined || openCall(id, state) !== undefined || isKnown(id, state)) return;
  const name = `mcp__${text(named.server) ?? ''}__${tool}`.replace(/\W/g, '_');
  // A script's calls were told when the script was.
  for (const { calls } of state.open.values()) if (calls.some((one) => one.name === name)) return;
  const result = object(row.result);
  const good = object(result.Ok ?? result);
  const passed = !('Err' in result) && good.isError !== true && good.is_error !== true;
  const own: ToolCall = {
    name,
    kind: 'other',
    paths: [],
  };
  pair(own, id, passed, text(result.Err) ?? outputText(good), undefined, state, emit);
}

function pair(
  call: ToolCall,
  id: string | undefined,
  passed: boolean,
  printed: string,
  exitCode: number | undefined,
  state: ReadingState,
  emit: Emit,
): void {
  if (id === undefined) {
    emit({ type: 'call', call });
    return;
  }
  state.remember(id);
  emit({ type: 'call', call: { ...call, id } });
  const result: ToolResult = {
    callId: id,
    outcome: passed ? 'ok' : 'failed',
    text: bounded(printed, keptOf(call.kind, state.keep)),
    length: printed.length,
  };
  if (exitCode !== undefined) result.exitCode = exitCode;
  emit({ type: 'result', result });
}

function openCall(id: string | undefined, state: ReadingState): OpenCall | undefined {
  if (id === undefined) return undefined;
  const row = state.open.get(id);
  return row?.calls.find((call) => call.id === id);
}

function isKnown(id: string | undefined, state: ReadingState): boolean {
  return id !== undefined && state.known.has(id);
}

/** The call of a script that runs this command and has no exit code yet: the client gives it an id of its own. */
function scriptedCall(command: string | undefined, state: ReadingState): OpenCall | undefined {
  for (const { calls } of [...state.open.values()].toReversed()) {
    for (const call of calls) {
      if (call.command !== undefined && call.command === command && call.exitCode === undefined) {
        return call;
      }
    }
  }
  return undefined;
}

function isScripted(paths: string[], state: ReadingState): boolean {
  const edited = [...state.open.values()].flatMap(({ calls }) =>
    calls.filter((call) => call.kind === 'edit').flatMap((call) => call.paths),
  );
  // Scripts may name a file from the working folder on.
  return paths.every((path) => edited.some((one) => path === one || path.endsWith(`/${one}`)));
}
