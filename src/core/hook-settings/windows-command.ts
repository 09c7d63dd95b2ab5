import type { WindowsLauncher } from '../install/host-install.ts';

/** When a call is needed: the start of a session is heard even when everything is switched off; a guarded one only while a session is watched. */
export type CallTime = 'start' | 'always' | 'before' | 'after';

/** One call of the launcher on Windows. */
export interface WindowsCall {
  when: CallTime;
  /** The variable of the session's id, for guarded calls; absent: whether any session is watched decides. */
  session?: string;
  /** The host's id, and the event where the payload does not name it. */
  words: readonly string[];
}

/** How a client of Windows runs a command: by PowerShell, by `cmd.exe /c`, or by whichever shell it finds. */
export type WindowsShell = 'powershell' | 'cmd';

/** The script that all calls start, and its arguments. */
export function callWords(
  launcher: WindowsLauncher,
  { when, session, words }: WindowsCall,
): string[] {
  return [callScript(launcher.stateFolder), when, session ?? '-', ...words];
}

/** The script by the state folder, with backslashes. */
export function callScript(stateFolder: string): string {
  return `${backslashed(stateFolder)}\\bin\\on-event.cmd`;
}

/** A program with arguments, for clients that start one without a shell. `call` keeps `cmd.exe` from taking quotes away. */
export function execCall(script: readonly string[]): { command: string; args: string[] } {
  return { command: 'cmd.exe', args: ['/d', '/c', 'call', ...script] };
}

/**
 * A line that `cmd.exe`, PowerShell and Git Bash all take: the path is one bare word, with doubled backslashes, which Windows
 * takes for one. Undefined where the path has something in it that one of them would not leave alone, such as a blank.
 */
export function anyShellLine(words: readonly string[]): string | undefined {
  const [script = '', ...rest] = words;
  // A share begins with two backslashes, which cannot be doubled for all of them.
  if (!/^[A-Za-z]:(?:\\[\p{L}\p{N}_.+-]+)+$/u.test(script)) return undefined;
  return [script.replaceAll('\\', '\\\\'), ...rest].join(' ');
}

/** A line for PowerShell. */
export function powershellLine(words: readonly string[]): string {
  const [script = '', ...rest] = words;
  return ['&', `'${script.replaceAll(/['‘’‚‛]/g, (quote) => quote + quote)}'`, ...rest].join(' ');
}

/**
 * A line for `cmd.exe /c` that has no quotes in it, since clients escape those in a way that `cmd.exe` does not know. `cd` takes
 * a path with blanks as it is.
 */
export function cmdLine(words: readonly string[]): string {
  const [script = '', ...rest] = words;
  const cut = script.lastIndexOf('\\');
  const folder = script.slice(0, cut).replaceAll(/[&^()<>|!,;=]/g, (sign) => `^${sign}`);
  return `cd /d ${folder}&&${[script.slice(cut + 1), ...rest].join(' ')}`;
}

/** The line for a client's shell: the one that any shell takes where there is one. */
export function shellLine(words: readonly string[], shell: WindowsShell): string {
  return anyShellLine(words) ?? (shell === 'cmd' ? cmdLine(words) : powershellLine(words));
}

/** True for a text that calls the launcher for a host in one of these forms; `args` of an exec form stand behind the program. */
export function isWindowsCall(text: unknown, host: string): text is string {
  if (typeof text !== 'string') return false;
  const found =
    /(?:[\\/]|&&)on-event\.cmd['"]? (?:start|always|before|after) (?:-|\w+) ([\w-]+)(?: \w+)?$/.exec(
      text,
    );
  return found?.[1] === host;
}

/** A path with the separator of Windows. */
export function backslashed(path: string): string {
  return path.replaceAll('/', '\\');
}

/** The shell on Windows that a registered line is written for, with its arguments: PowerShell, `cmd.exe` or Git Bash. */
export function windowsShellOf(line: string): [string, string[]] {
  if (line.startsWith('& ')) {
    return ['powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', line]];
  }
  const isForCmd = line.startsWith('cd /d ') || /^[A-Za-z]:\\\\/.test(line);
  return isForCmd ? ['cmd.exe', ['/d', '/c', line]] : ['bash', ['-c', line]];
}
