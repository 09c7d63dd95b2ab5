import type { TargetedDragEvent, TargetedKeyboardEvent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { withUserTime } from '../src/core/time-text.ts';
import { type ApiError, change, hasKey, read } from './api.ts';
import type { ViewProps } from './app.tsx';
import { Graph } from './graph.tsx';
import { useLive } from './live.ts';
import { ProjectChoice, useProjects } from './project.tsx';
import { choose, link } from './route.ts';
import {
  Act,
  asError,
  counted,
  Empty,
  Problem,
  Select,
  State,
  Tabs,
  TextField,
  useData,
  Waiting,
} from './ui.tsx';

export interface TicketRow {
  id: string;
  title: string;
  status: string | null;
  owner: string | null;
  path: string;
  dependsOn: string[];
  host?: string;
  problem?: string;
}

const columns = [
  'queued',
  'claimed',
  'in-progress',
  'blocked',
  'review',
  'done',
  'failed',
  'abandoned',
];
/** Columns that are shown though no ticket is in them. */
const alwaysShown = columns.filter((status) => status !== 'abandoned');

/** Moves that need a word of why, and how it is asked for. */
const asked: Record<string, { key: string; label: string; word: string }> = {
  blocked: { key: 'reason', label: 'Why is it blocked?', word: 'block' },
  failed: { key: 'reason', label: 'Why did it fail?', word: 'fail' },
  done: { key: 'result', label: 'What is the result?', word: 'done' },
  'in-progress': { key: 'text', label: 'What is begun?', word: 'progress' },
  claimed: { key: 'owner', label: 'Who takes it?', word: 'claim' },
};

/** Sends a move; `words`: what it needs besides. */
async function moveTicket(
  ticket: TicketRow,
  status: string,
  words: string,
  project: string | undefined,
): Promise<void> {
  const path = `/api/v1/tickets/${encodeURIComponent(ticket.id)}`;
  const owner = ticket.owner === null ? {} : { owner: ticket.owner };
  const query = { project };
  if (status === 'queued') await change(`${path}/reopen`, {}, query);
  else if (status === 'review') await change(`${path}/review`, owner, query);
  else if (status === 'abandoned') {
    await change(
      `/page/tickets/${encodeURIComponent(ticket.id)}/edit`,
      { set: { status: 'abandoned' } },
      query,
    );
  } else {
    const { key, word } = asked[status]!;
    const body = word === 'claim' ? { owner: words } : { ...owner, [key]: words };
    await change(`${path}/${word}`, body, query);
  }
}

export function Tickets({ place, project }: ViewProps) {
  const { data, error, again } = useData(
    (signal) => read<TicketRow[]>('/api/v1/tickets', { project }, signal),
    project ?? '',
  );
  useLive(({ kind }) => {
    if (kind === 'ticket' || kind === 'gap') again();
  });
  const projects = useProjects();
  const [moving, setMoving] = useState<{ ticket: TicketRow; status: string }>();
  const [making, setMaking] = useState(false);
  const [failed, setFailed] = useState<ApiError>();
  const [told, setTold] = useState('');
  const tab = place.query.get('tab') ?? 'board';
  const find = (place.query.get('find') ?? '').toLowerCase();
  const tickets = (data ?? []).filter(
    ({ id, title, problem }) =>
      problem === undefined && `${id} ${title}`.toLowerCase().includes(find),
  );
  const broken = (data ?? []).filter(({ problem }) => problem !== undefined);
  const move = (ticket: TicketRow, status: string): void => {
    setFailed(undefined);
    if (status === ticket.status) return;
    if (asked[status] !== undefined) {
      setMoving({ ticket, status });
      return;
    }
    moveTicket(ticket, status, '', project).then(
      () => {
        setTold(`${ticket.id} is ${status}.`);
        again();
      },
      (why) => setFailed(asError(why)),
    );
  };
  return (
    <>
      <h1>Tickets</h1>
      <div class="filters">
        <ProjectChoice place={place} project={project} projects={projects} />
        <TextField
          label="Find"
          type="search"
          value={place.query.get('find') ?? ''}
          onInput={(value) => choose(place, { find: value })}
        />
        <button type="button" class="main" onClick={() => setMaking(true)} disabled={!hasKey()}>
          New ticket
        </button>
      </div>
      <Problem error={error} />
      <Problem error={failed} />
      <p class="soft" role="status">
        {told}
      </p>
      {making && (
        <NewTicket
          project={project}
          tickets={tickets}
          onEnd={() => {
            setMaking(false);
            again();
          }}
        />
      )}
      {moving && (
        <MoveWords
          {...moving}
          project={project}
          onEnd={(done) => {
            if (done) setTold(`${moving.ticket.id} is ${moving.status}.`);
            setMoving(undefined);
            again();
          }}
        />
      )}
      {broken.map(({ path, problem }) => (
        <p key={path} class="problem">
          {path} is no ticket: {problem}
        </p>
      ))}
      {data === undefined && !error && <Waiting what="the tickets" />}
      {data !== undefined && (
        <Tabs
          label="Ways to see the tickets"
          tabs={[
            { value: 'board', title: 'Board' },
            { value: 'graph', title: 'Dependencies' },
          ]}
          chosen={tab === 'graph' ? 'graph' : 'board'}
          onChoose={(value) => choose(place, { tab: value })}
        >
          {tickets.length === 0 ? (
            <Empty>
              {find === ''
                ? 'There is no ticket in this project. Choose another project, or make one with "New ticket".'
                : 'No ticket fits.'}
            </Empty>
          ) : tab === 'graph' ? (
            <Graph
              label="Dependencies of the tickets"
              nodes={tickets.map(({ id, title, status, dependsOn }) => ({
                id,
                title,
                state: status ?? 'no status',
                after: dependsOn,
                href: link('ticket', id),
              }))}
            />
          ) : (
            <>
              <Failed tickets={tickets} />
              <Board tickets={tickets} onMove={move} />
            </>
          )}
        </Tabs>
      )}
    </>
  );
}

/** The tickets that failed, before all others: somebody must decide what becomes of them. */
function Failed({ tickets }: { tickets: readonly TicketRow[] }) {
  const failed = tickets.filter(({ status }) => status === 'failed');
  if (failed.length === 0) return null;
  return (
    <section class="problem" aria-label="Failed tickets">
      <strong>
        <span aria-hidden="true">✗</span> {counted(failed.length, 'ticket')} failed:
      </strong>{' '}
      {failed.slice(0, 20).map(({ id, title }, at) => (
        <span key={id}>
          {at > 0 && ', '}
          <a href={link('ticket', id)}>{title}</a>
        </span>
      ))}
      {failed.length > 20 && ` and ${failed.length - 20} more`}. Open one to see why, and move it to
      “queued” to have it done again.
    </section>
  );
}

function Board(props: {
  tickets: readonly TicketRow[];
  onMove(ticket: TicketRow, status: string): void;
}) {
  const { tickets, onMove } = props;
  const board = useRef<HTMLDivElement>(null);
  const [over, setOver] = useState('');
  const groups = columns
    .map((status) => ({
      status,
      own: tickets.filter((one) => (one.status ?? 'queued') === status),
    }))
    .filter(({ status, own }) => own.length > 0 || alwaysShown.includes(status));
  const onKey = (event: TargetedKeyboardEvent<HTMLElement>, ticket: TicketRow): void => {
    const at = groups.findIndex(({ status }) => status === (ticket.status ?? 'queued'));
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key as 'ArrowRight'];
    const down = { ArrowDown: 1, ArrowUp: -1 }[event.key as 'ArrowDown'];
    if (step === undefined && down === undefined) return;
    event.preventDefault();
    if (step !== undefined && event.shiftKey) {
      const to = groups[at + step];
      if (to !== undefined) onMove(ticket, to.status);
      return;
    }
    const cards = (index: number): HTMLElement[] => [
      ...(board.current
        ?.querySelectorAll('.column')
        [index]?.querySelectorAll<HTMLElement>('.ticket > a') ?? []),
    ];
    const row = cards(at).indexOf(event.currentTarget);
    if (down !== undefined) {
      cards(at)[row + down]?.focus();
      return;
    }
    for (let next = at + step!; next >= 0 && next < groups.length; next += step!) {
      const found = cards(next);
      if (found.length === 0) continue;
      found[Math.min(row, found.length - 1)]?.focus();
      return;
    }
  };
  const onDrop = (event: TargetedDragEvent<HTMLElement>, status: string): void => {
    event.preventDefault();
    setOver('');
    const id = event.dataTransfer?.getData('text/plain');
    const ticket = tickets.find((one) => one.id === id);
    if (ticket !== undefined) onMove(ticket, status);
  };
  return (
    <>
      <p class="soft">
        Arrow keys go from ticket to ticket. Shift with the left or right arrow moves a ticket, as
        dragging does.
      </p>
      <div class="board" ref={board}>
        {groups.map(({ status, own }) => (
          <section
            key={status}
            class={status === over ? 'column over' : 'column'}
            aria-label={`${status}, ${own.length}`}
            onDragOver={(event) => {
              event.preventDefault();
              setOver(status);
            }}
            onDragLeave={() => setOver('')}
            onDrop={(event) => onDrop(event, status)}
          >
            <h2>
              {status === 'failed' && own.length > 0 ? <State state={status} /> : status}{' '}
              <span class="soft">{own.length}</span>
            </h2>
            <ul>
              {own.slice(0, 200).map((ticket) => (
                <li
                  key={ticket.id}
                  class="ticket"
                  draggable={hasKey()}
                  onDragStart={(event) => event.dataTransfer?.setData('text/plain', ticket.id)}
                >
                  <a
                    href={link('ticket', ticket.id)}
                    draggable={false}
                    onKeyDown={(event) => onKey(event, ticket)}
                  >
                    <b>{ticket.title}</b>
                    <span class="soft">{ticket.id}</span>
                  </a>
                  {ticket.owner && <span class="tag">{ticket.owner}</span>}{' '}
                  {waitsFor(ticket, tickets).map((id) => (
                    <span key={id} class="tag">
                      after {id}
                    </span>
                  ))}
                </li>
              ))}
            </ul>
            {own.length > 200 && <p class="soft">{own.length - 200} more: use "Find".</p>}
          </section>
        ))}
      </div>
    </>
  );
}

