import { spawn } from 'node:child_process';
import { windowsShellOf } from '../core/hook-settings/windows-command.ts';
import { endTreeNow } from './end-process.ts';

interface ShellRun {
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  input: string;
  timeoutMs: number;
}

interface ShellResult {
  stdout: string;
  stderr: string;
  /** Absent: it was killed, or could not be started. */
  code: number | undefined;
  timedOut: boolean;
  ms: number;
}

const outputLimit = 1024 * 1024;

/**
 * Runs a command line through the shell by which hosts run hooks (`/bin/sh -c`; on Windows by the one that the line is written
 * for), or a program with its arguments without one, gives it an input, and collects what it says. It is killed with its
 * children at the deadline. Never throws.
 */
export function runShell(command: string | readonly string[], run: ShellRun): Promise<ShellResult> {
  const windows = process.platform === 'win32';
  return new Promise((resolve) => {
    const started = performance.now();
    const [program, args] = startOf(command, windows);
    const child = spawn(program, args, {
      cwd: run.cwd,
      env: { ...run.env },
      detached: !windows,
      windowsHide: true,
    });
    const result: ShellResult = { stdout: '', stderr: '', code: undefined, timedOut: false, ms: 0 };
    const timer = setTimeout(() => {
      result.timedOut = true;
      endTreeNow(child.pid);
    }, run.timeoutMs);
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (result.stdout.length < outputLimit) result.stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      if (result.stderr.length < outputLimit) result.stderr += text;
    });
    // A hook that has nothing to do ends without reading; that is no fault.
    child.stdin.on('error', () => {});
    child.stdin.end(run.input);
    child.on('error', (error) => finish(undefined, error.message));
    child.on('close', (code) => finish(code ?? undefined));

    function finish(code: number | undefined, problem = ''): void {
      clearTimeout(timer);
      const ms = Math.round(performance.now() - started);
      resolve({ ...result, stderr: result.stderr + problem, code, ms });
    }
  });
}

/** The program that runs a command, and its arguments. */
function startOf(command: string | readonly string[], windows: boolean): [string, string[]] {
  if (typeof command !== 'string') {
    const [program = '', ...args] = command;
    return [program, args];
  }
  return windows ? windowsShellOf(command) : ['/bin/sh', ['-c', command]];
}
