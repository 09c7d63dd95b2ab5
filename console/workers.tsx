import { useState } from 'preact/hooks';
import { bareTime } from '../src/core/time-text.ts';
import { change, hasKey, read } from './api.ts';
import type { ViewProps } from './app.tsx';
import { FleetPart } from './fleet.tsx';
import { link } from './route.ts';
import type { TicketRow } from './tickets.tsx';
import { Dialog } from './tickets.tsx';
import {
  Act,
  counted,
  Empty,
  Problem,
  Select,
  Since,
  State,
  TextField,
  thousands,
  useData,
  Waiting,
} from './ui.tsx';
import { useWorkers, type WorkerRow } from './worker-rows.tsx';

const running = ['running', 'restarting', 'queued', 'stopping'];

/** Those that ask stand first, then those that run. */
function inOrder(workers: readonly WorkerRow[]): WorkerRow[] {
  const rank = ({ requests, status }: WorkerRow): number =>
    requests.length > 0 ? 0 : running.includes(status) ? 1 : 2;
  return [...workers].sort((a, b) => rank(a) - rank(b) || b.launched.localeCompare(a.launched));
}

export function Workers({ hello, project }: ViewProps) {
  const { data, error, again } = useWorkers();
  const [starting, setStarting] = useState(false);
  return (
    <>
      <h1>Workers</h1>
      <div class="filters">
        <button type="button" class="main" onClick={() => setStarting(true)} disabled={!hasKey()}>
          Start a worker
        </button>
      </div>
      {starting && (
        <StartWorker
          project={project}
          onEnd={() => {
            setStarting(false);
            again();
          }}
        />
      )}
      <Problem error={error} />
      {data === undefined && !error && <Waiting what="the workers" />}
      {data?.length === 0 && (
        <Empty>
          No worker was started yet. A worker does a ticket by itself: choose "Start a worker".
        </Empty>
      )}
      {inOrder(data ?? []).map((worker) => (
        <section key={worker.worker} class="card" aria-label={`Worker ${worker.worker}`}>
          <h2 class="inline">
            <a href={link('worker', worker.worker)}>{worker.worker}</a>{' '}
            <State state={worker.requests.length > 0 ? 'asking' : worker.status} />
          </h2>
          <p class="soft">
            {hello.clients[worker.host] ?? worker.host}, ticket{' '}
            <a href={link('ticket', worker.ticket)}>{worker.ticket}</a>, started{' '}
            <Since ms={Date.parse(worker.launched)} />
          </p>
          <p class="said">
            {worker.status === 'running'
              ? (worker.activities.at(-1)?.text ?? worker.reason)
              : worker.reason}
          </p>
          <Requests worker={worker} person={hello.person} again={again} />
        </section>
      ))}
      <FleetPart project={project} />
    </>
  );
}

function Requests(props: { worker: WorkerRow; person: boolean; again(): void }) {
  const { worker, person, again } = props;
  const may = person && hasKey();
  return (
    <>
      {worker.requests.map(({ id, tool, about, why }) => (
        <div key={id} class="request">
          <p>
            <strong>
              Asks for {tool}: <code>{about}</code>
            </strong>
          </p>
          <p class="soft">since {why}</p>
          {may ? (
            <div class="acts">
              {[true, false].map((allow) => (
                <Act
                  key={String(allow)}
                  kind={allow ? 'main' : 'danger'}
                  label={`${allow ? 'Allow' : 'Deny'} ${tool} for ${worker.worker}`}
                  run={async () => {
                    await change(`/page/requests/${encodeURIComponent(id)}`, { allow });
                    again();
                  }}
                >
                  {allow ? 'Allow' : 'Deny'}
                </Act>
              ))}
            </div>
          ) : (
            <p class="soft">
              Only you may answer. Do it in a terminal of your own:{' '}
              <code>holdfast workers --allow {id}</code>
            </p>
          )}
        </div>
      ))}
    </>
  );
}

