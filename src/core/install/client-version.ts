import type { HookTransport } from './host-install.ts';

/** From which versions of a client on something of its settings may be used. */
export interface ClientVersions {
  /** The first version that takes each event, of those that not every version takes. */
  events: Readonly<Record<string, string>>;
  /** The first version that takes hooks of a kind. */
  transports: Partial<Readonly<Record<HookTransport, string>>>;
  /** The first version whose hooks are told of enough that a session can be followed. */
  least: string;
  /** Versions before this one ignore a whole settings file that names an event which they do not know. */
  forgivesFrom: string;
}

/** The version in what a client says of itself, such as `2.1.332 (Claude Code)` or `codex-cli 0.171.0`. */
export function versionIn(text: string): string | undefined {
  for (const word of text.slice(0, 2000).split(/\s/)) {
    const bare = word.replace(/^v/, '').replace(/[.,;]$/, '');
    const parts = bare.split(/[-+]/)[0]!.split('.');
    if (parts.length === 3 && parts.every((part) => /^\d{1,6}$/.test(part))) return parts.join('.');
  }
  return undefined;
}

/** True for a version of three numbers that is before another one. */
export function isBefore(version: string, other: string): boolean {
  const [own, its] = [version, other].map((one) => one.split('.').map(Number));
  const at = own!.findIndex((number, index) => number !== its![index]);
  return at !== -1 && own![at]! < its![at]!;
}

/** True for an event that a client takes; what is not known of it speaks for it. */
export function takesEvent(
  { events }: Pick<ClientVersions, 'events'>,
  event: string,
  client: string | undefined,
): boolean {
  const first = Object.hasOwn(events, event) ? events[event] : undefined;
  return client === undefined || first === undefined || !isBefore(client, first);
}
