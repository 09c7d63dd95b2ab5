import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { PageCompaction, PageFact, SessionPage, SessionTail } from '../src/core/page/model.ts';
import { userTime } from '../src/core/time-text.ts';
import { change, hasKey, read } from './api.ts';
import type { Hello, ViewProps } from './app.tsx';
import { SizeChart } from './chart.tsx';
import { paced, type Rest, useLive } from './live.ts';
import { choose, link } from './route.ts';
import { stateOf } from './session-rows.ts';
import { Timeline } from './timeline.tsx';
import {
  Act,
  Age,
  Copyable,
  counted,
  Empty,
  type Loaded,
  Problem,
  Select,
  State,
  Tabs,
  useData,
  Waiting,
} from './ui.tsx';
import { WorkerLine } from './worker-rows.tsx';

const tabs = [
  { value: 'timeline', title: 'Timeline' },
  { value: 'compactions', title: 'Compactions' },
  { value: 'briefs', title: 'Briefs' },
  { value: 'rules', title: 'Rules' },
  { value: 'evidence', title: 'Evidence' },
  { value: 'memory', title: 'Memory' },
  { value: 'continue', title: 'Continue' },
];

/** Reading a long transcript whole takes seconds: what is new comes by its tail, the rest when there is time. */
const wholeRest: Rest = { times: 10, leastMs: 500 };

export function SessionView({ place, hello }: ViewProps) {
  const key = place.id;
  const { data, error, again } = useSession(key);
  return (
    <>
      <p class="crumb">
        <a href={link('sessions')}>Sessions</a>
      </p>
      {data === undefined && <h1>Session</h1>}
      <Problem error={error} />
      {data === undefined && !error && <Waiting what="its transcript" />}
      {data && (
        <Shown
          data={data}
          hello={hello}
          person={hello.person && hasKey()}
          tab={place.query.get('tab') ?? 'timeline'}
          onTab={(tab) => choose(place, { tab })}
          again={again}
        />
      )}
    </>
  );
}

/** A session, and what is added to it as it happens. */
function useSession(key: string): Loaded<SessionPage> {
  const whole = useData(
    (signal) => read<SessionPage>('/page/session', { key }, signal),
    key,
    wholeRest,
  );
  const [tail, setTail] = useState<{ of: SessionPage; told: SessionTail }>();
  const { data, again } = whole;
  const at = useRef({ data, tail });
  at.current = { data, tail };
  const readOn = useMemo(
    () =>
      paced(async () => {
        const { data: of, tail: known } = at.current;
        if (of?.readTo === undefined) return;
        const before = known?.of === of ? known.told : { events: [], readTo: of.readTo };
        const after = before.readTo;
        const came = await read<SessionTail | null>('/page/tail', { key: of.row.key, after });
        if (came === null) return again();
        if (at.current.data !== of || came.readTo === after) return;
        const events = [...before.events, ...came.events].slice(-mostTail);
        setTail({ of, told: { events, readTo: came.readTo } });
      }),
    [again],
  );
  // What came while it was read.
  useEffect(readOn, [data, readOn]);
  useLive((event) => {
    if (event.kind === 'gap') again();
    if (event.kind !== 'session') return;
    const { host, session, key: named } = event;
    const isOf = named === undefined ? key.endsWith(`/${String(session)}`) : named === key;
    if (!isOf && (session !== undefined || !key.startsWith(`${String(host)}/`))) return;
    readOn();
    again();
  });
  const shown = useMemo(
    () =>
      data !== undefined && tail?.of === data
        ? { ...data, events: [...data.events, ...tail.told.events] }
        : data,
    [data, tail],
  );
  return { ...whole, data: shown };
}

const mostTail = 3_000;

