import { spawn } from 'node:child_process';
import { findProgram } from './find-program.ts';
import type { Environment } from './paths.ts';

/**
 * Opens an address in the user's browser; false where this machine shows none. `BROWSER` counts before the system's own way, and
 * an empty one stands for no browser.
 */
export function openInBrowser(url: string, env: Environment): boolean {
  const program = browserOf(env);
  if (program === undefined) return false;
  const child = spawn(program, [url], {
    env: env as NodeJS.ProcessEnv,
    stdio: 'ignore',
    detached: true,
    windowsHide: true,
  });
  child.on('error', () => {});
  child.unref();
  return child.pid !== undefined;
}

function browserOf(env: Environment): string | undefined {
  if (env.BROWSER !== undefined) return env.BROWSER === '' ? undefined : env.BROWSER;
  if (process.platform === 'darwin') return '/usr/bin/open';
  if (process.platform === 'win32') return 'explorer.exe';
  const hasScreen = Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
  return hasScreen ? findProgram('xdg-open', env.PATH) : undefined;
}
