import { read } from './api.ts';
import type { ViewProps } from './app.tsx';
import { Problem, State, useData, Waiting } from './ui.tsx';

interface Finding {
  check: string;
  state: 'ok' | 'note' | 'off';
  message: string;
  fix?: string;
}

interface Clients {
  hosts: {
    id: string;
    title: string;
    version?: string;
    oldestTested?: string;
    found?: string;
    abilities: Record<string, string>;
  }[];
  meaning: Record<string, string>;
}

const words = { ok: 'ok', note: 'note', off: 'problem' };
const rank = { off: 0, note: 1, ok: 2 };

export function Health({ hello, project }: ViewProps) {
  const doctor = useData(
    (signal) => read<{ findings: Finding[] }>('/page/doctor', { project }, signal),
    project ?? '',
  );
  const clients = useData((signal) => read<Clients>('/page/clients', {}, signal), 'clients');
  const findings = [...(doctor.data?.findings ?? [])].sort((a, b) => rank[a.state] - rank[b.state]);
  const wrong = findings.filter(({ state }) => state === 'off').length;
  return (
    <>
      <h1>Health</h1>
      <p class="soft">Holdfast {hello.version}</p>
      <h2>Doctor</h2>
      <Problem error={doctor.error} />
      {doctor.data === undefined && !doctor.error && <Waiting what="what doctor finds" />}
      {doctor.data && (
        <>
          <p role="status">
            {wrong === 0 ? 'All is well.' : `${wrong} ${wrong === 1 ? 'problem' : 'problems'}.`}
          </p>
          <ul class="plain">
            {findings.map(({ check, state, message, fix }) => (
              <li key={check + message} class="card">
                <State state={words[state]} /> <b>{check}</b>
                <p>{message}</p>
                {fix && <p class="soft">{fix}</p>}
              </li>
            ))}
          </ul>
          <button type="button" onClick={doctor.again} disabled={doctor.busy}>
            {doctor.busy ? 'Checking…' : 'Check again'}
          </button>
        </>
      )}
      <h2>Clients</h2>
      <Problem error={clients.error} />
      {clients.data === undefined && !clients.error && <Waiting what="the clients" />}
      {clients.data && <ClientTable clients={clients.data} />}
    </>
  );
}

function ClientTable({ clients: { hosts, meaning } }: { clients: Clients }) {
  const abilities = Object.keys(meaning);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard. */}
      <section class="wide" tabIndex={0} aria-label="Clients">
        <table>
          <thead>
            <tr>
              <th>Client</th>
              <th>Found here</th>
              <th>Tested</th>
              {abilities.map((name) => (
                <th key={name}>{name}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {hosts.map((host) => (
              <tr key={host.id}>
                <td>{host.title}</td>
                <td>{host.found ?? 'not found'}</td>
                <td>{testedText(host)}</td>
                {abilities.map((name) => (
                  <td key={name}>{host.abilities[name]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <h3>What the columns say</h3>
      <dl class="legend">
        {Object.entries(meaning).map(([name, title]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{title}</dd>
          </div>
        ))}
      </dl>
      <h3>What the words say</h3>
      <dl class="legend">
        {Object.entries({
          works: 'every test of it passed on the real client in the last full test run',
          built: 'implemented, not fully tested on the real client',
          docs: 'made from the client’s documents, never run',
          '-': 'the client cannot do it',
        }).map(([word, title]) => (
          <div key={word}>
            <dt>{word}</dt>
            <dd>{title}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function testedText({ version, oldestTested }: Clients['hosts'][number]): string {
  if (version === undefined) return 'never';
  return oldestTested === undefined || oldestTested === version
    ? version
    : `${oldestTested} to ${version}`;
}
