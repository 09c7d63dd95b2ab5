import { baseName, isInside, parentOf } from './path.ts';
import { isPlanName } from './plan-names.ts';
import type { TaskSource } from './task.ts';

/** Names of a resume manifest, the preferred one first. */
export const manifestNames = ['_resume.md', 'resume-context.md'];

/** Folders of a project that may hold its manifest in its stead. */
export const planningFolders = ['01-planning', 'planning', '.planning'];

const loopName = /^(?:loop|.+[._-]loop|loop[._-].+)\.md$/i;

/** The form that a path alone tells; undefined when its name is no convention of ours. */
export function sourceByName(path: string, plansFolder?: string): TaskSource | undefined {
  const name = baseName(path).toLowerCase();
  if (manifestNames.includes(name)) return 'manifest';
  if (!name.endsWith('.md')) return undefined;
  if (plansFolder !== undefined && isInside(path, plansFolder)) return 'plan';
  if (/^tickets?$/i.test(baseName(parentOf(path))) && name !== 'readme.md') return 'ticket';
  if (isPlanName(name) || name === 'taskplan.md') return 'plan';
  return loopName.test(name) ? 'loop' : undefined;
}
