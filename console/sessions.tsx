import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { SessionList, SessionRow } from '../src/core/page/model.ts';
import { type ApiError, read } from './api.ts';
import type { ViewProps } from './app.tsx';
import { paced, useLive } from './live.ts';
import { choose, link } from './route.ts';
import {
  Age,
  asError,
  Curve,
  counted,
  Empty,
  LongList,
  Problem,
  Select,
  State,
  TextField,
  useNarrow,
  Waiting,
} from './ui.tsx';

/** A session that changed so lately counts as working. */
const workingMs = 120_000;
/** Sessions that no hook tells of are looked for so often. */
const everyMs = 5_000;

/** What is known of the list; kept while another view is shown. */
const known = { rows: new Map<string, SessionRow>(), epoch: '', seq: 0, pending: -1 };

function take({ epoch, seq, rows, gone, pending }: SessionList): void {
  if (epoch !== known.epoch) known.rows.clear();
  known.epoch = epoch;
  known.seq = seq;
  known.pending = pending;
  for (const row of rows) known.rows.set(row.key, row);
  for (const key of gone) known.rows.delete(key);
}

/** The state of a session in a word. */
export function stateOf({ ended, recovery, detail, changedMs }: SessionRow): string {
  if (recovery && !ended) return 'in recovery';
  if (ended) return 'ended';
  if (Date.now() - changedMs < workingMs) return detail?.asks ? 'asking' : 'working';
  return detail?.asks ? 'asking' : 'idle';
}

const orders = [
  { value: 'changed', title: 'Newest first' },
  { value: 'title', title: 'Title' },
  { value: 'project', title: 'Project' },
  { value: 'client', title: 'Client' },
  { value: 'compactions', title: 'Most compactions' },
];

export function Sessions({ place }: ViewProps) {
  const [version, setVersion] = useState(0);
  const [error, setError] = useState<ApiError>();
  const narrow = useNarrow(760);
  const find = place.query.get('find') ?? '';
  const client = place.query.get('client') ?? '';
  const state = place.query.get('state') ?? '';
  const order = place.query.get('order') ?? 'changed';

  const asking = useRef(false);
  /** True where an event told of a change; else all folders are looked through. */
  const isTold = useRef(false);
  const refresh = useCallback(async () => {
    if (asking.current) return;
    asking.current = true;
    try {
      do {
        const { epoch, seq: after } = known;
        const told = isTold.current;
        isTold.current = false;
        take(await read<SessionList>('/page/sessions', { epoch, after, told }));
        setError(undefined);
        setVersion((before) => before + 1);
      } while (known.pending > 0);
    } catch (why) {
      setError(asError(why));
    }
    asking.current = false;
  }, []);
  const again = useMemo(() => paced(refresh), [refresh]);
  useEffect(() => {
    again();
    const timer = setInterval(again, everyMs);
    return () => clearInterval(timer);
  }, [again]);
  useLive(({ kind }) => {
    if (kind !== 'session' && kind !== 'gap') return;
    isTold.current = kind === 'session';
    again();
  });

  const wanted = useRef<readonly SessionRow[]>([]);
  const reading = useRef(false);
  const readDetails = useCallback(async () => {
    if (reading.current) return;
    reading.current = true;
    const tried = new Map<string, number>();
    for (;;) {
      const keys = wanted.current
        .filter(({ key, changedMs }) => {
          const row = known.rows.get(key);
          const isWanted = row?.detail === undefined || row.isStale === true;
          return isWanted && tried.get(key) !== changedMs;
        })
        .slice(0, 8)
        .map(({ key, changedMs }) => {
          tried.set(key, changedMs);
          return key;
        });
      if (keys.length === 0) break;
      const { epoch, seq: after } = known;
      try {
        const came = await read<SessionList & { left: string[] }>('/page/sessions', {
          epoch,
          after,
          key: keys,
        });
        take(came);
        for (const key of came.left) tried.delete(key);
      } catch {
        break;
      }
      setVersion((before) => before + 1);
    }
    reading.current = false;
  }, []);
  const onShown = useCallback(
    (rows: readonly SessionRow[]) => {
      wanted.current = rows;
      void readDetails();
    },
    [readDetails],
  );

  const rows = useMemo(() => {
    const words = find.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (row: SessionRow): boolean => {
      if (client !== '' && row.host !== client) return false;
      if (state !== '' && stateOf(row) !== state) return false;
      if (words.length === 0) return true;
      const text =
        `${row.title ?? ''} ${row.project ?? ''} ${row.session ?? ''} ${row.branch ?? ''} ${row.ticket ?? row.plan ?? ''}`.toLowerCase();
      return words.every((word) => text.includes(word));
    };
    return [...known.rows.values()].filter(fits).sort(by(order));
  }, [version, find, client, state, order]);
  const clients = useMemo(() => {
    const titles = new Map([...known.rows.values()].map((row) => [row.host, row.client]));
    return [...titles].map(([value, title]) => ({ value, title }));
  }, [version]);
  const set = (choices: Record<string, string>): void => choose(place, choices);
  return (
    <>
      <h1>Sessions</h1>
      <search class="filters">
        <TextField
          label="Find"
          type="search"
          value={find}
          placeholder="title, project, branch, id"
          onInput={(value) => set({ find: value })}
        />
        <Select
          label="Client"
          value={client}
          choices={[{ value: '', title: 'All clients' }, ...clients]}
          onChange={(value) => set({ client: value })}
        />
        <Select
          label="State"
          value={state}
          choices={[
            { value: '', title: 'Any state' },
            ...['working', 'asking', 'in recovery', 'idle', 'ended'].map((value) => ({
              value,
              title: value,
            })),
          ]}
          onChange={(value) => set({ state: value })}
        />
        <Select
          label="Order"
          value={order}
          choices={orders}
          onChange={(value) => set({ order: value })}
        />
      </search>
      <Problem error={error} />
      <p class="soft" role="status">
        {known.pending < 0
          ? 'Looking for transcripts…'
          : `${counted(rows.length, 'session')}${rows.length === known.rows.size ? '' : ` of ${known.rows.size}`}${known.pending > 0 ? `, ${known.pending} transcripts to look into` : ''}`}
      </p>
      {known.pending < 0 && !error && <Waiting what="the sessions" />}
      {known.pending >= 0 && known.rows.size === 0 && (
        <Empty>
          No sessions yet. Start one of your clients, and it appears here. "holdfast init" lets it
          keep its work through compactions.
        </Empty>
      )}
      {known.rows.size > 0 && rows.length === 0 && <Empty>No session fits these filters.</Empty>}
      {rows.length > 0 && (
        <>
          {!narrow && (
            <div class="sessionrow heads" aria-hidden="true">
              <span>Title and project</span>
              <span>Client, branch</span>
              <span>State</span>
              <span>Fullness</span>
              <span>Rules</span>
              <span>Ticket, plan</span>
              <span>Changed</span>
            </div>
          )}
          <LongList
            label="Sessions"
            items={rows}
            height={narrow ? 128 : 60}
            keyOf={({ key }) => key}
            onShown={onShown}
            row={(row) => <Row row={row} />}
          />
        </>
      )}
    </>
  );
}

