import type { Place } from './host-install.ts';

/** Asks the host's own server; rejects when it answers with an error, or not in time. */
export type AskHost = (method: string, params: unknown) => Promise<unknown>;

/** One of our hooks, as the host knows it. */
export interface KnownHook {
  event: string;
  /** By what the host keeps it, and what it trusts of it. */
  key: string;
  hash: string;
  trusted: boolean;
}

/**
 * How a host that runs no hook before a person trusted its very text is told that the person does: by the host's own
 * server, so that the host itself writes it down.
 */
export interface HookTrust {
  /** Arguments with which the host's program serves JSON lines on its standard streams. */
  serverArgs: readonly string[];
  /** Our hooks that count in a folder. */
  known(ask: AskHost, cwd: string): Promise<KnownHook[]>;
  trust(ask: AskHost, hooks: readonly KnownHook[]): Promise<void>;
  /** The file in which the host keeps it. */
  keptIn(place: Place): string;
  /** The text of that file without what belongs to these keys. */
  withdraw(text: string, keys: readonly string[]): string;
  /** How a person does it in the host, as a sentence. */
  byHand: string;
}
