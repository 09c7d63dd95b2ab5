import type { WorkerNotice } from '../../core/worker/notice.ts';
import type { WorkerHost } from '../../hosts/worker-host.ts';
import type { Files } from '../ports.ts';
import type { TicketDeps } from '../ticket/actions.ts';
import type { TicketPlace } from '../ticket/store.ts';
import type { BookDeps } from './book.ts';
import type { Pace, StartClient, WorkerProcesses } from './ports.ts';

/** What the looking after one worker is given. */
export interface SupervisorDeps extends TicketDeps, BookDeps {
  files: Files;
  processes: WorkerProcesses;
  startClient: StartClient;
  pace: Pace;
  host: WorkerHost;
  /** The client's program, absolute; undefined when it is not there. */
  program: string | undefined;
  /** The folder of our built programs. */
  programs: string;
  /** The environment that the client gets. */
  env: Record<string, string | undefined>;
  /** Where tickets are looked for that this one depends on. */
  place: TicketPlace;
  /** Where a path leads, links resolved. `path` may be relative to the worker's folder. */
  landing(path: string): string;
  /** An id unlike any other, a UUID. */
  newId(): string;
  /** Lets a session be told once how its worker ended. False when the disk refuses. */
  tell(session: { host: string; session: string }, name: string, notice: WorkerNotice): boolean;
  /**
   * From now on secrets that are handed over go to `take`, which answers with why it does not take one. Returns how to end that.
   */
  onSecret(take: (name: string, value: string) => string | undefined): () => void;
  /** A signal to end came to this process. */
  toldToEnd(): boolean;
  /** Compactions of a session by its record; undefined where that cannot be told. */
  compactionsIn?(session: string): number | undefined;
}