/** The page of a session from its data; a file that was exported shows it too. */
export function Shown(props: {
  data: SessionPage;
  hello?: Hello;
  person: boolean;
  tab: string;
  onTab(tab: string): void;
  again?(): void;
  exported?: boolean;
}) {
  const { data, hello, person, tab, onTab, again, exported = false } = props;
  const { row } = data;
  const shown = tabs.filter(({ value }) => !exported || !['evidence', 'continue'].includes(value));
  const chosen = shown.some(({ value }) => value === tab) ? tab : 'timeline';
  return (
    <>
      <h1 class="title">{row.title ?? 'Session without a message'}</h1>
      <dl class="facts">
        <Fact name="Client">{row.client}</Fact>
        {row.project && <Fact name="Project">{row.project}</Fact>}
        {row.branch && <Fact name="Branch">{row.branch}</Fact>}
        {!exported && (
          <Fact name="State">
            <State state={stateOf(row)} />
          </Fact>
        )}
        <Fact name="Changed">
          {exported ? userTime(new Date(row.changedMs).toISOString()) : <Age ms={row.changedMs} />}
        </Fact>
        <Fact name="Calls">{data.calls}</Fact>
        <Fact name="Compactions">{data.compactions.length}</Fact>
        {row.ticket && <Fact name="Ticket">{row.ticket}</Fact>}
        {row.plan && <Fact name="Plan">{row.plan}</Fact>}
        {row.session && (
          <Fact name="Id">
            <code>{row.session}</code>
          </Fact>
        )}
        <Fact name="Hooks">{row.hooked ? 'heard' : 'not heard of this session'}</Fact>
      </dl>
      {data.problems.map((problem) => (
        <p key={problem} class="problem">
          {problem}
        </p>
      ))}
      <SizeChart sizes={data.sizes} compactions={data.compactions} />
      <Tabs label="Parts of the session" tabs={shown} chosen={chosen} onChoose={onTab}>
        {chosen === 'timeline' && <Timeline events={data.events} leftOut={data.eventsLeftOut} />}
        {chosen === 'compactions' && <Compactions data={data} />}
        {chosen === 'briefs' && <Briefs data={data} />}
        {chosen === 'rules' && <Rules data={data} person={person} again={again} />}
        {chosen === 'evidence' && <Evidence data={data} />}
        {chosen === 'memory' && <Memory data={data} />}
        {chosen === 'continue' && <Continue data={data} hello={hello} />}
      </Tabs>
    </>
  );
}

