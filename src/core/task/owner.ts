import type { Owner } from './confidence.ts';
import { manifestNames, planningFolders, sourceByName } from './names.ts';
import { baseName, foldersUpTo, isInside, joinPath, normalizePath, parentOf } from './path.ts';

/** What finding the document of a path needs to know about the disk. */
export interface OwnerContext {
  /** The project's top folder, absolute. */
  root: string;
  /** The host's folder of plans, absolute. */
  plansFolder?: string;
  /** Absolute paths of further files that hold a task, by configuration. */
  taskFiles?: readonly string[];
  /** True when a file is there. */
  exists(path: string): boolean;
  /** Absolute paths that a manifest lists; for a manifest at the project's top. */
  listed(manifest: string): readonly string[];
}

/**
 * Builds the function that names the task document of a referenced path: the path itself when its name is a
 * convention, else the nearest manifest above it. A manifest at the project's top owns the whole project,
 * so it counts only when the session also touched it or a file that it lists.
 */
export function ownerFinder(context: OwnerContext): (path: string) => Owner | undefined {
  const root = normalizePath(context.root);
  const taskFiles = new Set(context.taskFiles);
  const manifests = new Map<string, string | undefined>();
  const manifestIn = (folder: string): string | undefined => {
    if (!manifests.has(folder)) manifests.set(folder, findManifest(folder, context.exists));
    return manifests.get(folder);
  };
  return (written) => {
    const path = joinPath(root, written);
    const inProject = isInside(path, root);
    const inPlans = context.plansFolder !== undefined && isInside(path, context.plansFolder);
    if (!inProject && !inPlans) return undefined;
    const manifest = inProject ? nearestManifest(path, root, manifestIn) : undefined;
    if (manifest === path) return { path, direct: true };
    const named = sourceByName(path, context.plansFolder) ?? taskFiles.has(path);
    const atTop = manifest !== undefined && isTop(manifest, root);
    const isListed = atTop && context.listed(manifest).includes(path);
    const speaksForItself = manifest === undefined || named === 'ticket' || (atTop && !isListed);
    if (named && speaksForItself) return { path, direct: true };
    if (manifest === undefined) return undefined;
    return { path: manifest, direct: isListed, needsDirect: atTop };
  };
}

function nearestManifest(
  path: string,
  root: string,
  manifestIn: (folder: string) => string | undefined,
): string | undefined {
  if (manifestNames.includes(baseName(path).toLowerCase())) return path;
  // What has no dot in its name may be a folder itself, as a search names it.
  const start = baseName(path).includes('.') ? parentOf(path) : path;
  for (const folder of foldersUpTo(start, root)) {
    const manifest = manifestIn(folder);
    if (manifest) return manifest;
  }
  return undefined;
}

/** The manifest of a folder: in it, or in its planning folder. */
function findManifest(folder: string, exists: (path: string) => boolean): string | undefined {
  for (const place of [folder, ...planningFolders.map((name) => joinPath(folder, name))]) {
    for (const name of manifestNames) {
      const path = joinPath(place, name);
      if (exists(path)) return path;
    }
  }
  return undefined;
}

function isTop(manifest: string, root: string): boolean {
  const folder = parentOf(manifest);
  return (
    folder === root || (planningFolders.includes(baseName(folder)) && parentOf(folder) === root)
  );
}
