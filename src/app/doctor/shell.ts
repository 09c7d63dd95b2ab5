/** How a command line is run. */
export interface ShellRun {
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  input: string;
  timeoutMs: number;
}

/** What came of it. */
export interface ShellResult {
  stdout: string;
  stderr: string;
  /** Absent: it was killed, or could not be started. */
  code: number | undefined;
  timedOut: boolean;
  ms: number;
}

/** Runs a command line as a host runs a hook, or a program with its arguments without a shell. Never throws. */
export type RunShell = (command: string | readonly string[], run: ShellRun) => Promise<ShellResult>;