function waitsFor({ dependsOn, status }: TicketRow, all: readonly TicketRow[]): string[] {
  if (status !== 'queued') return [];
  return dependsOn.filter((id) => all.find((one) => one.id === id)?.status !== 'done');
}

/** Asks for what a move needs besides. */
function MoveWords(props: {
  ticket: TicketRow;
  status: string;
  project: string | undefined;
  onEnd(done: boolean): void;
}) {
  const { ticket, status, project, onEnd } = props;
  const [text, setText] = useState('');
  const { label } = asked[status]!;
  return (
    <Dialog title={`${ticket.id}: ${status}`} onEnd={() => onEnd(false)}>
      <TextField label={label} value={text} onInput={setText} required />
      <div class="acts">
        <Act
          kind="main"
          disabled={text.trim() === ''}
          run={async () => {
            await moveTicket(ticket, status, text, project);
            onEnd(true);
          }}
        >
          Move
        </Act>
        <button type="button" onClick={() => onEnd(false)}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}

function NewTicket(props: {
  project: string | undefined;
  tickets: readonly TicketRow[];
  onEnd(): void;
}) {
  const { project, tickets, onEnd } = props;
  const [title, setTitle] = useState('');
  const [objective, setObjective] = useState('');
  const [contract, setContract] = useState('');
  const [after, setAfter] = useState('');
  const make = async (): Promise<void> => {
    await change(
      '/api/v1/tickets',
      {
        title,
        ...(objective !== '' && { objective }),
        ...(contract !== '' && { contract }),
        ...(after !== '' && { dependsOn: [after] }),
      },
      { project },
    );
    onEnd();
  };
  return (
    <Dialog title="New ticket" onEnd={onEnd}>
      <TextField label="Title" value={title} onInput={setTitle} required />
      <TextField label="Objective, in one sentence" value={objective} onInput={setObjective} />
      <TextField label="What must be done" value={contract} onInput={setContract} rows={5} />
      <Select
        label="After"
        value={after}
        choices={[
          { value: '', title: 'no other ticket' },
          ...tickets.map(({ id, title: name }) => ({ value: id, title: `${id}: ${name}` })),
        ]}
        onChange={setAfter}
      />
      <div class="acts">
        <Act kind="main" disabled={title.trim() === ''} run={make}>
          Create
        </Act>
        <button type="button" onClick={onEnd}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}

export function Dialog(props: {
  title: string;
  onEnd(): void;
  children: preact.ComponentChildren;
}) {
  const { title, onEnd, children } = props;
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    element.current?.showModal();
  }, []);
  return (
    <dialog
      ref={element}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        onEnd();
      }}
    >
      <h2>{title}</h2>
      {children}
    </dialog>
  );
}

