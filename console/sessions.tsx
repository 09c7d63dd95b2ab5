import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { SessionList, SessionRow } from '../src/core/page/model.ts';
import { type ApiError, read } from './api.ts';
import type { ViewProps } from './app.tsx';
import { paced, useLive } from './live.ts';
import { choose, link } from './route.ts';
import { SessionRows, stateOf } from './session-rows.ts';
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

/** Sessions that no hook tells of are looked for so often. */
const everyMs = 5_000;

/** How soon it is asked for what a look through all folders finds. */
const lookingMs = 250;

/** What is known of the list; kept while another view is shown. */
const known = new SessionRows();

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

  const wanted = useRef<readonly SessionRow[]>([]);
  const reading = useRef(false);
  const readDetails = useCallback(async () => {
    if (reading.current) return;
    reading.current = true;
    const tried = new Map<string, number>();
    for (;;) {
      const keys = wanted.current
        .filter(({ key, changedMs }) => {
          const row = known.get(key);
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
        known.take(came);
        for (const key of came.left) tried.delete(key);
      } catch {
        break;
      }
      setVersion((before) => before + 1);
    }
    reading.current = false;
  }, []);
  const asking = useRef(false);
  /** True where all folders are to be looked through; else an event told what changed. */
  const isLookDue = useRef(true);
  const isLooking = useRef(false);
  const refresh = useCallback(async () => {
    if (asking.current) return;
    asking.current = true;
    try {
      do {
        const { epoch, seq: after } = known;
        const told = !isLookDue.current;
        isLookDue.current = false;
        const came = await read<SessionList>('/page/sessions', { epoch, after, told });
        known.take(came);
        isLooking.current = came.isLooking === true;
        setError(undefined);
        setVersion((before) => before + 1);
      } while (known.pending > 0);
      // What rested at the last reading may be read now.
      void readDetails();
    } catch (why) {
      setError(asError(why));
    }
    asking.current = false;
  }, [readDetails]);
  const again = useMemo(() => paced(refresh), [refresh]);
  useEffect(() => {
    again();
    let next = Date.now() + everyMs;
    const timer = setInterval(() => {
      isLookDue.current ||= Date.now() >= next;
      if (isLookDue.current) next = Date.now() + everyMs;
      if (isLookDue.current || isLooking.current) again();
    }, lookingMs);
    return () => clearInterval(timer);
  }, [again]);
  useLive(({ kind }) => {
    if (kind !== 'session' && kind !== 'gap') return;
    isLookDue.current ||= kind === 'gap';
    again();
  });

  const onShown = useCallback(
    (rows: readonly SessionRow[]) => {
      wanted.current = rows;
      void readDetails();
    },
    [readDetails],
  );

  const rows = useMemo(
    () => known.chosen({ find, client, state, order }),
    [version, find, client, state, order],
  );
  const clients = [...known.clients].map(([value, title]) => ({ value, title }));
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
          : `${counted(rows.length, 'session')}${rows.length === known.size ? '' : ` of ${known.size}`}${known.pending > 0 ? `, ${known.pending} transcripts to look into` : ''}`}
      </p>
      {known.pending < 0 && !error && <Waiting what="the sessions" />}
      {known.pending >= 0 && known.size === 0 && (
        <Empty>
          No sessions yet. Start one of your clients, and it appears here. "holdfast init" lets it
          keep its work through compactions.
        </Empty>
      )}
      {known.size > 0 && rows.length === 0 && <Empty>No session fits these filters.</Empty>}
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
