import { headerOf, sentVariables } from '../../core/hook-settings/http-hook.ts';
import { ticketVariable, workerVariable } from '../../core/worker/variables.ts';
import type { Host } from '../../hosts/host.ts';
import type { Environment } from '../../platform/paths.ts';

/** Our environment without what tells of the client or the worker in whose shell the daemon was started. */
export function withoutClients(env: Environment, hosts: readonly Host[]): Environment {
  const own: Record<string, string | undefined> = { ...env };
  const ofHosts = hosts.flatMap(({ sessionMarkers, runBy = [] }) => [...sessionMarkers, ...runBy]);
  for (const name of [...ofHosts, workerVariable, ticketVariable, 'CLAUDE_PROJECT_DIR']) {
    delete own[name];
  }
  return own;
}

const namesOf = new WeakMap<Host, [string, string][]>();

/** What a client sends of its environment in headers; undefined: nothing. An empty value counts as absent. */
export function sentEnv(
  host: Host,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Readonly<Record<string, string>> | undefined {
  let env: Record<string, string> | undefined;
  let named = namesOf.get(host);
  if (named === undefined) {
    const { sessionMarkers, runBy = [] } = host;
    const names = [...sentVariables, 'CLAUDE_PROJECT_DIR', ...sessionMarkers, ...runBy];
    named = names.map((name) => [name, headerOf(name).toLowerCase()]);
    namesOf.set(host, named);
  }
  for (const [name, header] of named) {
    const value = headers[header];
    if (typeof value !== 'string' || value === '' || value === `$${name}`) continue;
    env ??= {};
    env[name] = value;
  }
  return env;
}
