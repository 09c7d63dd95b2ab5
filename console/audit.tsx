import { useMemo, useState } from 'preact/hooks';
import type { AuditReport, KindCount, SessionAudit } from '../src/core/audit/report.ts';
import { read } from './api.ts';
import type { ViewProps } from './app.tsx';
import { choose, link } from './route.ts';
import { kindWord } from './session.tsx';
import { Age, Curve, counted, Empty, Problem, Select, useData, Waiting } from './ui.tsx';

const clients = [
  ['claude-code', 'Claude Code'],
  ['codex', 'Codex CLI'],
  ['opencode', 'opencode'],
  ['gemini', 'Gemini CLI'],
  ['qwen', 'Qwen Code'],
  ['copilot', 'Copilot CLI'],
  ['pi', 'pi'],
  ['droid', 'droid'],
];

export function Audit({ place }: ViewProps) {
  const host = place.query.get('client') ?? '';
  const since = place.query.get('since') ?? '';
  const [order, setOrder] = useState('gone');
  const { data, error, busy } = useData(
    (signal) => read<AuditReport>('/page/audit', { host, since }, signal),
    JSON.stringify([host, since]),
  );
  return (
    <>
      <h1>Audit</h1>
      <p class="soft">What past compactions lost, from the transcripts that clients keep.</p>
      <div class="filters">
        <Select
          label="Client"
          value={host}
          choices={[
            { value: '', title: 'All clients' },
            ...clients.map(([value = '', title = '']) => ({ value, title })),
          ]}
          onChange={(value) => choose(place, { client: value })}
        />
        <Select
          label="Active since"
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
            { value: 'gone', title: 'Most lost' },
            { value: 'time', title: 'Newest first' },
            { value: 'compactions', title: 'Most compactions' },
          ]}
          onChange={setOrder}
        />
      </div>
      <Problem error={error} />
      {data === undefined && !error && <Waiting what="all transcripts, which may take a while" />}
      {data && (
        <div aria-busy={busy}>
          <Report report={data} order={order} />
        </div>
      )}
    </>
  );
}

function Report({ report, order }: { report: AuditReport; order: string }) {
  const { totals } = report;
  const sessions = useMemo(() => [...report.sessions].sort(by(order)), [report, order]);
  if (totals.compactions === 0) {
    return (
      <Empty>
        {counted(totals.sessions, 'session')} without a compaction: nothing is lost. Other filters
        may show more.
      </Empty>
    );
  }
  return (
    <>
      <ul class="figures">
        <Figure value={totals.sessions} title="sessions read" />
        <Figure value={totals.compactions} title="compactions" />
        <Figure value={totals.rules} title="different rules lost" />
        <Figure value={totals.brief.gone} title="losses of facts and rules" />
        <Figure value={totals.brief.saved} title="of these a brief holds" />
        <Figure value={totals.rereads.times} title="files read again" />
      </ul>
      <p class="soft">
        A rule that two compactions lost is one rule and two losses. “Rules lost” counts different
        rules, everything else counts losses, those of rules among them.
      </p>
      <Bars kinds={totals.kinds} />
      <h2>Sessions with a compaction</h2>
      {report.sessionsLeftOut > 0 && (
        <p class="soft">{report.sessionsLeftOut} more count in the totals alone.</p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard. */}
      <section class="wide" tabIndex={0} aria-label="Sessions with a compaction">
        <table>
          <thead>
            <tr>
              <th>Session</th>
              <th>Client</th>
              <th class="number">Compactions</th>
              <th class="number">Rules lost</th>
              <th class="number">Losses</th>
              <th>Fullness</th>
              <th>Last active</th>
            </tr>
          </thead>
          <tbody>
            {sessions.slice(0, 300).map((one) => (
              <tr key={one.path + one.session}>
                <td>
                  {one.session ? (
                    <a href={link('session', `${one.host}/${one.session}`, { tab: 'compactions' })}>
                      {one.session.slice(0, 13)}
                    </a>
                  ) : (
                    '–'
                  )}{' '}
                  <span class="soft">{one.cwd ?? ''}</span>
                </td>
                <td>{one.title}</td>
                <td class="number">{one.compactions.length}</td>
                <td class="number">{lost(one, one.rules.length)}</td>
                <td class="number">{lost(one, goneIn(one))}</td>
                <td>
                  <Curve
                    sizes={one.sizes}
                    compactions={one.compactions.map(({ reports }) => reports)}
                    reports={(one.sizes.at(-1)?.at ?? 0) + 1}
                  />
                </td>
                <td>
                  <Age ms={one.to === undefined ? undefined : Date.parse(one.to)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {sessions.length > 300 && <p class="soft">300 of {sessions.length} are shown.</p>}
    </>
  );
}

function Figure({ value, title }: { value: number; title: string }) {
  return (
    <li>
      <b>{value.toLocaleString('en')}</b> {title}
    </li>
  );
}

/** Of a summary that only the client can read nothing is known. */
function lost(session: SessionAudit, count: number): string {
  const isUnknown = session.compactions.every(({ summary }) => summary === 'unreadable');
  return isUnknown ? 'unknown' : String(count);
}

function goneIn({ compactions }: SessionAudit): number {
  return compactions.flatMap(({ kinds }) => kinds).reduce((sum, { gone }) => sum + gone, 0);
}

function by(order: string): (a: SessionAudit, b: SessionAudit) => number {
  const newest = (a: SessionAudit, b: SessionAudit): number =>
    (b.to ?? '').localeCompare(a.to ?? '');
  if (order === 'gone') return (a, b) => goneIn(b) - goneIn(a) || newest(a, b);
  if (order === 'compactions') {
    return (a, b) => b.compactions.length - a.compactions.length || newest(a, b);
  }
  return newest;
}

function Bars({ kinds }: { kinds: readonly KindCount[] }) {
  const most = Math.max(...kinds.map(({ kept, gone }) => kept + gone), 1);
  return (
    <>
      <h2>By kind</h2>
      <p class="soft">
        <span class="key kept" aria-hidden="true" /> kept by the summary{' '}
        <span class="key gone" aria-hidden="true" /> lost, which a brief holds{' '}
        <span class="key missing" aria-hidden="true" /> lost
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard. */}
      <section class="wide" tabIndex={0} aria-label="Facts by kind">
        <table class="bars">
          <thead>
            <tr>
              <th>Kind</th>
              <th>Share</th>
              <th class="number">Kept</th>
              <th class="number">Losses</th>
              <th class="number">A brief holds</th>
            </tr>
          </thead>
          <tbody>
            {kinds.map(({ kind, kept, gone, saved }) => (
              <tr key={kind}>
                <td>{kindWord(kind)}</td>
                <td>
                  <svg viewBox="0 0 300 14" preserveAspectRatio="none" aria-hidden="true">
                    <rect class="kept" width={(kept / most) * 300} height="14" />
                    <rect
                      class="gone"
                      x={(kept / most) * 300}
                      width={(saved / most) * 300}
                      height="14"
                    />
                    <rect
                      class="missing"
                      x={((kept + saved) / most) * 300}
                      width={((gone - saved) / most) * 300}
                      height="14"
                    />
                  </svg>
                </td>
                <td class="number">{kept}</td>
                <td class="number">{gone}</td>
                <td class="number">{saved}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
