import type { Emit } from '../../core/rows/bare-item.ts';
import { keptOf } from '../../core/rows/kept.ts';
import { bounded, object, objects, text } from '../../core/rows/values.ts';
import type { DialogAnswer, Outcome, ToolResult } from '../../core/tool.ts';
import { type Output, outputText, printedExitCodes, readOutput } from './transcript-output.ts';
import type { OpenCall, OpenRow, ReadingState } from './transcript-state.ts';
import { isRunning } from './transcript-text.ts';

/** Tells the results of a row with a call's output, and the background work that it shows to be over. */
export function outputRow(callId: string, output: unknown, state: ReadingState, emit: Emit): void {
  const read = readOutput(output);
  const row = state.open.get(callId) ?? unknownRow(callId);
  state.open.delete(callId);
  const exitCodes = codesOf(row, read);
  const session = read.session ?? printedSession(row, read.text, exitCodes);
  for (const [index, call] of row.calls.entries()) {
    const result = resultOf(call, read, call.exitCode ?? exitCodes[index], state.keep);
    if (session !== undefined && index === 0) result.backgroundId = session;
    else if (read.cell !== undefined) result.backgroundId = `cell ${read.cell}`;
    if (call.kind === 'subagent') startedAgent(result, row, read.text);
    if (call.kind === 'question') addAnswers(result, row, output);
    emit({ type: 'result', result });
  }
  const command = row.calls.length === 1 ? row.calls[0]?.command : undefined;
  if (session !== undefined) state.run(session, command ?? state.running.get(session) ?? '');
  if (read.cell !== undefined) goesOn(`cell ${read.cell}`, row, command, state);
  endings(row, read, exitCodes, state, emit);
}

/** What the calls of a script that goes on did is still told by rows of the client. */
function goesOn(
  cell: string,
  row: OpenRow,
  command: string | undefined,
  state: ReadingState,
): void {
  state.run(cell, command ?? '');
  if (!state.open.has(cell)) state.openRow(cell, row);
}

function unknownRow(callId: string): OpenRow {
  return { calls: [{ id: callId, name: '', kind: 'other', paths: [] }] };
}

/** The exit code of each call of the row. A script's own header has none; it may print those of its commands. */
function codesOf(row: OpenRow, read: Output): (number | undefined)[] {
  if (read.exitCode !== undefined) return [read.exitCode];
  const shells = row.calls.filter((call) => call.kind === 'shell');
  if (shells.length === 0) return [];
  const printed = printedExitCodes(read.text);
  if (printed.length !== shells.length) return [];
  return row.calls.map((call) =>
    call.kind === 'shell' ? printed[shells.indexOf(call)] : undefined,
  );
}

/** A script prints `session_id` and no exit code for a command that goes on. */
function printedSession(
  row: OpenRow,
  printed: string,
  exitCodes: (number | undefined)[],
): string | undefined {
  const [only, more] = row.calls;
  if (only?.kind !== 'shell' || more !== undefined || exitCodes.length > 0) return undefined;
  const runs = only.name === 'exec_command' || row.session !== undefined || row.cell !== undefined;
  if (!runs) return undefined;
  return /"session_id"\s*:\s*(\d+)/.exec(printed)?.[1];
}

function resultOf(
  call: OpenCall,
  read: Output,
  exitCode: number | undefined,
  keep: number | undefined,
): ToolResult {
  const result: ToolResult = {
    callId: call.id,
    outcome: outcomeOf(read.outcome, exitCode),
    text: bounded(read.text, keptOf(call.kind, keep)),
    length: read.text.length,
  };
  if (exitCode !== undefined) result.exitCode = exitCode;
  if (read.refused) result.refused = true;
  return result;
}

function outcomeOf(told: Outcome, exitCode: number | undefined): Outcome {
  if (told === 'denied' || told === 'interrupted' || exitCode === undefined) return told;
  return exitCode === 0 ? told : 'failed';
}

/** A start that worked names the agent as JSON, or says nothing; a refusal is a sentence. */
function startedAgent(result: ToolResult, row: OpenRow, said: string): void {
  const given = json(said);
  const id = text(given?.agent_id) ?? text(given?.task_name) ?? text(given?.submission_id);
  // The forked agent finds this in its copy of the history, where the answer to its own start should be.
  if (said.startsWith('You are the newly spawned agent')) return;
  if (given === undefined && said.trim() !== '') {
    if (result.outcome === 'ok' && row.calls[0]?.name === 'spawn_agent') result.outcome = 'failed';
    return;
  }
  const agent = text(given?.agent_id) ?? text(given?.task_name) ?? row.agent ?? id;
  if (agent !== undefined && result.outcome === 'ok') result.backgroundId = agent;
  const spawned = row.calls[0]?.name === 'spawn_agent' ? text(given?.agent_id) : undefined;
  if (spawned !== undefined) result.agentId = spawned;
}

/** `answers` maps the id of a question to the list of what was chosen or written. */
function addAnswers(result: ToolResult, row: OpenRow, output: unknown): void {
  const given = object(json(outputText(output))?.answers);
  const answers: DialogAnswer[] = [];
  for (const [id, value] of Object.entries(given)) {
    const list = Array.isArray(value) ? value : object(value).answers;
    const answer = Array.isArray(list)
      ? list.filter((one) => typeof one === 'string').join(', ')
      : (text(value) ?? '');
    if (answer !== '') answers.push({ question: row.questions?.[id] ?? id, answer, rejected: [] });
  }
  if (answers.length > 0) result.answers = answers;
}

function endings(
  row: OpenRow,
  read: Output,
  exitCodes: (number | undefined)[],
  state: ReadingState,
  emit: Emit,
): void {
  const exitCode = exitCodes.find((code) => code !== undefined);
  if (row.session !== undefined && read.session === undefined) {
    if (exitCode !== undefined) endRun(row.session, `exit ${exitCode}`, state, emit);
    else if (read.outcome === 'failed') endRun(row.session, 'unknown', state, emit);
  }
  if (row.cell !== undefined && read.cell === undefined) {
    state.open.delete(`cell ${row.cell}`);
    endRun(`cell ${row.cell}`, read.outcome === 'ok' ? 'completed' : read.outcome, state, emit);
  }
  const name = row.calls[0]?.name;
  if (name === 'close_agent' && row.agent !== undefined) {
    emit({ type: 'background-ended', backgroundId: row.agent, outcome: 'closed' });
  } else if (name === 'wait_agent') {
    for (const [id, status] of Object.entries(object(json(read.text)?.status))) {
      const outcome = typeof status === 'string' ? status : Object.keys(object(status))[0];
      if (outcome === undefined || isRunning(outcome)) continue;
      emit({ type: 'background-ended', backgroundId: id, outcome });
    }
  } else if (name === 'list_agents') {
    for (const agent of objects(json(read.text)?.agents)) {
      const outcome = text(agent.agent_status) ?? Object.keys(object(agent.agent_status))[0];
      const id = text(agent.agent_name);
      if (id === undefined || outcome === undefined || isRunning(outcome)) continue;
      emit({ type: 'background-ended', backgroundId: id, outcome });
    }
  }
}

/** Tells that a command or a script that went on is over; once, although the client may have told it before. */
function endRun(id: string, outcome: string, state: ReadingState, emit: Emit): void {
  if (!state.running.delete(id) || state.ended.delete(id)) return;
  emit({ type: 'background-ended', backgroundId: id, outcome });
}

function json(value: string): Record<string, unknown> | undefined {
  if (!value.trimStart().startsWith('{')) return undefined;
  try {
    return object(JSON.parse(value));
  } catch {
    return undefined;
  }
}
