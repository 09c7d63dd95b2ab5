import { resolve } from 'node:path';
import type { PermissionRequest } from '../../core/worker/event.ts';
import { judgeRequest } from '../../core/worker/permission.ts';
import type { WorkerBook } from './book.ts';
import { answerTo, askPerson, closeRequest } from './requests.ts';
import type { SupervisorDeps } from './supervisor-deps.ts';
import { times } from './times.ts';

interface Open {
  request: PermissionRequest;
  since: number;
}

/** Answers what a client asks: by the policy, by a person, or after a time with a denial. */
export class ClientRequests {
  private readonly deps: SupervisorDeps;
  private readonly book: WorkerBook;
  private readonly write: (text: string) => void;
  private readonly open = new Map<string, Open>();
  private count = 0;

  constructor(deps: SupervisorDeps, book: WorkerBook, write: (text: string) => void) {
    this.deps = deps;
    this.book = book;
    this.write = write;
  }

  take(request: PermissionRequest): void {
    const { launch } = this.book;
    const verdict = judgeRequest(request, {
      permission: launch.permission,
      folder: launch.folder,
      ticket: launch.ticket,
      scratch: launch.scratch,
      allow: launch.allow ?? [],
      landing: (path) => this.deps.landing(resolve(launch.folder, path)),
    });
    if (verdict.allowed) {
      this.answer(request, true, '');
      return;
    }
    this.count += 1;
    const id = `${launch.worker.slice(-4)}-${launch.run}-${this.count}`;
    const asked = this.deps.clock.now();
    askPerson(
      this.deps.disk,
      {
        id,
        worker: launch.worker,
        why: verdict.why,
        asked: asked.toISOString(),
        deniedAt: new Date(asked.getTime() + this.deps.pace.ms(times.request)).toISOString(),
      },
      { tool: this.deps.redact(request.tool), about: this.deps.redact(request.about) },
    );
    this.book.note('permission', `asks for ${request.tool} ${request.about}`);
    this.open.set(id, { request, since: asked.getTime() });
    this.book.update({ waiting: [...this.open.keys()] });
  }

  /** Looks for answers, and denies what waited too long. */
  look(): void {
    for (const [id, { request, since }] of this.open) {
      const said = answerTo(this.deps.disk, this.book.launch.worker, id);
      const waited = this.deps.clock.now().getTime() - since;
      if (said === undefined && waited < this.deps.pace.ms(times.request)) continue;
      const seconds = Math.round(times.request / 1000);
      const reason =
        said === undefined
          ? `Nobody allowed this within ${seconds} seconds. Find another way, or block the ticket and say what is needed.`
          : 'A person denied this. Find another way, or block the ticket and say what is needed.';
      this.answer(request, said === true, reason);
      const how = said === undefined ? 'denied after a time' : said ? 'allowed' : 'denied';
      this.book.note('permission', `${how} ${request.tool} ${request.about}`);
      this.close(id);
    }
  }

  /** The client is gone: nobody waits any more. */
  end(): void {
    for (const id of this.open.keys()) this.close(id);
  }

  private close(id: string): void {
    this.open.delete(id);
    closeRequest(this.deps.disk, this.book.launch.worker, id);
    this.book.update({ waiting: [...this.open.keys()] });
  }

  private answer(request: PermissionRequest, allowed: boolean, reason: string): void {
    const { host } = this.deps;
    if (host.answer) this.write(host.answer(request, allowed, reason));
  }
}