interface WholeTicket {
  id: string;
  title: string;
  path: string;
  status: string | null;
  scope: string[];
  success: string[];
  filesToLoad: string[];
  dependsOn: string[];
  progress: string[];
  lease: { owner: string; since: string } | null;
  faults: { line: number; what: string }[];
  contract?: string;
  objective?: string;
  result?: string;
  host?: string;
}

export function TicketView({ place, project }: ViewProps) {
  const id = place.id;
  const { data, error, again } = useData(
    (signal) => read<WholeTicket>(`/api/v1/tickets/${encodeURIComponent(id)}`, { project }, signal),
    `${project} ${id}`,
  );
  useLive((event) => {
    if (event.kind === 'ticket' && event.ticket === id) again();
  });
  const [moving, setMoving] = useState('');
  const [text, setText] = useState('');
  const [edit, setEdit] = useState(false);
  if (data === undefined) {
    return (
      <>
        <h1>Ticket</h1>
        <Problem error={error} />
        {!error && <Waiting what="the ticket" />}
      </>
    );
  }
  const row: TicketRow = {
    ...data,
    status: data.status,
    owner: data.lease?.owner ?? null,
  };
  return (
    <>
      <p class="crumb">
        <a href={link('tickets')}>Tickets</a>
      </p>
      <h1 class="title">{data.title}</h1>
      <p>
        <State state={data.status ?? 'no status'} /> <span class="tag">{data.id}</span>{' '}
        {data.lease && <span class="tag">{data.lease.owner}</span>} <code>{data.path}</code>
      </p>
      {data.faults.map(({ line, what }) => (
        <p key={line} class="problem">
          Line {line}: {what}
        </p>
      ))}
      <div class="filters">
        <Select
          label="Move to"
          value={moving}
          choices={[
            { value: '', title: 'choose a status' },
            ...columns
              .filter((one) => one !== data.status)
              .map((one) => ({ value: one, title: one })),
          ]}
          onChange={setMoving}
        />
        {asked[moving] && (
          <TextField label={asked[moving]!.label} value={text} onInput={setText} required />
        )}
        <Act
          kind="main"
          disabled={
            moving === '' || !hasKey() || (asked[moving] !== undefined && text.trim() === '')
          }
          run={async () => {
            await moveTicket(row, moving, text, project);
            setMoving('');
            setText('');
            again();
          }}
        >
          Move
        </Act>
        <button type="button" onClick={() => setEdit(true)} disabled={!hasKey()}>
          Edit
        </button>
      </div>
      {edit && (
        <EditTicket
          ticket={data}
          project={project}
          onEnd={() => {
            setEdit(false);
            again();
          }}
        />
      )}
      {data.objective && <Part title="Objective">{data.objective}</Part>}
      {data.contract && <Part title="What must be done">{data.contract}</Part>}
      <List title="Success" items={data.success} />
      <List title="Scope" items={data.scope} />
      <List title="Files to read" items={data.filesToLoad} />
      <List title="After" items={data.dependsOn} />
      <Progress ticket={data} owner={row.owner} project={project} again={again} />
      {data.result && <Part title="Result">{data.result}</Part>}
    </>
  );
}

