import { isWindowsCall } from './windows-command.ts';

/** True for a command that calls the launcher for a host and ends so, with no other command behind the call; also in a form of Windows. */
export function isLauncherCall(command: unknown, host: string, ending = ';:'): command is string {
  if (isWindowsCall(command, host)) return true;
  if (typeof command !== 'string' || !command.endsWith(ending)) return false;
  return ['"', "'"].some((quote) => {
    const call = `/bin/hook${quote} ${host}`;
    const at = command.lastIndexOf(call);
    if (at < 0) return false;
    const rest = command.slice(at + call.length, -ending.length);
    return !/[|&]/.test(rest) && !/^\w/.test(rest);
  });
}
