import type { Config } from '../config/defaults.ts';
import { fillTemplate } from './template.ts';

type Settings = Pick<
  Config,
  'tracker' | 'trackerFile' | 'trackerLogCommand' | 'trackerTruthCommand'
>;

/** How an agent writes to its tracker itself: what is so now, and what was done. Without a setting it is `prog`, whose ids these are. */
export function trackerHowTo(id: string, settings: Settings): string {
  const { truth, log } = commandsFor(id, settings);
  if (truth === undefined && log === undefined) return '';
  if (truth === undefined)
    return `Write what is true now, and what was done, to its log (\`${log}\`).`;
  if (log === undefined) return `Write what is true now to its tracker (\`${truth}\`).`;
  return `Write what is true now to its tracker (\`${truth}\`), and what was done to its log (\`${log}\`).`;
}

function commandsFor(id: string, settings: Settings): { truth?: string; log?: string } {
  switch (settings.tracker) {
    case 'bd':
      return { truth: `bd update ${id} --append-notes "…"`, log: `bd comments add ${id} "…"` };
    case 'backlog':
      return {
        truth: `backlog task edit ${id} --append-notes "…"`,
        log: `backlog task edit ${id} --comment "…"`,
      };
    case 'gh':
      return { log: `gh issue comment ${id.replace(/^#/, '')} --body "…"` };
    case 'file':
      return { log: `echo "- ${id} …" >> ${settings.trackerFile}` };
    case 'command':
      return {
        truth: written(settings.trackerTruthCommand, id),
        log: written(settings.trackerLogCommand, id),
      };
    default:
      return { truth: `prog desc ${id} "…"`, log: `prog log ${id} "…"` };
  }
}

function written(template: string, id: string): string | undefined {
  return fillTemplate(template, { what: 'log', id, text: '"…"' })?.join(' ');
}
