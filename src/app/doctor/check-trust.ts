import type { Registration } from '../install/registrations.ts';
import { trustState } from '../install/trust-hooks.ts';
import { type DoctorContext, type Finding, note, off, ok } from './finding.ts';

/** Whether a host that asks for trust runs our hooks: it would pass over them in silence. */
export async function checkTrust(
  context: DoctorContext,
  { install }: Registration,
): Promise<Finding[]> {
  const found = await trustState(context.install, install);
  if (found === undefined || install.trust === undefined) return [];
  const check = `${install.host} trust`;
  if (found.state === 'trusted') {
    return [ok(check, `${install.title} itself says that it runs all ${found.count} hooks.`)];
  }
  if (found.state === 'unknown') {
    return [
      note(check, `${install.title} could not be asked: ${found.why}.`, install.trust.byHand),
    ];
  }
  const names = found.hooks.map((hook) => hook.event).join(', ');
  return [
    off(
      check,
      `${install.title} does not run these hooks, since nobody trusts them: ${names}.`,
      `Run "holdfast init" again. ${install.trust.byHand}`,
    ),
  ];
}
