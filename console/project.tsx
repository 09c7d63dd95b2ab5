import type { SessionList } from '../src/core/page/model.ts';
import { read } from './api.ts';
import type { Place } from './route.ts';
import { choose } from './route.ts';
import { Select, useData } from './ui.tsx';

/** Folders in which sessions of this machine worked. */
export function useProjects(): string[] {
  const { data } = useData((signal) => read<SessionList>('/page/sessions', {}, signal), 'projects');
  const all = (data?.rows ?? []).flatMap(({ project }) => project ?? []);
  return [...new Set(all)].sort();
}

export function ProjectChoice(props: {
  place: Place;
  project: string | undefined;
  projects: readonly string[];
}) {
  const { place, project, projects } = props;
  const all =
    project === undefined || projects.includes(project) ? projects : [project, ...projects];
  return (
    <Select
      label="Project"
      value={project ?? ''}
      choices={[
        ...(project === undefined ? [{ value: '', title: 'your home folder' }] : []),
        ...all.map((path) => ({ value: path, title: path })),
      ]}
      onChange={(value) => choose(place, { project: value })}
    />
  );
}
