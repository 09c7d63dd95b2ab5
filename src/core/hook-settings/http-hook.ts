import type { DaemonPlace } from '../install/host-install.ts';
import { ownVariables } from '../install/project-settings.ts';
import { ticketVariable, workerVariable } from '../worker/variables.ts';

/** How the names of headers begin in which a client sends variables of its own environment. */
const headerStart = 'X-Holdfast-Env-';

/** Variables of a client's process that mean something to a hook: a hook over HTTP shares no environment with it. */
export const sentVariables: readonly string[] = [...ownVariables, workerVariable, ticketVariable];

/** The header that carries a variable. */
export function headerOf(variable: string): string {
  const words = variable.toLowerCase().split('_');
  return headerStart + words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('-');
}

/** A handler that posts an event to the daemon, with what the client's process has of our variables. */
export function httpHandler(
  host: string,
  event: string,
  { url, key }: DaemonPlace,
  timeout: number,
): Record<string, unknown> {
  const variables = sentVariables.map((name) => [headerOf(name), `$${name}`]);
  return {
    type: 'http',
    url: `${url}/hooks/${host}/${event}`,
    headers: { Authorization: `Bearer ${key}`, ...Object.fromEntries(variables) },
    allowedEnvVars: [...sentVariables],
    timeout,
  };
}

/** True for what such an entry of ours is known by. */
export function isHttpHook(host: string, command: unknown): command is string {
  if (typeof command !== 'string') return false;
  const found = /^http http:\/\/127\.0\.0\.1:\d+\/hooks\/([a-z-]+)\/\w+$/.exec(command);
  return found?.[1] === host;
}
