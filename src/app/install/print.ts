import type { InstallContext, InstallRequest } from './context.ts';
import { hostNamed } from './find-hosts.ts';
import { type InitTarget, planTargets } from './init.ts';
import { wantedParts } from './parts.ts';
import { staleRuntimeFiles } from './runtime.ts';

/** What goes into one settings file of a client. */
export interface Fragment {
  target: InitTarget;
  /** The whole of the file, if nothing else stood in it. */
  text: string;
  /** An administrator's settings file on each system, which takes the same text; absent: the host has none, or the text is no hooks. */
  managed?: NonNullable<InitTarget['install']['managed']>['file'];
}

/**
 * What init puts into settings files, for those that other tools write: as if every one of these files were empty. Reads nothing of them.
 * Throws a Fault as `planInit` does, but for what stands in them.
 */
export function planFragments(
  context: InstallContext,
  request: InstallRequest,
): { fragments: Fragment[]; notices: string[] } {
  const disk = { ...context.disk, readBytes: () => undefined };
  const { targets, notices } = planTargets({ ...context, disk }, request);
  const fragments = targets.map((target): Fragment => {
    const { install, scope, change } = target;
    const managed = scope === 'user' && install.part === undefined ? install.managed : undefined;
    return { target, text: change.text, ...(managed && { managed: managed.file }) };
  });
  return { fragments, notices };
}

/**
 * The files that hooks and clients start, as far as they are missing or not of this version, for settings that another tool writes: of
 * the host that was asked for, else of all, found or not.
 */
export function planRuntimeAlone(
  context: InstallContext,
  request: InstallRequest,
): ReturnType<typeof staleRuntimeFiles> {
  const { host, mcp, statusLine } = request;
  const hosts = host === undefined ? context.hosts : [hostNamed(context, host)];
  const wish = { withServer: mcp !== false, statusLine };
  const parts = hosts.flatMap((install) => wantedParts(context, install, 'user', wish));
  return staleRuntimeFiles(
    context,
    parts,
    typeof mcp === 'string' ? mcp : undefined,
    statusLine === true,
  );
}
