import { untrusted } from '../../core/trust/untrusted.ts';
import type { Files } from '../ports.ts';
import { switchList } from '../trust.ts';
import type { ProjectSwitch } from './project-switches.ts';

/**
 * What a person is told when a session begins in a project whose settings switch Holdfast off, or lead it away, and
 * nobody said that this is meant; undefined when there is nothing to tell. Values come from a repository and are not shown.
 */
export function switchNotice(
  files: Files,
  trustFolder: string,
  project: string,
  switches: readonly ProjectSwitch[],
): string | undefined {
  const items = switchList(files, trustFolder, project, switches);
  const unknown = switches.filter((_, index) => items[index]!.state !== 'trusted');
  if (unknown.length === 0) return undefined;
  const what = unknown.map(
    ({ file, set }) => `${untrusted(file, 300)} sets ${set.map(([name]) => name).join(' and ')}`,
  );
  return `Holdfast: ${what.join('; ')}. So this project decides whether anything is kept of this session, and nobody said that it may. If it may, run "holdfast trust"; else take it out. "holdfast doctor" says what it does.`;
}
