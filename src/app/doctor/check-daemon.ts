import type { Registration } from '../install/registrations.ts';
import { type DoctorContext, type Finding, off, ok } from './finding.ts';

/** Whether somebody answers where hooks are posted: else the client complains under every call. */
export async function checkDaemon(
  context: DoctorContext,
  registrations: readonly Registration[],
): Promise<Finding[]> {
  const posting = registrations.filter(({ entries }) =>
    entries.some(({ transport }) => transport === 'http'),
  );
  if (posting.length === 0) return [];
  const at = await context.daemonUrl();
  return posting.map(({ install, scope, entries }) => {
    const check = `${install.host} daemon (${scope})`;
    if (at === undefined) {
      return off(
        check,
        `Its hooks are posted to the daemon, and none answers: ${install.title} prints an error at every call, and nothing is held back.`,
        'Run "holdfast daemon start", or make the hooks commands again: holdfast daemon stop',
      );
    }
    const strays = entries.filter(
      ({ transport, command }) => transport === 'http' && !command.startsWith(`http ${at}/`),
    );
    return strays.length === 0
      ? ok(check, `The daemon answers at ${at}.`)
      : off(
          check,
          `Hooks are posted elsewhere than to the daemon, which is at ${at}.`,
          'Run "holdfast daemon start" again.',
        );
  });
}
