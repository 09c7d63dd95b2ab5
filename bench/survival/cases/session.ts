/** The hosts whose records the benchmark reads by itself. */
export type HostName = 'claude-code' | 'pi' | 'codex' | 'opencode';

/** What a person said. `line` counts from 0, in the record's file. */
export interface Prompt {
  type: 'prompt';
  line: number;
  text: string;
}

/** What the agent said to the person. */
export interface Said {
  type: 'said';
  line: number;
  text: string;
}

/** A tool call, with the tool's own name and input. */
export interface Call {
  type: 'call';
  line: number;
  id: string;
  tool: string;
  input: Record<string, unknown>;
}

/** What a tool call gave back; `failed` as the host's record says it. */
export interface Result {
  type: 'result';
  line: number;
  id: string;
  text: string;
  failed: boolean;
  /** The host's structured form of the result, where its record has one. */
  data?: unknown;
}

/** The place where the host replaced the conversation by a summary. */
export interface Boundary {
  type: 'boundary';
  line: number;
  /** Line behind the boundary's own rows: the first of the next segment. */
  next: number;
  trigger: 'auto' | 'manual' | 'unknown';
  /** What the model read instead of the conversation; absent where the record holds it encrypted or not at all. */
  summary?: string;
}

/** Paths that the host itself recorded as changed by its tools (a backup of each was made). */
export interface Tracked {
  type: 'tracked';
  line: number;
  paths: string[];
}

export type BenchEvent = Prompt | Said | Call | Result | Boundary | Tracked;

/** One record of one conversation, read. */
export interface BenchSession {
  host: HostName;
  /** File name below the folder of samples: `claude/x.jsonl`. */
  name: string;
  path: string;
  /** Version of the client that wrote the record. */
  version: string;
  cwd: string;
  /** Home folder of the person, as far as `cwd` tells it; `/` when it does not. */
  home: string;
  /** Branch by line, where the record tells it. */
  branches: { line: number; branch: string }[];
  lines: string[];
  /** Time by line in milliseconds, undefined where a row has none. */
  times: (number | undefined)[];
  events: BenchEvent[];
}

export function boundariesOf(session: BenchSession): Boundary[] {
  return session.events.filter((event) => event.type === 'boundary');
}

/** The home folder that a working folder lies in, by the usual places of homes. */
export function homeOf(cwd: string): string {
  return /^(\/Users\/[^/]+|\/home\/[^/]+|\/root)/.exec(cwd)?.[0] ?? '/';
}
