import { useState } from 'preact/hooks';
import { read } from './api.ts';
import type { ViewProps } from './app.tsx';
import { choose, link } from './route.ts';
import { counted, Empty, Problem, Select, Since, TextField, useData, Waiting } from './ui.tsx';

interface Neighbour {
  kind: string;
  text: string;
}

interface Hit {
  handle: string;
  kind: string;
  tool?: string;
  host: string;
  session?: string;
  project?: string;
  time?: string;
  beforeCompaction: boolean;
  count: number;
  excerpt: string;
  marks: { start: number; end: number }[];
  cutBefore: boolean;
  cutBehind: boolean;
  before?: Neighbour;
  behind?: Neighbour;
}

interface Findings {
  found: number;
  more?: boolean;
  hits: Hit[];
  notices: string[];
  nowhere: string[];
}

const kinds = [
  { value: '', title: 'Anything' },
  { value: 'user', title: 'User' },
  { value: 'agent', title: 'Agent' },
  { value: 'call', title: 'Calls' },
  { value: 'result', title: 'Results' },
  { value: 'summary', title: 'Summaries' },
];

export function Search({ place, hello }: ViewProps) {
  const q = place.query.get('q') ?? '';
  const kind = place.query.get('kind') ?? '';
  const since = place.query.get('since') ?? '';
  const order = place.query.get('order') ?? 'fit';
  const [text, setText] = useState(q);
  const of = JSON.stringify([q, kind, since, order]);
  const { data, error, busy } = useData<Findings | null>(
    (signal) =>
      q.trim() === ''
        ? Promise.resolve(null)
        : read('/page/search', { q, kind, since, order, limit: 40 }, signal),
    of,
  );
  return (
    <>
      <h1>Search</h1>
      <search>
        <form
          class="filters"
          onSubmit={(event) => {
            event.preventDefault();
            choose(place, { q: text });
          }}
        >
          <TextField
            label="Words"
            type="search"
            value={text}
            placeholder='words, a "phrase", a file name'
            onInput={setText}
          />
          <Select
            label="Said by"
            value={kind}
            choices={kinds}
            onChange={(value) => choose(place, { kind: value })}
          />
          <Select
            label="Since"
            value={since}
            choices={[
              { value: '', title: 'Any time' },
              { value: '1d', title: 'One day ago' },
              { value: '7d', title: 'One week ago' },
              { value: '30d', title: '30 days ago' },
            ]}
            onChange={(value) => choose(place, { since: value })}
          />
          <Select
            label="Order"
            value={order}
            choices={[
              { value: 'fit', title: 'Best match' },
              { value: 'time', title: 'Newest first' },
            ]}
            onChange={(value) => choose(place, { order: value })}
          />
          <button type="submit" class="main">
            Search
          </button>
        </form>
      </search>
      <Problem error={error} />
      {q === '' && (
        <Empty>
          Type words to search everything that was said and done in all sessions, also what a
          compaction removed.
        </Empty>
      )}
      {q !== '' && busy && data === undefined && <Waiting what="the index" />}
      {data && (
        <>
          <p class="soft" role="status">
            {counted(data.found, 'match').replace('matchs', 'matches')}
            {data.hits.length < data.found ? `, ${data.hits.length} are shown` : ''}
            {busy ? '; searching again…' : ''}
          </p>
          {data.notices.map((notice) => (
            <p key={notice} class="soft">
              {notice}
            </p>
          ))}
          {data.hits.length === 0 && <Empty>Nothing matches. Try fewer words.</Empty>}
          <ol class="hits">
            {data.hits.map((hit) => (
              <Found key={hit.handle} hit={hit} client={hello.clients[hit.host] ?? hit.host} />
            ))}
          </ol>
        </>
      )}
    </>
  );
}

interface Near {
  handle: string;
  kind: string;
  text: string;
}

function Found({ hit, client }: { hit: Hit; client: string }) {
  const [around, setAround] = useState(false);
  const { kind, tool, host, session, project, time, beforeCompaction, count } = hit;
  const target = session === undefined ? undefined : link('session', `${host}/${session}`);
  return (
    <li class="card">
      <p class="soft">
        <span class="tag">{tool ?? (kind === 'person' ? 'user' : kind)}</span> {client}{' '}
        {project && <code>{project}</code>} {time !== undefined && <Since ms={Date.parse(time)} />}
        {beforeCompaction && ' – before a compaction'}
        {count > 1 && ` – ${count} times`}
      </p>
      <p class="said">
        {hit.cutBefore && '…'}
        <Marked text={hit.excerpt} marks={hit.marks} />
        {hit.cutBehind && '…'}
      </p>
      <div class="acts">
        {target && <a href={target}>Open the session</a>}
        <button
          type="button"
          class="small"
          aria-expanded={around}
          onClick={() => setAround(!around)}
        >
          {around ? 'Hide the context' : 'Show the context'}
        </button>
      </div>
      {around && <Context handle={hit.handle} />}
    </li>
  );
}

function Context({ handle }: { handle: string }) {
  const { data, error } = useData(
    (signal) => read<Near[]>(`/page/around/${encodeURIComponent(handle)}`, {}, signal),
    handle,
  );
  if (data === undefined) return error ? <Problem error={error} /> : <Waiting what="the context" />;
  return (
    <ul class="plain context">
      {data.map((item) => (
        <li key={item.handle} class={item.handle === handle ? 'own' : undefined}>
          <span class="tag">{item.kind === 'person' ? 'user' : item.kind}</span> {item.text}
        </li>
      ))}
    </ul>
  );
}

function Marked({ text, marks }: { text: string; marks: Hit['marks'] }) {
  const parts: preact.ComponentChildren[] = [];
  let at = 0;
  for (const { start, end } of marks) {
    if (start < at) continue;
    parts.push(text.slice(at, start), <mark key={start}>{text.slice(start, end)}</mark>);
    at = end;
  }
  parts.push(text.slice(at));
  return <>{parts}</>;
}
