import { isRecord, record, rowsOf, text } from '../cases/rows.ts';
import type { BenchSession, Call, Result } from '../cases/session.ts';
import { commandOf, toolRole } from '../truth/known-tools.ts';
import type { ClaudeHost } from './claude-host.ts';
import type { HookAnswer } from './deliver.ts';
import { contextOf } from './deliver.ts';
import type { HookEntry } from './hooks.ts';
import { entriesFor, runHook } from './hooks.ts';
import type { Place } from './place.ts';

/** A thread of Codex: a subagent's payloads carry the id of the root and its own. */
export interface CodexThread {
  id: string;
  root: string;
  isAgent: boolean;
}

export function threadOf(session: BenchSession): CodexThread {
  const meta = record(rowsOf(session.lines[0] ?? '')[0]?.payload);
  const source = isRecord(meta.source) ? record(meta.source.subagent) : {};
  const parent = text(record(source.thread_spawn).parent_thread_id);
  const id = text(meta.id);
  return { id, root: parent || id, isAgent: parent !== '' };
}

/** Tokens that Codex delivers of a hook's text where the hook's settings name no limit; of more, head and tail. */
const usualLimit = 2_500;
const charactersOfToken = 4;

export interface CodexSetup {
  thread: CodexThread;
  place: Place;
  recordPath: string;
  hooks: readonly HookEntry[];
  env: Record<string, string>;
}

/** Codex as a program with hooks sees it. */
export function codexHost({ thread, place, recordPath, hooks, env }: CodexSetup): ClaudeHost {
  const variables = { PATH: process.env.PATH ?? '', HOME: place.home, LANG: 'C.UTF-8', TZ: 'UTC' };
  return {
    async send(event, subject, more) {
      const payload = {
        session_id: thread.root,
        ...(event === 'SessionStart' ? {} : { turn_id: `${thread.root}-turn` }),
        ...(thread.isAgent ? { agent_id: thread.id, agent_type: 'default' } : {}),
        transcript_path: recordPath,
        cwd: place.project,
        hook_event_name: event,
        model: 'gpt-5.5',
        permission_mode: 'default',
        ...more,
      };
      const answers: HookAnswer[] = [];
      for (const { command, contextLimit } of entriesFor(hooks, event, subject)) {
        const run = await runHook({
          command,
          payload,
          env: { ...variables, ...env },
          cwd: place.project,
        });
        const said = contextOf(event, run);
        const whole = place.toRecord(said.text);
        const context = cutInMiddle(whole, contextLimit ?? usualLimit);
        answers.push({
          context,
          given: whole.length,
          cut: context !== whole,
          denied: said.denied,
        });
      }
      return answers;
    },
  };
}

function cutInMiddle(whole: string, limit: number): string {
  const most = limit * charactersOfToken;
  if (limit === 0 || whole.length <= most) return whole;
  return `${whole.slice(0, most / 2)}\n…\n${whole.slice(-most / 2)}`;
}

/** Members of a tool event's payload: every shell is called Bash there, and a patch comes whole. */
export function codexCall(session: BenchSession, call: Call, place: Place) {
  const rows = rowsOf(session.lines[call.line] ?? '').map((row) => record(row.payload));
  const written = text(rows.find((row) => row.type === 'custom_tool_call')?.input);
  // In a script of the code mode the patch is an argument.
  const patch = /\*\*\* Begin Patch[\s\S]*?\*\*\* End Patch/.exec(written)?.[0] ?? written;
  const command = toolRole(call.tool) === 'shell' ? commandOf(call.input) : undefined;
  const [name, input] =
    patch !== ''
      ? ['apply_patch', { command: patch }]
      : command !== undefined
        ? ['Bash', { command }]
        : [call.tool, call.input];
  return {
    tool_name: name,
    tool_input: JSON.parse(place.toPlace(JSON.stringify(input))),
    tool_use_id: call.id,
  };
}

export function codexResult(result: Result, place: Place): { tool_response: string } {
  return { tool_response: place.toPlace(result.text) };
}