function Part({ title, children }: { title: string; children: string }) {
  return (
    <>
      <h2>{title}</h2>
      <p class="said">{children}</p>
    </>
  );
}

function List({ title, items }: { title: string; items: readonly string[] }) {
  if (items.length === 0) return null;
  return (
    <>
      <h2>{title}</h2>
      <ul>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </>
  );
}

function Progress(props: {
  ticket: WholeTicket;
  owner: string | null;
  project: string | undefined;
  again(): void;
}) {
  const { ticket, owner, project, again } = props;
  const [text, setText] = useState('');
  return (
    <>
      <h2>Progress</h2>
      {ticket.progress.length === 0 && <p class="soft">Nothing was written down yet.</p>}
      <ul>
        {ticket.progress.map((line) => (
          <li key={line}>{withUserTime(line)}</li>
        ))}
      </ul>
      <div class="filters">
        <TextField label="Add a line" value={text} onInput={setText} />
        <Act
          disabled={text.trim() === '' || !hasKey()}
          run={async () => {
            const body = owner === null ? { text } : { text, owner };
            await change(`/api/v1/tickets/${encodeURIComponent(ticket.id)}/progress`, body, {
              project,
            });
            setText('');
            again();
          }}
        >
          Add
        </Act>
      </div>
    </>
  );
}

function EditTicket(props: { ticket: WholeTicket; project: string | undefined; onEnd(): void }) {
  const { ticket, project, onEnd } = props;
  const [title, setTitle] = useState(ticket.title);
  const [objective, setObjective] = useState(ticket.objective ?? '');
  return (
    <Dialog title={`Edit ${ticket.id}`} onEnd={onEnd}>
      <TextField label="Title" value={title} onInput={setTitle} required />
      <TextField label="Objective" value={objective} onInput={setObjective} />
      <p class="soft">
        The whole file is <code>{ticket.path}</code>.
      </p>
      <div class="acts">
        <Act
          kind="main"
          disabled={title.trim() === ''}
          run={async () => {
            const set = {
              title,
              ...(objective !== (ticket.objective ?? '') && { objective }),
            };
            await change(
              `/page/tickets/${encodeURIComponent(ticket.id)}/edit`,
              { set },
              { project },
            );
            onEnd();
          }}
        >
          Save
        </Act>
        <button type="button" onClick={onEnd}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}
