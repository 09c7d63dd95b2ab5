import { isRecord } from '../cases/rows.ts';
import type { BenchSession, Boundary, Call, Result } from '../cases/session.ts';
import type { HookAnswer } from './deliver.ts';
import { hookAnswer } from './deliver.ts';
import type { HookEntry } from './hooks.ts';
import { entriesFor, runHook } from './hooks.ts';
import type { Place } from './place.ts';
import type { RecordFile } from './record-file.ts';

/** Claude Code as a program with hooks sees it: payloads, environment, order of events, limits of delivery. */
export interface ClaudeHost {
  send(event: string, subject: string, more: Record<string, unknown>): Promise<HookAnswer[]>;
}

export interface HostSetup {
  session: BenchSession;
  place: Place;
  record: RecordFile;
  hooks: readonly HookEntry[];
  env: Record<string, string>;
  /** Put before each command, e.g. to cut the network off. */
  wrap?: (command: string) => string;
}

export function claudeHost(setup: HostSetup): ClaudeHost {
  const { place, record, hooks } = setup;
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: place.home,
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    CLAUDECODE: '1',
    CLAUDE_CODE_ENTRYPOINT: 'cli',
    CLAUDE_PROJECT_DIR: place.project,
    CLAUDE_CODE_SESSION_ID: record.sessionId,
    ...setup.env,
  };
  return {
    async send(event, subject, more) {
      const payload = {
        session_id: record.sessionId,
        transcript_path: record.path,
        cwd: place.project,
        permission_mode: 'default',
        hook_event_name: event,
        ...more,
      };
      const answers: HookAnswer[] = [];
      for (const { command } of entriesFor(hooks, event, subject)) {
        const run = await runHook({
          command: setup.wrap ? setup.wrap(command) : command,
          payload,
          env,
          cwd: place.project,
        });
        const answer = hookAnswer(event, run);
        answers.push({ ...answer, context: place.toRecord(answer.context) });
        if (answer.context && event !== 'PreCompact') record.injected(event, answer.context);
      }
      return answers;
    },
  };
}

/** Members of a tool event's payload. */
export function toolPayload(call: Call, place: Place): Record<string, unknown> {
  return {
    tool_name: call.tool,
    tool_input: JSON.parse(place.toPlace(JSON.stringify(call.input))),
    tool_use_id: call.id,
  };
}

/** The event and the members that tell a tool's result. */
export function resultPayload(
  call: Call,
  result: Result,
  place: Place,
): { event: string; payload: Record<string, unknown> } {
  const base = toolPayload(call, place);
  if (result.failed) {
    return {
      event: 'PostToolUseFailure',
      payload: { ...base, error: place.toPlace(result.text), is_interrupt: false },
    };
  }
  const response = isRecord(result.data) || Array.isArray(result.data) ? result.data : result.text;
  return {
    event: 'PostToolUse',
    payload: { ...base, tool_response: JSON.parse(place.toPlace(JSON.stringify(response))) },
  };
}

/** The summary as the after-event carries it: without the host's frame around it. */
export function rawSummary(boundary: Boundary): string {
  return (boundary.summary ?? '')
    .replace(/^This session is being continued[^\n]*\n+/, '')
    .replace(/\n+If you need specific details from before compaction[\s\S]*$/, '')
    .trim();
}
