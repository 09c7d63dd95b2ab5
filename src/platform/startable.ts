import { batchLine } from '../core/shell/batch-line.ts';

/** A program with its arguments as this system can start it. */
export interface Startable {
  program: string;
  args: string[];
  /** Options for that, to be given to `spawn` with the others. */
  options: { windowsVerbatimArguments?: true };
}

/**
 * How a program is started without a shell. Windows starts no batch file by itself, which is what npm makes of a client; such a one
 * goes through `cmd.exe`, with its arguments as they are.
 */
export function startable(
  program: string,
  args: readonly string[],
  platform: string = process.platform,
): Startable {
  if (platform !== 'win32' || !/\.(?:cmd|bat)$/i.test(program)) {
    return { program, args: [...args], options: {} };
  }
  const line = batchLine(program.replaceAll('/', '\\'), args);
  return {
    program: 'cmd.exe',
    args: ['/d', '/s', '/c', line],
    options: { windowsVerbatimArguments: true },
  };
}