function StartWorker({ project, onEnd }: { project: string | undefined; onEnd(): void }) {
  const { data, error } = useData(
    (signal) => read<TicketRow[]>('/api/v1/tickets', { project }, signal),
    project ?? '',
  );
  const clients = useData(
    (signal) =>
      read<{ hosts: { id: string; title: string; found?: string }[] }>('/page/clients', {}, signal),
    'clients',
  );
  const [ticket, setTicket] = useState('');
  const [host, setHost] = useState('');
  const [model, setModel] = useState('');
  const [permission, setPermission] = useState('ask');
  const [place, setPlace] = useState('');
  const open = (data ?? []).filter(({ status }) => status === 'queued' || status === 'blocked');
  return (
    <Dialog title="Start a worker" onEnd={onEnd}>
      <Problem error={error ?? clients.error} />
      <Select
        label="Ticket"
        value={ticket}
        choices={[
          { value: '', title: open.length === 0 ? 'no open ticket in this project' : 'choose one' },
          ...open.map(({ id, title }) => ({ value: id, title: `${id}: ${title}` })),
        ]}
        onChange={setTicket}
      />
      <Select
        label="Client"
        value={host}
        choices={[
          { value: '', title: 'what the ticket says' },
          ...(clients.data?.hosts ?? []).map(({ id, title, found }) => ({
            value: id,
            title: found === undefined ? `${title} (not found here)` : title,
          })),
        ]}
        onChange={setHost}
      />
      <TextField label="Model (empty: the client’s own)" value={model} onInput={setModel} />
      <Select
        label="What it may do without asking"
        value={permission}
        choices={[
          { value: 'ask', title: 'read; it asks for the rest' },
          { value: 'edit', title: 'read and edit in the project' },
        ]}
        onChange={setPermission}
      />
      <Select
        label="Where"
        value={place}
        choices={[
          { value: '', title: 'in the project' },
          { value: 'worktree', title: 'in a git work tree of its own' },
        ]}
        onChange={setPlace}
      />
      <div class="acts">
        <Act
          kind="main"
          disabled={ticket === ''}
          run={async () => {
            await change(
              '/api/v1/workers',
              {
                ticket,
                permission,
                ...(host !== '' && { host }),
                ...(model !== '' && { model }),
                ...(place !== '' && { worktree: true }),
              },
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

export function WorkerView({ place, hello }: ViewProps) {
  const { data, error, again } = useWorkers();
  const worker = data?.find((one) => one.worker === place.id);
  return (
    <>
      <p class="crumb">
        <a href={link('workers')}>Workers</a>
      </p>
      <h1 class="title">{place.id}</h1>
      <Problem error={error} />
      {data === undefined && !error && <Waiting what="the worker" />}
      {data !== undefined && worker === undefined && (
        <Empty>There is no worker of that name. The list of workers has all that there are.</Empty>
      )}
      {worker && (
        <Shown
          worker={worker}
          client={hello.clients[worker.host] ?? worker.host}
          person={hello.person}
          again={again}
        />
      )}
    </>
  );
}

function Shown(props: { worker: WorkerRow; client: string; person: boolean; again(): void }) {
  const { worker, client, person, again } = props;
  const [text, setText] = useState('');
  const [sent, setSent] = useState('');
  const path = `/api/v1/workers/${encodeURIComponent(worker.worker)}`;
  const { inputTokens, outputTokens, contextTokens, costUsd, toolUses } = worker.spent;
  const isRunning = worker.alive;
  return (
    <>
      <p>
        <State state={worker.requests.length > 0 ? 'asking' : worker.status} /> {worker.reason}
      </p>
      <dl class="facts">
        {Object.entries({
          Ticket: worker.ticket,
          Client: client,
          Model: worker.model ?? 'the client’s own',
          Folder: worker.folder,
          Branch: worker.branch ?? '–',
          Context: thousands(contextTokens),
          Tokens: thousands(inputTokens + outputTokens),
          Cost: costUsd === undefined ? 'not told' : `${costUsd.toFixed(2)} US dollars`,
          'Tool calls': String(toolUses),
          Compactions: String(worker.compactions),
          Runs: counted(worker.runs, 'run'),
        }).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Requests worker={worker} person={person} again={again} />
      <div class="filters">
        <TextField label="Message" value={text} onInput={setText} />
        <Act
          disabled={text.trim() === '' || !hasKey()}
          run={async () => {
            await change(`${path}/messages`, { text });
            setText('');
            setSent('The message is sent. The worker gets it at its next safe point.');
          }}
        >
          Send
        </Act>
        {isRunning ? (
          <Act
            kind="danger"
            disabled={!hasKey()}
            run={async () => {
              await change(`${path}/stop`);
              again();
            }}
          >
            Stop
          </Act>
        ) : (
          <Act
            disabled={!hasKey()}
            run={async () => {
              await change(`${path}/resume`);
              again();
            }}
          >
            Resume
          </Act>
        )}
      </div>
      <p class="soft" role="status">
        {sent}
      </p>
      <p>
        {worker.sessions.map((key) => (
          <a key={key} href={link('session', key)}>
            Open its session
          </a>
        ))}
      </p>
      <h2>Log</h2>
      {worker.activities.length === 0 && <p class="soft">It did nothing yet.</p>}
      <ol class="plain log" aria-live="polite" aria-label="Log">
        {[...worker.activities].reverse().map(({ time, kind, text: what }) => (
          <li key={`${time} ${what}`}>
            <span class="soft">{bareTime(time, 'second').slice(11)} UTC</span>{' '}
            <span class="tag">{kind}</span> {what}
          </li>
        ))}
      </ol>
      <p class="soft">
        The whole log: <code>holdfast logs {worker.worker}</code>
      </p>
    </>
  );
}
