import type { Machine } from '../record-store.ts';

/** The client's own folder of this user. */
export function clientFolder({ env, home }: Pick<Machine, 'env' | 'home'>): string {
  return env.COPILOT_HOME || `${home}/.copilot`;
}

/** Where the events of a session lie; the payloads of most events do not say it. */
export function sessionRecord(
  sessionId: string,
  machine: Pick<Machine, 'env' | 'home'>,
): string | undefined {
  if (!/^[\w-]+$/.test(sessionId)) return undefined;
  return `${clientFolder(machine)}/session-state/${sessionId}/events.jsonl`;
}
