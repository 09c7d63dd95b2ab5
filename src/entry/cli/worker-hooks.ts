import { dirname, relative } from 'node:path';
import { scopes } from '../../core/install/host-install.ts';
import { excludeFromGit } from '../../platform/git-worktree.ts';
import type { CliContext } from './context.ts';

/**
 * What to say where a worker's client would run without our hooks: in a folder in which they are registered neither for the
 * user nor for the project. Undefined where they are.
 */
export function hooksMissing(
  context: CliContext,
  hostId: string,
  folder: string,
): string | undefined {
  const { disk, place } = context.install;
  const host = context.install.hosts.find((one) => one.host === hostId);
  if (host === undefined) return undefined;
  const exists = (path: string): boolean => disk.stat(path) !== undefined;
  const there = scopes.some((scope) => {
    const file = host.settingsFile(scope, { ...place, project: folder }, exists);
    const text = disk.readText(file);
    return text !== undefined && isRegistered(() => host.registered(text, file).length > 0);
  });
  if (there) return undefined;
  return `Holdfast's hooks are not in force for ${hostId} in ${folder}, so nothing keeps the work through a compaction there. Put them in with: holdfast init --host ${hostId}`;
}

/** Puts the project's registration of our hooks into a new work tree, where the project does not share it by git. */
export function bringHooks(
  context: CliContext,
  hostId: string,
  project: string,
  folder: string,
): void {
  const { disk, place } = context.install;
  const host = context.install.hosts.find((one) => one.host === hostId);
  if (host === undefined) return;
  const exists = (path: string): boolean => disk.stat(path) !== undefined;
  const from = host.settingsFile('project', { ...place, project }, exists);
  const to = host.settingsFile('project', { ...place, project: folder }, exists);
  const text = disk.readText(from);
  if (text === undefined || exists(to) || !to.startsWith(`${folder}/`)) return;
  if (!isRegistered(() => host.registered(text, from).length > 0)) return;
  disk.makeFolder(dirname(to), 0o755);
  disk.write(to, text, disk.modeOf(from));
  // It is no part of the work, and must not be committed with it.
  excludeFromGit(folder, relative(folder, to));
}

/** A file that the host itself would not read registers nothing. */
function isRegistered(look: () => boolean): boolean {
  try {
    return look();
  } catch {
    return false;
  }
}
