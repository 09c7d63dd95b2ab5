import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');
export const session = '11111111-2222-4333-8444-555555555555';

/** A project with Holdfast installed, and the record of one session. */
export interface Place {
  project: string;
  state: string;
  transcript: string;
  env: Record<string, string>;
}

/** Installs into folders below `folder`; the record has a hundred rows. */
export function prepare(folder: string): Place {
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

/**
 * Waits until what hooks do after their answer has ended: no process names the state folder any more. Without it that work
 * slows down the next run, and writes into what a reset removes. At most 5 s; on Linux only.
 */
export function settled(place: Place): void {
  for (let tries = 0; tries < 1_000; tries++) {
    if (!readdirSync('/proc').some((id) => /^\d+$/.test(id) && names(id, place.state))) return;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
  }
}

function names(id: string, folder: string): boolean {
  if (Number(id) === process.pid) return false;
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'latin1').includes(folder);
  } catch {
    return false;
  }
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

/** The payload of an event as JSON. */
export function payload(place: Place, name: string, more: Record<string, unknown>): string {
  return JSON.stringify({
    session_id: session,
    transcript_path: place.transcript,
    cwd: place.project,
    hook_event_name: name,
    ...more,
  });
}
