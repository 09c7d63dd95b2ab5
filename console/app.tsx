import { useEffect, useState } from 'preact/hooks';
import type { ApiError } from './api.ts';
import { read } from './api.ts';
import { Audit } from './audit.tsx';
import { Health } from './health.tsx';
import { follow } from './live.ts';
import { link, type Place, usePlace } from './route.ts';
import { Search } from './search.tsx';
import { SessionView } from './session.tsx';
import { Sessions } from './sessions.tsx';
import { Tickets, TicketView } from './tickets.tsx';
import { asError, Problem, Waiting } from './ui.tsx';
import { Workers, WorkerView } from './workers.tsx';
import { Workflows, WorkflowView } from './workflows.tsx';

/** What the daemon says of itself and of this page. */
export interface Hello {
  version: string;
  home: string;
  /** True where a person opened the page at a terminal of their own. */
  person: boolean;
  /** The clients that can continue work. */
  workers: { program: string; title: string }[];
  /** The names of all clients, by their ids. */
  clients: Record<string, string>;
}

/** What every view gets. */
export interface ViewProps {
  place: Place;
  hello: Hello;
  /** The project whose tickets and workflows are shown. */
  project: string | undefined;
}

const views = [
  { view: 'sessions', title: 'Sessions', show: Sessions },
  { view: 'search', title: 'Search', show: Search },
  { view: 'tickets', title: 'Tickets', show: Tickets },
  { view: 'workers', title: 'Workers', show: Workers },
  { view: 'workflows', title: 'Workflows', show: Workflows },
  { view: 'audit', title: 'Audit', show: Audit },
  { view: 'health', title: 'Health', show: Health },
];

const single: Record<string, { under: string; show: typeof Sessions }> = {
  session: { under: 'sessions', show: SessionView },
  ticket: { under: 'tickets', show: TicketView },
  worker: { under: 'workers', show: WorkerView },
  workflow: { under: 'workflows', show: WorkflowView },
  run: { under: 'workflows', show: WorkflowView },
};

const projectName = 'holdfast-project';

export function App() {
  const place = usePlace();
  const [hello, setHello] = useState<Hello>();
  const [error, setError] = useState<ApiError>();
  const given = place.query.get('project');
  if (given !== null) sessionStorage.setItem(projectName, given);
  const project = given ?? sessionStorage.getItem(projectName) ?? undefined;
  useEffect(() => {
    read<Hello>('/page/hello').then(setHello, (why) => setError(asError(why)));
  }, []);
  useEffect(() => {
    if (hello !== undefined) follow(project);
  }, [hello, project]);
  const one = single[place.view];
  const under = one?.under ?? place.view;
  const found = one ?? views.find(({ view }) => view === place.view) ?? views[0]!;
  const Show = found.show;
  const title = views.find(({ view }) => view === under)?.title ?? 'Sessions';
  useEffect(() => {
    document.title = `${title} – Holdfast`;
  }, [title]);
  return (
    <>
      <button type="button" class="skip" onClick={skip}>
        Skip to the content
      </button>
      <header class="top">
        <a class="brand" href={link('sessions')}>
          Holdfast
        </a>
        <nav aria-label="Views">
          {views.map(({ view, title: name }) => (
            <a key={view} href={link(view)} aria-current={view === under ? 'page' : undefined}>
              {name}
            </a>
          ))}
        </nav>
      </header>
      <main id="main" tabIndex={-1}>
        {error && (
          <>
            <h1>This page is closed</h1>
            <Problem error={error} />
          </>
        )}
        {!error && hello === undefined && <Waiting what="the page" />}
        {!error && hello && (
          <Show key={`${place.view}/${place.id}`} place={place} hello={hello} project={project} />
        )}
      </main>
    </>
  );
}

/** The part behind the number sign names a view, so the jump is made here. */
function skip(): void {
  document.getElementById('main')?.focus();
}
