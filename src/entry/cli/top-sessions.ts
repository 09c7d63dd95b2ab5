import { SessionLists } from '../../app/page/session-list.ts';
import { type SessionRow, statusRows } from '../../app/sessions/status.ts';
import type { SessionRow as FoundSession } from '../../core/page/model.ts';
import { listDeps } from '../page/read-sessions.ts';
import type { CliContext } from './context.ts';
import { configHere, sessionIndex } from './sessions.ts';
import { sizeOfRecord } from './status.ts';

/** A session of the live view: what its hooks told, or its transcript alone. */
export interface TopSession extends SessionRow {
  /** False: no hook told of it. */
  hooked: boolean;
  /** What the user asked first. */
  title?: string;
}

/** How long one look may read transcripts that are new or were changed, in milliseconds. */
const lookMs = 100;

/** The newest sessions of every client on this machine, with and without hooks, as the page lists them. */
export class TopSessions {
  readonly #context: CliContext;
  readonly #lists: SessionLists;

  constructor(context: CliContext) {
    this.#context = context;
    // The kept list is that of the page: it is read here, and never written.
    const deps = listDeps(context, 'top');
    this.#lists = new SessionLists({ ...deps, cache: { ...deps.cache, write() {} } });
  }

  /** The newest `most` of them, and how many there are. */
  read(most: number): { sessions: TopSession[]; all: number } {
    const newest = this.#newest(most);
    const unhooked = newest.filter(({ hooked }) => !hooked).map(({ key }) => key);
    this.#lists.detail(unhooked, lookMs);
    const index = sessionIndex(this.#context);
    const stored = new Map(index.list().map((one) => [`${one.host}/${one.id}`, one]));
    const names = configHere(this.#context);
    const sessions = this.#newest(most).map((row): TopSession => {
      const own = stored.get(row.key);
      const [told] = own === undefined ? [] : statusRows(index, sizeOfRecord, [own], names);
      const title = row.title === undefined ? {} : { title: row.title };
      return told === undefined
        ? { ...withoutHooks(row), ...title }
        : { ...told, ...title, hooked: true };
    });
    return { sessions, all: this.#lists.list('', 0, 0).total };
  }

  #newest(most: number): FoundSession[] {
    const { rows } = this.#lists.list('', 0, lookMs);
    return rows.sort((a, b) => b.changedMs - a.changedMs).slice(0, most);
  }
}

function withoutHooks({
  key,
  session,
  host,
  changedMs,
  project,
  detail,
}: FoundSession): TopSession {
  return {
    session: session ?? key.replace(/^.*[/\\]/, ''),
    host,
    last: new Date(changedMs).toISOString(),
    role: 'regular',
    contextTokens: detail?.tokens,
    compactions: detail?.compactions.length ?? 0,
    ...(project === undefined ? {} : { project }),
    ended: false,
    skipped: 0,
    hooked: false,
  };
}
