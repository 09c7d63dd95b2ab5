import { createHash } from 'node:crypto';
import type { Identity } from '../../hosts/record-store.ts';

/**
 * True for a conversation that began in a project's folder or below it, by the folder that its record names or by the
 * hash of it. `paths`: the folder as it was named and as it really is.
 */
export function ofProject(paths: readonly string[], { cwd, projectHash }: Identity): boolean {
  return paths.some((path) => {
    if (cwd === undefined) return projectHash === hash(path);
    const below = /[\\/]$/.test(path) ? path : `${path}${path.includes('\\') ? '\\' : '/'}`;
    return cwd === path || cwd.startsWith(below);
  });
}

function hash(path: string): string {
  return createHash('sha256').update(path).digest('hex');
}
