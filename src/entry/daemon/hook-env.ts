import { ownVariables } from '../../core/install/project-settings.ts';
import { ticketVariable, workerVariable } from '../../core/worker/variables.ts';
import type { Host } from '../../hosts/host.ts';
import type { Environment } from '../../platform/paths.ts';

/** How the names of headers begin in which a client sends variables of its own environment. */
export const envHeader = 'x-holdfast-env-';

/** Variables of a client's process that mean something to a hook, beside those by which its host is known. */
const meant = [...ownVariables, workerVariable, ticketVariable, 'CLAUDE_PROJECT_DIR'];

/** Every variable that is taken from a client of this host. */
export function hookVariables({ sessionMarkers, runBy = [] }: Host): string[] {
  return [...meant, ...sessionMarkers, ...runBy];
}

const namesOf = new WeakMap<Host, [string, string][]>();

/** The environment of a hook: ours, with what the client sends of its own in headers. An empty one counts as absent. */
export function hookEnv(
  own: Environment,
  host: Host,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Environment {
  let env: Record<string, string | undefined> | undefined;
  let named = namesOf.get(host);
  if (named === undefined) {
    named = hookVariables(host).map((name) => [name, headerOf(name)]);
    namesOf.set(host, named);
  }
  for (const [name, header] of named) {
    const value = headers[header];
    if (typeof value !== 'string' || value === '' || value === `$${name}`) continue;
    env ??= { ...own };
    env[name] = value;
  }
  return env ?? own;
}

/** The header that carries a variable. */
export function headerOf(variable: string): string {
  return `${envHeader}${variable.toLowerCase().replaceAll('_', '-')}`;
}