function Row({ row }: { row: SessionRow }) {
  const { title, project, client, branch, detail, ticket, plan } = row;
  return (
    <a class="sessionrow" href={link('session', row.key)}>
      <span class="two">
        <b class="cut">{title ?? 'No message yet'}</b>
        <span class="cut soft">{project ?? 'project not told'}</span>
      </span>
      <span class="two">
        <span class="cut">{client}</span>
        <span class="cut soft">{branch ?? ''}</span>
      </span>
      <span>
        <State state={stateOf(row)} />
      </span>
      <span>{detail === undefined ? <span class="soft">…</span> : <Curve {...detail} />}</span>
      <span>
        <span class="only-narrow">Rules: </span>
        {detail?.rules ?? '–'}
      </span>
      <span class="cut">
        {ticket !== undefined && <span class="only-narrow">Ticket: </span>}
        {plan !== undefined && <span class="soft">Plan: </span>}
        {ticket ?? plan ?? ''}
      </span>
      <span>
        <Age ms={row.changedMs} />
      </span>
    </a>
  );
}

function by(order: string): (a: SessionRow, b: SessionRow) => number {
  const newest = (a: SessionRow, b: SessionRow): number => b.changedMs - a.changedMs;
  const text =
    (of: (row: SessionRow) => string | undefined) =>
    (a: SessionRow, b: SessionRow): number =>
      (of(a) ?? '\uffff').localeCompare(of(b) ?? '\uffff') || newest(a, b);
  if (order === 'title') return text(({ title }) => title);
  if (order === 'project') return text(({ project }) => project);
  if (order === 'client') return text(({ client }) => client);
  if (order === 'compactions') {
    const count = (row: SessionRow): number => row.detail?.compactions.length ?? -1;
    return (a, b) => count(b) - count(a) || newest(a, b);
  }
  return newest;
}
