import type { Handlers } from '../hook-settings/register.ts';

/** In what a plugin's hooks differ from those that `init` registers. */
export interface ShelfHooks {
  /** The event that begins a session. */
  start: string;
  /** What that event does first. */
  bringUp: string;
  /** The host's member for how long it may take then, as fetching the program does once. */
  startTimeout: Readonly<Record<string, number>>;
  /** Wraps a command so that it does nothing where `init` was run. */
  unless(command: string): string;
}

/** The handlers of a plugin, made of those that `init` registers. */
export function shelfHandlers(handlers: Handlers, hooks: ShelfHooks): Handlers {
  const { start, bringUp, startTimeout, unless } = hooks;
  return new Map(
    [...handlers].map(([event, handler]) => {
      const own = String(handler.command).replace(/;:$/, '');
      if (event !== start) return [event, { ...handler, command: unless(`${own};:`) }];
      return [event, { ...handler, command: unless(`${bringUp};${own};:`), ...startTimeout }];
    }),
  );
}
