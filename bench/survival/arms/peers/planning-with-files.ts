import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Install } from '../../replay/drive-claude.ts';
import { hookEntries } from '../../replay/hooks.ts';
import { fetchPackages, withoutNetwork } from './fetch.ts';

export const planningWithFilesVersion = '3.20.5';

/**
 * The skill as Claude Code runs it once it is in use: the hooks of its front matter. It works from `task_plan.md`, which the
 * model has to have written; no session of the sample did. So that it has something to work from, the session's own plan,
 * where there is one, is put there under that name before the boundary.
 */
export function installPlanningWithFiles(): Install {
  const modules = fetchPackages([`planning-with-files@${planningWithFilesVersion}`]);
  const source = join(modules, 'planning-with-files');
  const skill = readFileSync(join(source, 'SKILL.md'), 'utf8');
  const hooks = hookEntries(parse(skill.split(/^---$/m)[1] ?? ''));
  return (place) => {
    const folder = join(place.home, '.claude', 'skills', 'planning-with-files');
    cpSync(source, folder, { recursive: true });
    return {
      hooks,
      env: { CLAUDE_SKILL_DIR: folder },
      wrap: withoutNetwork,
      beforeBoundary: (plan) => {
        if (plan !== undefined) writeFileSync(join(place.project, 'task_plan.md'), plan);
      },
    };
  };
}
