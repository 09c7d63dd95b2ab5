import { type Fields, fieldsOf, listOf, textOf } from '../../core/rows/fields.ts';
import { aboutCall } from '../../core/worker/call.ts';
import type { WorkerEvent, WorkerTrouble, WorkerUsage } from '../../core/worker/event.ts';
import { rowOf } from '../../core/worker/row.ts';
import { lineOf, saidOf, textEvent, unknownEvent } from '../../core/worker/texts.ts';
import { troubleOfStatus } from '../../core/worker/trouble.ts';
import { amountOf } from '../../core/worker/usage.ts';
import type { WorkerStream } from '../worker-host.ts';

interface State {
  /** The last thing that the model said in this turn. */
  said: string;
  /** Items that were told as started: some are told only when they are completed. */
  open: Set<string>;
}

/** Reads `codex exec --json`. */
export function codexStream(): WorkerStream {
  const state: State = { said: '', open: new Set() };
  return {
    line(text) {
      const row = rowOf(text);
      return row === undefined ? unknownEvent(undefined) : eventsOf(row, state);
    },
  };
}

function eventsOf(row: Fields, state: State): WorkerEvent[] {
  switch (row.type) {
    case 'thread.started': {
      const id = textOf(row.thread_id);
      return id === undefined ? [] : [{ type: 'session', id }];
    }
    case 'turn.started':
      state.said = '';
      return [];
    case 'item.started':
      return startedEvents(fieldsOf(row.item), state);
    case 'item.updated':
      return [];
    case 'item.completed':
      return completedEvents(fieldsOf(row.item), state);
    case 'turn.completed':
      return [...usageEvents(row.usage), { type: 'result', ok: true, text: state.said }];
    case 'turn.failed': {
      const text = saidOf(fieldsOf(row.error).message);
      return [errorEvent(text, true), { type: 'result', ok: false, text }];
    }
    // The client tries again, or says so first of what fails the turn.
    case 'error':
      return [errorEvent(saidOf(row.message), false)];
    default:
      return unknownEvent(row.type);
  }
}

function startedEvents(item: Fields, state: State): WorkerEvent[] {
  const call = callOf(item);
  const id = textOf(item.id);
  if (call === undefined || id === undefined) return [];
  state.open.add(id);
  return [{ type: 'tool.started', id, ...call }];
}

function completedEvents(item: Fields, state: State): WorkerEvent[] {
  if (item.type === 'agent_message') {
    state.said = saidOf(item.text);
    return textEvent(item.text);
  }
  if (item.type === 'error') return [errorEvent(saidOf(item.message), false)];
  const call = callOf(item);
  const id = textOf(item.id);
  if (call === undefined || id === undefined) return [];
  const known = state.open.delete(id);
  const finished: WorkerEvent = { type: 'tool.finished', id, ok: item.status !== 'failed' };
  return known ? [finished] : [{ type: 'tool.started', id, ...call }, finished];
}

/** The call that an item shows; undefined for what is none: thoughts, plans, kinds that are not known. */
function callOf(item: Fields): { tool: string; about: string } | undefined {
  switch (item.type) {
    case 'command_execution':
      return { tool: 'exec_command', about: lineOf(bareCommand(textOf(item.command) ?? '')) };
    case 'file_change': {
      const paths = listOf(item.changes).flatMap((one) => textOf(fieldsOf(one).path) ?? []);
      return { tool: 'apply_patch', about: lineOf(paths.slice(0, 20).join(' ')) };
    }
    case 'mcp_tool_call': {
      const about = aboutCall(fieldsOf(item.arguments));
      return { tool: lineOf(`${lineOf(item.server)}.${lineOf(item.tool)}`), about };
    }
    case 'collab_tool_call':
      return { tool: lineOf(item.tool), about: lineOf(item.prompt) };
    case 'web_search':
      return { tool: 'web_search', about: lineOf(item.query) };
    default:
      return undefined;
  }
}

/** What the client gives to the shell, without the shell: `/bin/bash -lc 'npm test'`. */
function bareCommand(command: string): string {
  const inner = /^\S*sh -l?c (['"])([\s\S]*)\1$/.exec(command);
  if (inner === null) return command;
  return inner[1] === "'" ? inner[2]!.replaceAll(`'\\''`, "'") : inner[2]!;
}

/** Tokens of the thread since it began, also in runs before. */
function usageEvents(told: unknown): WorkerEvent[] {
  const fields = fieldsOf(told);
  const inputTokens = amountOf(fields.input_tokens);
  const outputTokens = amountOf(fields.output_tokens);
  if (inputTokens === undefined && outputTokens === undefined) return [];
  const usage: WorkerUsage = { total: true };
  if (inputTokens !== undefined) usage.inputTokens = inputTokens;
  if (outputTokens !== undefined) usage.outputTokens = outputTokens;
  return [{ type: 'usage', usage }];
}

function errorEvent(text: string, ends: boolean): WorkerEvent {
  return { type: 'error', text, trouble: troubleOf(text), ends };
}

/** This client tells a failure by its text alone; the status in it, else how the text begins. */
function troubleOf(text: string): WorkerTrouble {
  const status = /\bstatus:? (\d{3})\b/.exec(text)?.[1];
  return (
    troubleOfStatus(status) ?? beginnings.find(([start]) => text.startsWith(start))?.[1] ?? 'other'
  );
}

const beginnings: [string, WorkerTrouble][] = [
  ['You’ve hit your usage limit', 'limit'],
  ["You've hit your usage limit", 'limit'],
  ['Quota exceeded', 'limit'],
  ['To use Codex with your ChatGPT plan', 'limit'],
  ['Codex ran out of room in the model', 'context'],
  ['We’re currently experiencing high demand', 'server'],
  ["We're currently experiencing high demand", 'server'],
  ['Selected model is at capacity', 'server'],
  ['stream disconnected before completion', 'server'],
  ['Connection failed', 'server'],
  ['Reconnecting', 'server'],
];