function Fact({ name, children }: { name: string; children: preact.ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Compactions({ data }: { data: SessionPage }) {
  const [number, setNumber] = useState(String(data.compactions.at(-1)?.number ?? 1));
  if (data.compactions.length === 0) {
    return <Empty>This session was not compacted yet, so nothing of it is lost.</Empty>;
  }
  const one =
    data.compactions.find((each) => String(each.number) === number) ?? data.compactions[0]!;
  return (
    <>
      <Select
        label="Compaction"
        value={number}
        choices={data.compactions.map((each) => ({
          value: String(each.number),
          title: `${each.number} ${each.time === undefined ? '' : `– ${userTime(each.time)}`} (${each.trigger})`,
        }))}
        onChange={setNumber}
      />
      <p>
        {counted(one.facts, 'fact')} known before.{' '}
        {one.summary === 'unreadable'
          ? 'The client keeps this summary in a form that only it can read, so what it kept is unknown.'
          : one.summary === 'empty'
            ? 'The summary is empty.'
            : `The summary has ${counted(one.summaryCharacters, 'character')}.`}
      </p>
      <div class="three">
        <Column title="Kept by the summary" sign="✓" facts={one.kept} none={noneKept(one)} />
        <Column
          title="Given back by the brief"
          sign="↩"
          facts={one.given}
          none="Nothing had to be given back."
          note={
            data.row.hooked
              ? undefined
              : 'By what a brief of Holdfast would have held at that moment.'
          }
        />
        <Column title="Still missing" sign="✗" facts={one.missing} none="Nothing is missing." />
      </div>
      {one.rereads.length > 0 && (
        <>
          <h2>Read again after it</h2>
          <ul class="plain">
            {one.rereads.map(({ path, times }) => (
              <li key={path}>
                <code>{path}</code> {times > 1 ? `${times} times` : ''}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function noneKept({ summary }: PageCompaction): string {
  return summary === 'unreadable' ? 'Unknown.' : 'Nothing was kept.';
}

function Column(props: {
  title: string;
  sign: string;
  facts: readonly PageFact[];
  none: string;
  note?: string;
}) {
  const { title, sign, facts, none, note } = props;
  return (
    <section class="card">
      <h2>
        <span aria-hidden="true">{sign}</span> {title} ({facts.length})
      </h2>
      {note && <p class="soft">{note}</p>}
      {facts.length === 0 && <p class="soft">{none}</p>}
      <ul class="factlist">
        {facts.map(({ kind, value, detail }) => (
          <li key={`${kind} ${value}`}>
            <span class="tag">{kindWord(kind)}</span> {value}
            {detail && <span class="soft"> – {detail}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The word for a kind of fact. */
export function kindWord(kind: string): string {
  return kindWords[kind] ?? kind.replaceAll(/[.-]/g, ' ');
}

const kindWords: Record<string, string> = {
  prohibition: 'must not',
  constraint: 'rule',
  correction: 'correction',
  request: 'request',
  'question.open': 'open question',
  approval: 'approval',
  'file.created': 'file created',
  'file.modified': 'file changed',
  'file.deleted': 'file deleted',
  'test.failing': 'failing test',
  'error.open': 'open error',
  'attempt.failed': 'failed attempt',
  todo: 'to do',
  'git.branch': 'branch',
  'git.commit': 'commit',
  'in-flight': 'begun',
  'command.family': 'command',
  exchange: 'said',
  decision: 'decision',
  task: 'task',
};

const statusWords = {
  armed: 'The brief was given, and the transcript does not show it yet.',
  delivered: 'The agent has the brief, and has not read all files again.',
  met: 'The agent has the brief and read all files again.',
  released: 'It ended before all files were read again.',
};

function Briefs({ data }: { data: SessionPage }) {
  if (data.recoveries.length === 0) {
    return (
      <Empty>
        {data.row.hooked
          ? 'No brief was given in this session: it was not compacted while the hooks were there.'
          : 'No hook heard of this session, so it got no brief. "holdfast init" installs the hooks.'}
      </Empty>
    );
  }
  return (
    <>
      {[...data.recoveries].reverse().map((one) => (
        <section key={one.number} class="card">
          <h2>
            Recovery {one.number} <State state={one.status} />
          </h2>
          <p class="soft">
            {statusWords[one.status]} {userTime(one.at)}, {one.trigger},{' '}
            {counted(one.denials, 'denial')}
          </p>
          {one.reading.length > 0 && (
            <>
              <h3>Files to read again</h3>
              <ul class="plain">
                {one.reading.map(({ path, met }) => (
                  <li key={path}>
                    <code>{path}</code>{' '}
                    <State state={met === undefined ? 'not read yet' : 'done'} />
                    {met && ` (${met})`}
                  </li>
                ))}
              </ul>
            </>
          )}
          {one.briefs.map((brief) => (
            <details key={brief.at} open={one.number === data.recoveries.length}>
              <summary>
                The brief as delivered at {brief.via}, {counted(brief.text.length, 'character')}
              </summary>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard. */}
              <pre class="text" tabIndex={0}>
                {brief.text}
              </pre>
            </details>
          ))}
        </section>
      ))}
    </>
  );
}

function Rules(props: { data: SessionPage; person: boolean; again?(): void }) {
  const { data, person, again } = props;
  const { session, hooked } = data.row;
  if (data.rules.length === 0) return <Empty>No rule of the user was found in this session.</Empty>;
  const mayChoose = person && hooked && session !== undefined && again !== undefined;
  const set = (rule: string, choice: 'drop' | 'keep') => async () => {
    await change(`/page/sessions/${encodeURIComponent(session!)}/rules`, { rule, choice });
    again?.();
  };
  return (
    <>
      {!mayChoose && again && (
        <p class="soft">
          {hooked
            ? `Only you may drop or keep rules. Do it in a terminal of your own: holdfast rules ${session} --drop NUMBER`
            : 'Rules are dropped and kept in sessions that have hooks.'}
        </p>
      )}
      <ol class="rules">
        {data.rules.map((rule) => (
          <li key={rule.id} class="card" value={rule.number}>
            <p class="said">{rule.text}</p>
            <p>
              <State state={rule.state} /> <span class="tag">{kindWord(rule.kind)}</span>{' '}
              {rule.kept && <span class="tag">kept by you</span>}
            </p>
            {rule.by && <p class="soft">By: “{rule.by}”</p>}
            {mayChoose && (
              <div class="acts">
                {rule.state !== 'dropped' && (
                  <Act kind="small" run={set(rule.id, 'drop')} label={`Drop rule ${rule.number}`}>
                    Drop
                  </Act>
                )}
                {!rule.kept && (
                  <Act kind="small" run={set(rule.id, 'keep')} label={`Keep rule ${rule.number}`}>
                    Keep
                  </Act>
                )}
              </div>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

interface Entry {
  kind: string;
  id: string;
  source: string;
  tool?: string;
  does?: string;
  outcome?: string;
  paths?: string[];
  command?: string;
  time?: string;
}

function Evidence({ data }: { data: SessionPage }) {
  const { session = '', hooked } = data.row;
  const { data: told, error } = useData(
    (signal) =>
      hooked
        ? read<{ entries: Entry[] }>(
            `/api/v1/sessions/${encodeURIComponent(session)}/evidence`,
            {},
            signal,
          )
        : Promise.resolve({ entries: [] }),
    session,
  );
  if (!hooked) return <Empty>Evidence is kept of sessions that have hooks.</Empty>;
  if (told === undefined)
    return error ? <Problem error={error} /> : <Waiting what="the evidence" />;
  const entries = [...told.entries].reverse();
  if (entries.length === 0) return <Empty>No tool call was recorded yet.</Empty>;
  return (
    <>
      <p class="soft">
        {counted(entries.length, 'entry').replace('entrys', 'entries')}, the newest first
        {entries.length > 500 ? ' (500 are shown)' : ''}.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard. */}
      <section class="wide" tabIndex={0} aria-label="Evidence">
        <table>
          <thead>
            <tr>
              <th>Time</th>
              <th>Tool</th>
              <th>Outcome</th>
              <th>What</th>
              <th>Source</th>
            </tr>
          </thead>
          <tbody>
            {entries.slice(0, 500).map((entry) => (
              <tr key={`${entry.id} ${entry.source}`}>
                <td>
                  <Age ms={entry.time === undefined ? undefined : Date.parse(entry.time)} />
                </td>
                <td>{entry.tool ?? entry.kind}</td>
                <td>
                  <State state={entry.outcome ?? 'answered'} />
                </td>
                <td>
                  <code>{entry.command ?? entry.paths?.join(', ') ?? ''}</code>
                </td>
                <td>{entry.source}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

function Memory({ data }: { data: SessionPage }) {
  if (data.memory !== undefined) {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
      <pre class="text" tabIndex={0}>
        {data.memory}
      </pre>
    );
  }
  return (
    <Empty>
      No memory was written yet. It is written from about 10,000 tokens of context on, in sessions
      that have hooks.
    </Empty>
  );
}

/** Another client's turn: the command for a terminal, and a worker that needs none. */
function Continue(props: { data: SessionPage; hello: Hello | undefined }) {
  const { data, hello } = props;
  const { hooked, session, host, project } = data.row;
  const clients = hello?.workers ?? [];
  const [to, setTo] = useState(clients[0]?.program ?? '');
  const [started, setStarted] = useState<{ worker: string; ticket: string }>();
  if (data.path === undefined && !hooked) return <Empty>Its transcript was not found.</Empty>;
  const isNamed = hooked && session !== undefined;
  const source = isNamed ? session : `--transcript ${quoted(data.path ?? '')} --host ${host}`;
  const start = async (): Promise<void> => {
    const body = isNamed ? { to, session } : { to, transcript: data.path, host };
    setStarted(await change('/page/handoffs', body, { project }));
  };
  const mayStart = hello?.person === true && hasKey();
  return (
    <>
      <Select
        label="Client that continues"
        value={to}
        choices={clients.map(({ program, title }) => ({ value: program, title }))}
        onChange={setTo}
      />
      <h2>At a terminal</h2>
      <p>
        This shows the text that the client begins with, and starts it at your terminal after your
        yes. A page cannot open a terminal.
      </p>
      <Copyable text={`holdfast handoff ${source} --to ${to}`} />
      <h2>As a worker</h2>
      <p>
        A worker needs no terminal. It continues on the ticket{' '}
        {data.row.ticket === undefined ? 'that is made for it' : `“${data.row.ticket}”`}, and asks
        you on this page for what it may not do unasked.
      </p>
      {mayStart ? (
        <p class="acts">
          <Act kind="main" run={start} disabled={started !== undefined}>
            Start a worker
          </Act>
        </p>
      ) : (
        <>
          <p class="soft">
            Only you may start it from here, on a page that you opened at a terminal of your own.
            There it is this command:
          </p>
          <Copyable text={`holdfast handoff ${source} --to ${to} --worker`} />
        </>
      )}
      {started && <WorkerLine {...started} />}
    </>
  );
}

/** As a shell takes it for one word. */
function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
