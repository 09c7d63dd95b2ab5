import type { OpenCodeClient } from './client.ts';
import { type Page, pagesOf } from './pages.ts';

/** Whose session it is: a subagent's session hangs on another one, at whose top a person's stands. */
export interface Place {
  /** The session at the top. */
  root: string;
  /** The session itself, where it is a subagent's. */
  agent?: string;
  directory: string;
}

/** Agents that start agents that start agents: of more than so many levels the rest is one. */
const mostLevels = 20;

/** What the client tells of its sessions; where one belongs is asked once. */
export class Sessions {
  readonly #client: OpenCodeClient;
  readonly #directory: string;
  readonly #places = new Map<string, Place>();

  constructor(client: OpenCodeClient, directory: string) {
    this.#client = client;
    this.#directory = directory;
  }

  /** The place of a session where it is known already. */
  known(session: string): Place | undefined {
    return this.#places.get(session);
  }

  async place(session: string): Promise<Place> {
    const known = this.#places.get(session);
    if (known !== undefined) return known;
    let root = session;
    let directory: string | undefined;
    for (let level = 0; level < mostLevels; level += 1) {
      const { data } = await this.#client.session.get({ path: { id: root } });
      const info = data as { parentID?: unknown; directory?: unknown } | undefined;
      if (directory === undefined && typeof info?.directory === 'string')
        directory = info.directory;
      if (typeof info?.parentID !== 'string') break;
      root = info.parentID;
    }
    const place: Place = { root, directory: directory ?? this.#directory };
    if (root !== session) place.agent = session;
    this.#places.set(session, place);
    return place;
  }

  forget(session: string): void {
    this.#places.delete(session);
  }

  /** All messages of a session. */
  pages(session: string): Promise<Page[]> {
    return pagesOf(this.#client, session);
  }
}
