import { useState } from 'preact/hooks';
import { change, hasKey, read } from './api.ts';
import type { ViewProps } from './app.tsx';
import { Graph } from './graph.tsx';
import { useLive } from './live.ts';
import { ProjectChoice, useProjects } from './project.tsx';
import { link } from './route.ts';
import { Dialog } from './tickets.tsx';
import { Act, Empty, Problem, Since, State, TextField, useData, Waiting } from './ui.tsx';

interface Definition {
  id: string;
  title: string;
  source: string;
  parameters: { name: string; description?: string; required?: boolean; default?: unknown }[];
  state: string;
}

interface Run {
  run: string;
  workflow: string;
  title: string;
  status: string;
  project: string;
  started: string;
  step?: string;
  stepTitle?: string;
}

export function Workflows({ place, project }: ViewProps) {
  const query = { project };
  const { data, error } = useData(
    (signal) => read<Definition[]>('/api/v1/workflows', query, signal),
    project ?? '',
  );
  const runs = useData((signal) => read<Run[]>('/api/v1/runs', query, signal), project ?? '');
  const projects = useProjects();
  const [starting, setStarting] = useState<Definition>();
  return (
    <>
      <h1>Workflows</h1>
      <div class="filters">
        <ProjectChoice place={place} project={project} projects={projects} />
      </div>
      <Problem error={error ?? runs.error} />
      {starting && (
        <StartRun
          definition={starting}
          project={project}
          onEnd={() => {
            setStarting(undefined);
            runs.again();
          }}
        />
      )}
      <h2>Runs</h2>
      {runs.data === undefined && !runs.error && <Waiting what="the runs" />}
      {runs.data?.length === 0 && <Empty>No workflow was started yet. Choose one below.</Empty>}
      <ul class="plain">
        {runs.data?.map((run) => (
          <li key={run.run} class="card">
            <a href={link('run', run.run)}>{run.title}</a> <State state={run.status} />{' '}
            <span class="tag">{run.run}</span> {run.stepTitle && <span>at “{run.stepTitle}”</span>}{' '}
            <span class="soft">
              <code>{run.project}</code>, started <Since ms={Date.parse(run.started)} />
            </span>
          </li>
        ))}
      </ul>
      <h2>To start</h2>
      {data === undefined && !error && <Waiting what="the workflows" />}
      <ul class="plain">
        {data?.map((one) => (
          <li key={`${one.source} ${one.id}`} class="card">
            <p>
              <b>{one.title || one.id}</b> <span class="tag">{one.id}</span>{' '}
              <span class="soft">
                from {one.source === 'shipped' ? 'Holdfast' : one.source}, {one.state}
              </span>
            </p>
            <div class="acts">
              <a href={link('workflow', one.id)}>Show its steps</a>
              <button
                type="button"
                class="small"
                disabled={one.state !== 'ready' || !hasKey()}
                onClick={() => setStarting(one)}
                aria-label={`Start ${one.title || one.id}`}
              >
                Start
              </button>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

function StartRun(props: { definition: Definition; project: string | undefined; onEnd(): void }) {
  const { definition, project, onEnd } = props;
  const [set, setSet] = useState<Record<string, string>>({});
  return (
    <Dialog title={`Start ${definition.title || definition.id}`} onEnd={onEnd}>
      {definition.parameters.map(({ name, description }) => (
        <TextField
          key={name}
          label={description === undefined ? name : `${name}: ${description}`}
          value={set[name] ?? ''}
          onInput={(value) => setSet({ ...set, [name]: value })}
        />
      ))}
      <div class="acts">
        <Act
          kind="main"
          run={async () => {
            const given = Object.entries(set).filter(([, value]) => value !== '');
            await change(
              '/api/v1/runs',
              { workflow: definition.id, set: Object.fromEntries(given) },
              { project },
            );
            onEnd();
          }}
        >
          Start
        </Act>
        <button type="button" onClick={onEnd}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}

interface Step {
  step: string;
  title: string;
  state: 'done' | 'pending' | 'later' | 'step';
  marks: string[];
  condition?: string;
}

interface Steps {
  title: string;
  steps: Step[];
  arrows: { from: number; to: number; kind: 'next' | 'maybe' | 'again' }[];
}

/** The states of steps as they are called here. */
const stateWords = { done: 'done', pending: 'now', later: 'later', step: '' };

interface Answer {
  outcome: string;
  said: string;
  view?: {
    step: string;
    stepTitle: string;
    prompt: string;
    missing: { what: string; next: string }[];
    notes?: string[];
  };
}

export function WorkflowView({ place, hello, project }: ViewProps) {
  const isRun = place.view === 'run';
  // What comes later is for the user alone: an agent is told a step at a time.
  const isWhole = isRun && hello.person && hasKey();
  const of = `${place.view} ${place.id} ${project}`;
  const graph = useData(
    (signal) =>
      read<Steps>(
        `/page/graph/${encodeURIComponent(place.id)}${isWhole ? '/whole' : ''}`,
        { project },
        signal,
      ),
    of,
  );
  const run = useData<Answer | null>(
    (signal) =>
      isRun
        ? read(`/api/v1/runs/${encodeURIComponent(place.id)}`, { project }, signal)
        : Promise.resolve(null),
    of,
  );
  useLive((event) => {
    if (!isRun || event.kind !== 'session') return;
    graph.again();
    run.again();
  });
  const view = run.data?.view;
  return (
    <>
      <p class="crumb">
        <a href={link('workflows')}>Workflows</a>
      </p>
      <h1 class="title">{graph.data?.title ?? place.id}</h1>
      <Problem error={graph.error ?? run.error} />
      {graph.data === undefined && !graph.error && <Waiting what="the steps" />}
      {run.data && view === undefined && <p>{run.data.said}</p>}
      {view && (
        <section class="card">
          <h2 class="inline">Now: {view.stepTitle}</h2>
          <p>
            {view.missing.length === 0
              ? 'No evidence is missing.'
              : `Evidence is missing: ${view.missing.length}. The graph says which.`}
          </p>
          <details>
            <summary>What the agent was told</summary>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard. */}
            <pre class="text" tabIndex={0}>
              {view.prompt}
            </pre>
          </details>
        </section>
      )}
      {graph.data && (
        <>
          <h2>Steps</h2>
          {isRun && !isWhole && (
            <p class="soft">
              Steps that were not reached are not shown: this page was not opened at a terminal of
              your own. There you see them by <code>holdfast workflow show --all {place.id}</code>
            </p>
          )}
          <StepGraph steps={graph.data} missing={view?.missing ?? []} />
        </>
      )}
    </>
  );
}

/** The steps as boxes, each a button that tells more of it. */
function StepGraph(props: { steps: Steps; missing: { what: string; next: string }[] }) {
  const { steps, arrows } = props.steps;
  const now = steps.findIndex(({ state }) => state === 'pending');
  const [chosen, setChosen] = useState<number>();
  const at = chosen ?? (now < 0 ? undefined : now);
  const named = (index: number): string => String(index);
  const missingOf = (index: number) => (index === now ? props.missing : []);
  const shown = at === undefined ? undefined : steps[at];
  return (
    <>
      <Graph
        label="Graph of the steps"
        down
        high={66}
        nodes={steps.map(({ title, state }, index) => ({
          id: named(index),
          title,
          state: state === 'pending' ? 'now' : state,
          after: arrows
            .filter(({ to, kind }) => to === index && kind === 'next')
            .map(({ from }) => named(from)),
        }))}
        arrows={arrows.flatMap(({ from, to, kind }) =>
          kind === 'next' ? [] : [{ from: named(from), to: named(to), kind }],
        )}
        inner={({ id, title }) => {
          const index = Number(id);
          const { state, marks } = steps[index]!;
          const count = missingOf(index).length;
          const before = arrows.filter(({ to, kind }) => to === index && kind !== 'again');
          return (
            <button
              type="button"
              aria-pressed={index === at}
              aria-current={state === 'pending' ? 'step' : undefined}
              onClick={() => setChosen(index)}
            >
              <b class="cut">{title}</b>
              <span class="cut">
                {state !== 'step' && <State state={stateWords[state]} />}{' '}
                {count > 0 && `${count} missing`}
              </span>
              <span class="cut soft">{marks.join(', ')}</span>
              {before.length > 0 && (
                <span class="unseen">
                  after {before.map(({ from }) => steps[from]!.title).join(', ')}
                </span>
              )}
            </button>
          );
        }}
      />
      {shown && at !== undefined && (
        <section class="card" aria-label={`Step ${shown.title}`}>
          <h3>{shown.title}</h3>
          <p>
            {shown.state !== 'step' && <State state={stateWords[shown.state]} />}{' '}
            <code>{shown.step}</code>{' '}
            {shown.marks.map((mark) => (
              <span key={mark} class="tag">
                {mark}
              </span>
            ))}
          </p>
          {shown.condition && (
            <p class="soft">
              Only if <code>{shown.condition}</code>
            </p>
          )}
          {missingOf(at).length > 0 && (
            <>
              <h4>Missing evidence</h4>
              <ul>
                {missingOf(at).map(({ what, next }) => (
                  <li key={what}>
                    <span aria-hidden="true">✗</span> {what} <span class="soft">{next}</span>
                  </li>
                ))}
              </ul>
            </>
          )}
        </section>
      )}
    </>
  );
}
