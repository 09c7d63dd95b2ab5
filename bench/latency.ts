import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { hookCommand } from '../src/hosts/claude-code/install-commands.ts';
import type { BenchRow } from './row.ts';

const root = join(import.meta.dirname, '..');
const session = '11111111-2222-4333-8444-555555555555';

/** What a hook costs, each as a ratio to the floor measured in turn with it: `sh -c :` or `node -e 0`. */
export async function latencyBench(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-bench-'));
  try {
    const place = prepare(folder);
    return [idleToolCall(place), ...events.map((event) => startedHook(place, event))];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Place {
  project: string;
  state: string;
  transcript: string;
  env: Record<string, string>;
}

function prepare(folder: string): Place {
  const place: Place = {
    project: join(folder, 'proj'),
    state: join(folder, 'state'),
    transcript: join(folder, 'home', '.claude', 'projects', 'proj', `${session}.jsonl`),
    env: {
      // Without git, whose own start is not ours to measure.
      PATH: join(folder, 'no-programs'),
      HOME: join(folder, 'home'),
      HOLDFAST_HOME: join(folder, 'state'),
    },
  };
  mkdirSync(place.project, { recursive: true });
  mkdirSync(dirname(place.transcript), { recursive: true });
  writeFileSync(place.transcript, hundredLines(place.project));
  const init = spawnSync(
    process.execPath,
    [join(root, 'dist', 'cli.js'), 'init', '--host', 'claude-code', '--scope', 'project', '--yes'],
    { cwd: place.project, env: place.env, encoding: 'utf8' },
  );
  if (init.status !== 0) throw new Error(`init failed: ${init.stderr}`);
  return place;
}

/** A session of a hundred rows as sessions are: few prompts, many calls with results of some kilobytes. */
function hundredLines(project: string): string {
  const rows: object[] = [];
  for (let at = 0; rows.length < 100; at++) {
    const timestamp = new Date(Date.UTC(2026, 0, 1, 0, at)).toISOString();
    const base = {
      sessionId: session,
      cwd: project,
      gitBranch: 'main',
      version: '2.1.332',
      timestamp,
    };
    if (at % 12 === 0) {
      const text = `Do part ${at / 12} of the plan. Never push, I push myself.`;
      rows.push({
        ...base,
        type: 'user',
        uuid: `p${at}`,
        message: { role: 'user', content: text },
      });
    }
    const id = `toolu_${at}`;
    const { name, input, result } = calls(project, at)[at % 3]!;
    const usage = { input_tokens: 100, cache_read_input_tokens: 20_000 + at * 500 };
    const use = { type: 'tool_use', id, name, input };
    const back = { type: 'tool_result', tool_use_id: id, content: result };
    rows.push(
      {
        ...base,
        type: 'assistant',
        uuid: `a${at}`,
        message: { id: `m${at}`, role: 'assistant', usage, content: [use] },
      },
      {
        ...base,
        type: 'user',
        uuid: `r${at}`,
        message: { role: 'user', content: [back] },
        toolUseResult: { stdout: result },
      },
    );
  }
  return `${rows
    .slice(0, 100)
    .map((row) => JSON.stringify(row))
    .join('\n')}\n`;
}

function calls(project: string, at: number): { name: string; input: object; result: string }[] {
  const path = `${project}/src/part-${at}.ts`;
  const source = 'export const part = (value: number) => value + 1;\n'.repeat(30);
  return [
    { name: 'Read', input: { file_path: path }, result: source },
    { name: 'Edit', input: { file_path: path, old_string: 'a', new_string: 'b' }, result: source },
    {
      name: 'Bash',
      input: { command: 'npm test' },
      result: `${'ok a test that passed\n'.repeat(40)}40 passed`,
    },
  ];
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

interface BenchEvent {
  name: string;
  payload: Record<string, unknown>;
  /** What must have happened in the session before it. */
  after: Record<string, unknown>[];
}

const compaction = [
  { hook_event_name: 'PreCompact', trigger: 'auto', custom_instructions: null },
  { hook_event_name: 'SessionStart', source: 'compact' },
];

const events: BenchEvent[] = [
  {
    name: 'session start',
    payload: { hook_event_name: 'SessionStart', source: 'startup' },
    after: [],
  },
  { name: 'prompt', payload: { hook_event_name: 'UserPromptSubmit', prompt: 'go on' }, after: [] },
  { name: 'before a compaction', payload: compaction[0]!, after: [] },
  { name: 'behind a compaction', payload: compaction[1]!, after: [compaction[0]!] },
  {
    name: 'after-event',
    payload: { hook_event_name: 'PostCompact', trigger: 'auto', compact_summary: 'Work.' },
    after: compaction,
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
  {
    name: 'turn end',
    payload: { hook_event_name: 'Stop', stop_hook_active: false, last_assistant_message: 'Done.' },
    after: [],
  },
];

/** A hook that starts Node, through the launcher, as the host runs it. */
function startedHook(place: Place, event: BenchEvent): BenchRow {
  const launcher = join(place.state, 'bin', 'hook');
  const run = (input: string) => spawnSync(launcher, ['claude-code'], { env: place.env, input });
  const sessions = join(place.state, 'sessions');
  const kept = join(place.state, 'kept');
  rmSync(sessions, { recursive: true, force: true });
  for (const before of event.after) run(payload(place, '', before));
  mkdirSync(sessions, { recursive: true });
  cpSync(sessions, kept, { recursive: true });
  const input = payload(place, '', event.payload);
  const ratio = medianRatio(
    31,
    () => run(input),
    () => spawnSync(process.execPath, ['-e', '0'], { env: place.env, input }),
    () => {
      rmSync(sessions, { recursive: true, force: true });
      cpSync(kept, sessions, { recursive: true });
    },
  );
  rmSync(kept, { recursive: true, force: true });
  return {
    name: `${event.name}, to node -e 0`,
    figure: ratio,
    unit: 'times',
    limit: 1.5,
    pass: ratio <= 1.5,
  };
}

function payload(place: Place, name: string, more: Record<string, unknown>): string {
  return JSON.stringify({
    session_id: session,
    transcript_path: place.transcript,
    cwd: place.project,
    hook_event_name: name,
    ...more,
  });
}

/** The ratio of the medians of two programs that run in turn; `reset` is not timed. */
export function medianRatio(
  runs: number,
  one: () => void,
  floor: () => void,
  reset: () => void = () => {},
): number {
  const times: [number[], number[]] = [[], []];
  for (let at = -2; at < runs; at++) {
    for (const [index, work] of [one, floor].entries()) {
      if (index === 0) reset();
      const start = process.hrtime.bigint();
      work();
      if (at >= 0) times[index as 0 | 1].push(Number(process.hrtime.bigint() - start) / 1e6);
    }
  }
  return median(times[0]) / median(times[1]);
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
