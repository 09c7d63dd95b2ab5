import { join } from 'node:path';
import { findProgram } from './find-program.ts';
import { launchAgent } from './macos.ts';
import type { Environment } from './paths.ts';
import { runBriefly } from './run-briefly.ts';

/** What looks after programs of one user on this system. */
export interface ServiceManager {
  kind: 'systemd' | 'launchd';
  /** Where the file of the service lies. */
  file: string;
  /** Tells it that the file is there, or is to go; false when it did not do so. */
  begin(): Promise<boolean>;
  end(): Promise<boolean>;
}

const limitMs = 20_000;
const unit = 'holdfast.service';

/** Undefined where this system has none that answers. */
export async function serviceManager(
  env: Environment,
  home: string,
  label: string,
): Promise<ServiceManager | undefined> {
  const run = async (name: string, ...args: string[]): Promise<boolean> => {
    const program = findProgram(name, env.PATH);
    if (program === undefined) return false;
    const place = { cwd: home, env: { ...env }, deadlineMs: limitMs, limit: 1024 * 1024 };
    return (await runBriefly(program, args, place)) !== undefined;
  };
  if (process.platform === 'darwin') {
    const { file, begin, end } = launchAgent(home, label, process.getuid?.() ?? 0);
    return {
      kind: 'launchd',
      file,
      begin: () => run('launchctl', ...begin),
      end: () => run('launchctl', ...end),
    };
  }
  if (!(await run('systemctl', '--user', 'show-environment'))) return undefined;
  const config = env.XDG_CONFIG_HOME || join(home, '.config');
  return {
    kind: 'systemd',
    file: join(config, 'systemd', 'user', unit),
    begin: async () =>
      (await run('systemctl', '--user', 'daemon-reload')) &&
      (await run('systemctl', '--user', 'enable', '--now', unit)),
    end: () => run('systemctl', '--user', 'disable', '--now', unit),
  };
}
