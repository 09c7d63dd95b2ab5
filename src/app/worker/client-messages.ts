import type { WorkerBook } from './book.ts';
import {
  giveBackMessage,
  messageText,
  messageTold,
  takeMessage,
  waitingMessages,
} from './inbox.ts';
import type { SupervisorDeps } from './supervisor-deps.ts';
import { times } from './times.ts';

/**
 * Messages that go to a client on its standard input: when its turn is over, or when no hook of its session told them for a
 * while. One counts as told when the client shows it; one that it never showed waits again when it is gone, so that none is
 * lost in a compaction or with the client.
 */
export class ClientMessages {
  private readonly deps: SupervisorDeps;
  private readonly book: WorkerBook;
  private readonly write: (text: string) => boolean;
  private readonly written = new Set<string>();
  private showsPrompts = false;

  constructor(deps: SupervisorDeps, book: WorkerBook, write: (text: string) => boolean) {
    this.deps = deps;
    this.book = book;
    this.write = write;
  }

  /** Writes what no hook has told for a while. */
  look(): void {
    this.writeOlder(this.deps.pace.ms(times.untold));
  }

  /** The client showed something that it was given. */
  shown(text: string): void {
    this.showsPrompts = true;
    for (const id of this.written) if (text.includes(`[message ${id}]`)) this.told(id);
  }

  /** A turn is over. True where messages are on their way, so that the client begins another by itself. */
  turnOver(): boolean {
    if (!this.showsPrompts) for (const id of this.written) this.told(id);
    this.writeOlder(0);
    return this.written.size > 0;
  }

  /** The client is gone. */
  end(): void {
    for (const id of this.written) giveBackMessage(this.deps.disk, this.book.launch.worker, id);
    this.written.clear();
  }

  private writeOlder(ageMs: number): void {
    const { host, disk } = this.deps;
    const { worker } = this.book.launch;
    if (!host.message) return;
    for (const waiting of waitingMessages(disk, worker)) {
      if (waiting.ageMs < ageMs || !takeMessage(disk, worker, waiting.id)) continue;
      if (!this.write(host.message(messageText(waiting)))) {
        giveBackMessage(disk, worker, waiting.id);
        return;
      }
      this.written.add(waiting.id);
      this.book.note('note', `message ${waiting.id} was written to the client`);
    }
  }

  private told(id: string): void {
    this.written.delete(id);
    messageTold(this.deps.disk, this.book.launch.worker, id);
    this.book.note('note', `message ${id} was delivered`);
  }
}
