import type { InitTarget } from '../../app/install/init.ts';
import { trustHooks, trustState } from '../../app/install/trust-hooks.ts';
import type { HostInstall } from '../../core/install/host-install.ts';
import type { CliContext } from './context.ts';

/** True when one of these hosts does not run our hooks for want of trust. */
export async function anyUntrusted(
  context: CliContext,
  hosts: readonly HostInstall[],
): Promise<boolean> {
  for (const host of hosts) {
    if ((await trustState(context.install, host))?.state === 'untrusted') return true;
  }
  return false;
}

/** Has the hosts that ask for it trust our hooks, and says what came of it; within a session only what is left to do. */
export async function haveTrusted(
  context: CliContext,
  targets: readonly InitTarget[],
  inside: boolean,
): Promise<string[]> {
  const lines: string[] = [];
  for (const { install, file } of targets) {
    if (install.trust === undefined) continue;
    const found = inside ? undefined : await trustHooks(context.install, install, file);
    if (found?.state === 'trusted') {
      lines.push(`${install.title}: trusts all ${found.count} hooks, as it confirms.`);
      continue;
    }
    const why =
      found?.state === 'unknown' ? `${install.title} could not be asked: ${found.why}. ` : '';
    lines.push(`${why}${install.trust.byHand}`);
  }
  return lines;
}
