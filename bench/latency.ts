import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../harness/remove-folder.ts';
import { hookCommand } from '../src/hosts/claude-code/install-commands.ts';
import { codexInstall } from '../src/hosts/codex/install.ts';
import { copilotInstall } from '../src/hosts/copilot/install.ts';
import { geminiInstall } from '../src/hosts/gemini/install.ts';
import { qwenInstall } from '../src/hosts/qwen/install.ts';
import { type Place, payload, prepare, session, settled } from './installed.ts';
import { medianRatio } from './ratio.ts';
import type { BenchRow } from './row.ts';

/** What a hook costs, each as a ratio to the floor measured in turn with it: `sh -c :` or `node -e 0`. */
export async function latencyBench(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-bench-'));
  try {
    const place = prepare(folder);
    return [
      idleToolCall(place),
      ...idleElsewhere(place),
      ...events.map((event) => startedHook(place, event)),
    ];
  } finally {
    removeFolder(folder);
  }
}

/** A tool call of a session in which nothing is open: what every tool call costs. */
function idleToolCall(place: Place): BenchRow {
  const command = hookCommand('PreToolUse', { form: 'portable' });
  const env = { ...place.env, CLAUDE_CODE_SESSION_ID: session };
  const input = payload(place, 'PreToolUse', {
    tool_name: 'Bash',
    tool_input: { command: 'ls' },
    tool_use_id: 't',
  });
  const ratio = medianRatio(
    200,
    () => spawnSync('/bin/sh', ['-c', command], { env, input }),
    () => spawnSync('/bin/sh', ['-c', ':'], { env, input }),
  );
  return {
    name: 'tool call, nothing open, to sh -c :',
    figure: ratio,
    unit: 'times',
    limit: 2,
    pass: ratio <= 2,
  };
}

/** The same on the other hosts that start commands, by the command that is registered for the event before a tool. */
function idleElsewhere(place: Place): BenchRow[] {
  const launcher = { form: 'fixed', stateFolder: place.state } as const;
  return [codexInstall, qwenInstall, geminiInstall, copilotInstall].map((install) => {
    const { text } = install.register('', 'hooks.json', launcher);
    const before = install
      .registered(text, 'hooks.json')
      .find(({ event }) => /^(PreToolUse|BeforeTool|preToolUse)$/.test(event))!;
    const input = '{"session_id":"s","sessionId":"s","tool_name":"t","toolName":"t"}';
    const ratio = medianRatio(
      100,
      () => spawnSync('/bin/sh', ['-c', before.command], { env: place.env, input }),
      () => spawnSync('/bin/sh', ['-c', ':'], { env: place.env, input }),
    );
    return {
      name: `tool call on ${install.title}, nothing open, to sh -c :`,
      figure: ratio,
      unit: 'times',
      limit: 2,
      pass: ratio <= 2,
    };
  });
}

interface BenchEvent {
  name: string;
  payload: Record<string, unknown>;
  /** What must have happened in the session before it. */
  after: Record<string, unknown>[];
  /** False for what has no limit of its own. */
  limit?: false;
}

const compaction = [
  { hook_event_name: 'PreCompact', trigger: 'auto', custom_instructions: null },
  { hook_event_name: 'SessionStart', source: 'compact' },
];

const turnEnd = {
  hook_event_name: 'Stop',
  stop_hook_active: false,
  last_assistant_message: 'Done.',
};

const events: BenchEvent[] = [
  {
    name: 'session start',
    payload: { hook_event_name: 'SessionStart', source: 'startup' },
    after: [],
  },
  { name: 'prompt', payload: { hook_event_name: 'UserPromptSubmit', prompt: 'go on' }, after: [] },
  // What a person waits for in a compaction has its limit in `compaction.ts`.
  { name: 'before a compaction', payload: compaction[0]!, after: [], limit: false },
  {
    name: 'session start after a compaction',
    payload: compaction[1]!,
    after: [compaction[0]!],
    limit: false,
  },
  {
    name: 'after-event',
    payload: { hook_event_name: 'PostCompact', trigger: 'auto', compact_summary: 'Work.' },
    after: compaction,
    limit: false,
  },
  {
    name: 'tool call in a recovery',
    payload: {
      hook_event_name: 'PreToolUse',
      tool_name: 'Edit',
      tool_input: { file_path: '/x' },
      tool_use_id: 't',
    },
    after: compaction,
  },
  { name: 'turn end', payload: turnEnd, after: [turnEnd] },
  { name: 'turn end that writes the first memory', payload: turnEnd, after: [], limit: false },
];

/** A hook that starts Node, through the launcher, as the host runs it. */
function startedHook(place: Place, event: BenchEvent): BenchRow {
  const launcher = join(place.state, 'bin', 'hook');
  const run = (input: string) => spawnSync(launcher, ['claude-code'], { env: place.env, input });
  const sessions = join(place.state, 'sessions');
  const kept = join(place.state, 'kept');
  removeFolder(sessions);
  for (const before of event.after) run(payload(place, '', before));
  settled(place);
  mkdirSync(sessions, { recursive: true });
  cpSync(sessions, kept, { recursive: true });
  const input = payload(place, '', event.payload);
  const ratio = medianRatio(
    31,
    () => run(input),
    () => spawnSync(process.execPath, ['-e', '0'], { env: place.env, input }),
    () => {
      removeFolder(sessions);
      cpSync(kept, sessions, { recursive: true });
    },
    () => settled(place),
  );
  removeFolder(kept);
  return {
    name: `${event.name}, to node -e 0`,
    figure: ratio,
    unit: 'times',
    ...(event.limit !== false && { limit: 1.5, pass: ratio <= 1.5 }),
  };
}
