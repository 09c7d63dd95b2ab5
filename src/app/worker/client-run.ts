import { dirname } from 'node:path';
import { untrusted } from '../../core/trust/untrusted.ts';
import type { WorkerEvent, WorkerTrouble } from '../../core/worker/event.ts';
import { noneSpent, type Spent } from '../../core/worker/launch.ts';
import { type RunEnd, retryCannotFix } from '../../core/worker/next-step.ts';
import { isOutOfMeans, troubleOfWords } from '../../core/worker/trouble.ts';
import { ticketVariable, workerVariable } from '../../core/worker/variables.ts';
import type { WorkerBook } from './book.ts';
import { ClientMessages } from './client-messages.ts';
import { ClientRequests } from './client-requests.ts';
import type { ClientEnd, RunningClient } from './ports.ts';
import type { SupervisorDeps } from './supervisor-deps.ts';
import { times } from './times.ts';

/** What one run of the client is told, and by what it is led. */
export interface RunWish {
  prompt: string;
  /** The session to go on with. */
  resume?: string;
  /** Called once for each event that shows the client at work. */
  onWork(): void;
  /** True when the ticket needs no client any more. */
  isDone(): boolean;
  /** What the client is told when its turn is over; undefined when it has nothing more to do. */
  afterTurn(): string | undefined;
  /** Why it must stop; undefined while it need not. */
  mustStop(): string | undefined;
}

/** Unknown lines in a row, with no known one before, after which the program is not the client. */
const mostGarbage = 1_000;

/** Runs the client once, from its start until nothing of it is left. */
export async function runClient(
  deps: SupervisorDeps,
  book: WorkerBook,
  wish: RunWish,
): Promise<RunEnd> {
  const run = new ClientRun(deps, book, wish);
  return run.toEnd();
}

class ClientRun {
  private readonly deps: SupervisorDeps;
  private readonly book: WorkerBook;
  private readonly wish: RunWish;
  private client!: RunningClient;
  private readonly requests: ClientRequests;
  private readonly messages: ClientMessages;
  private readonly openTools = new Set<string>();
  private politely = false;
  private hadSession = false;
  private anyKnown = false;
  private firstUnknown: string | undefined;
  private trouble: RunEnd['trouble'];
  private ending: RunEnd['stalled'] | 'garbage';
  /** Times in a row that the client retried a failure that a retry cannot fix. */
  private inVain = 0;
  /** When the client was told that its work is over. */
  private leaving: number | undefined;
  private stopping: number | undefined;
  private stopped = false;
  private recordLooked = 0;

  constructor(deps: SupervisorDeps, book: WorkerBook, wish: RunWish) {
    this.deps = deps;
    this.book = book;
    this.wish = wish;
    const write = (text: string): boolean => this.client.write(text);
    this.requests = new ClientRequests(deps, book, write);
    this.messages = new ClientMessages(deps, book, write);
  }

  async toEnd(): Promise<RunEnd> {
    const { deps, book, wish } = this;
    const { launch } = book;
    const sessionId = deps.newId();
    const command = deps.host.start({
      prompt: wish.prompt,
      folder: launch.folder,
      permission: launch.permission,
      programs: deps.programs,
      folders: this.folders(),
      allow: launch.allow ?? [],
      coordinates: launch.coordinates === true,
      ...(launch.model !== undefined && { model: launch.model }),
      ...(wish.resume === undefined ? { sessionId } : { resume: wish.resume }),
    });
    const known = command.takesSessionId ? [`${deps.host.id}/${sessionId}`] : [];
    book.writeLaunch({ run: launch.run + 1, sessions: [...launch.sessions, ...known] });
    const { program } = deps;
    if (program === undefined) return this.notThere();
    const stream = deps.host.stream();
    this.client = deps.startClient(
      {
        program,
        args: command.args,
        folder: launch.folder,
        env: { ...deps.env, ...command.env, [ticketVariable]: launch.ticket },
        input: command.input,
        keepsInput: command.keepsInput,
        mark: { name: workerVariable, value: launch.worker },
      },
      (line) => {
        book.raw(line);
        for (const event of stream.line(line)) this.take(event, line);
      },
    );
    book.update({
      client: this.client.mark,
      firstPrompt: book.state.firstPrompt ?? deps.redact(wish.prompt).slice(0, 2_000),
    });
    book.save();
    const noMoreSecrets = deps.onSecret((name, value) => this.rotate(name, value));
    const timer = setInterval(() => this.look(), deps.pace.ms(times.look));
    const end = await this.client.ended;
    for (const event of stream.end?.(end.code ?? null) ?? []) this.take(event, '');
    clearInterval(timer);
    noMoreSecrets();
    this.requests.end();
    this.messages.end();
    this.countCompactions();
    book.update({ client: undefined });
    return this.result(end);
  }

  /**
   * A client that asks is answered for the ticket alone. To one that asks nobody, and walls its commands in, are opened the
   * ticket's folder and what "holdfast ticket" writes: leases, locks, and what waits for a tracker.
   */
  private folders(): string[] {
    const { deps, book } = this;
    const { scratch, ticket } = book.launch;
    if (deps.host.answer) return [scratch];
    const state = ['leases', 'locks', 'tickets', 'outbox'].map((name) => deps.disk.place(name));
    for (const folder of state) deps.disk.makeFolder(folder);
    return [scratch, dirname(ticket), ...state];
  }

  private take(event: WorkerEvent, line: string): void {
    if (event.type === 'unknown') {
      this.unknown(event, line);
      return;
    }
    this.anyKnown = true;
    if (event.type !== 'error' && event.type !== 'usage') this.wish.onWork();
    switch (event.type) {
      case 'session':
        this.session(event.id);
        break;
      case 'prompt':
        this.messages.shown(event.text);
        break;
      case 'tool.started':
        if (event.id !== undefined) this.openTools.add(event.id);
        break;
      case 'tool.finished':
        if (event.id !== undefined) this.openTools.delete(event.id);
        break;
      case 'permission':
        this.requests.take(event.request);
        break;
      case 'error':
        this.trouble = { kind: kindOf(event.trouble, event.text), text: this.line(event.text) };
        if (!event.ends) this.retried(this.trouble.kind);
        break;
      default:
    }
    if (event.type === 'text' || event.type === 'tool.started') {
      this.trouble = undefined;
      this.politely = false;
      this.inVain = 0;
    }
    this.book.fold(event);
    if (event.type === 'result') this.turnOver(event.ok);
  }

  /** A client may retry a failure for minutes that a retry cannot fix. One retry is allowed, since it could have renewed its key. */
  private retried(kind: WorkerTrouble): void {
    if (!retryCannotFix(kind)) return;
    this.inVain += 1;
    if (this.inVain === 2 && this.ending === undefined) this.endClient();
  }

  private unknown(event: WorkerEvent, line: string): void {
    this.book.fold(event);
    this.firstUnknown ??= this.line(line);
    if (!this.anyKnown && this.book.state.unknownLines >= mostGarbage && !this.ending) {
      this.ending = 'garbage';
      this.endClient();
    }
  }

  private session(id: string): void {
    this.hadSession = true;
    const { launch, state } = this.book;
    const key = `${this.deps.host.id}/${id}`;
    const before = launch.sessions.at(-1);
    if (before !== key || !launch.resumable) {
      const sessions = [...launch.sessions.filter((one) => one !== key), key];
      this.book.writeLaunch({ sessions, resumable: true });
    }
    // A client tells the tokens of one session: those of sessions before are kept apart.
    if (this.wish.resume === undefined)
      this.book.update({ spentBefore: withoutContext(state.spent) });
  }

  private turnOver(ok: boolean): void {
    this.politely = ok && this.trouble === undefined;
    this.openTools.clear();
    if (this.stopping !== undefined || (!this.politely && this.trouble !== undefined)) {
      this.leave();
      return;
    }
    // The client goes on by itself with what it was told meanwhile.
    if (!this.wish.isDone() && this.messages.turnOver()) return;
    const next = this.wish.afterTurn();
    const { host } = this.deps;
    if (next === undefined || !host.message || !this.client.write(host.message(next))) this.leave();
    else this.politely = false;
  }

  /** The work is over: the client gets its time to end by itself. */
  private leave(): void {
    this.leaving ??= this.deps.clock.now().getTime();
    this.client.endInput();
  }

  /** Looks at what changed outside, and at the clock. */
  private look(): void {
    const { deps } = this;
    const now = deps.clock.now().getTime();
    const { ms, anyByte, halfLine } = this.client.quiet();
    this.requests.look();
    if (this.leaving === undefined && this.stopping === undefined) this.messages.look();
    if (this.stopping === undefined && this.wish.mustStop() !== undefined) this.beginStop(now);
    if (this.stopping !== undefined && now - this.stopping > deps.pace.ms(times.stop)) {
      this.endClient();
    }
    if (this.leaving !== undefined && now - this.leaving > deps.pace.ms(times.leave)) {
      this.endClient();
    }
    if (now - this.recordLooked > deps.pace.ms(times.record)) {
      this.recordLooked = now;
      this.countCompactions();
    }
    const stalled = this.stallOf(ms, anyByte, halfLine);
    if (stalled !== undefined && !this.ending) {
      this.ending = stalled;
      this.endClient();
    }
  }

  private stallOf(ms: number, anyByte: boolean, halfLine: boolean): string | undefined {
    const over = (time: number) => ms > this.deps.pace.ms(time);
    if (!anyByte) {
      return over(times.firstByte)
        ? `The client printed nothing in ${inWords(times.firstByte)}.`
        : undefined;
    }
    if (halfLine && over(times.halfLine)) {
      return `The client printed half a line and then nothing for ${inWords(times.halfLine)}.`;
    }
    const silence = this.openTools.size > 0 ? times.silentTool : times.silence;
    return over(silence) ? `The client printed nothing for ${inWords(silence)}.` : undefined;
  }

  private beginStop(now: number): void {
    this.stopping = now;
    this.book.update({ status: 'stopping', reason: this.wish.mustStop() ?? '' });
    const { interrupt } = this.deps.host;
    // Where only a signal stops a turn politely, that is what it gets at once.
    if (!interrupt || !this.client.write(interrupt())) this.endClient();
  }

  /** Gives the client another secret. The client of a later start gets it in its environment. */
  private rotate(name: string, value: string): string | undefined {
    const { host, env } = this.deps;
    const text = host.rotateSecret?.(name, value);
    if (text === undefined) {
      return host.rotateSecret
        ? `The client of ${host.id} does not take ${name} while it runs.`
        : `The client of ${host.id} takes no secret while it runs.`;
    }
    if (!this.client.write(text)) return 'The client no longer takes input.';
    env[name] = value;
    this.book.note('note', `the secret ${name} was rotated`);
    return undefined;
  }

  private endClient(): void {
    if (this.stopped) return;
    this.stopped = true;
    void this.client.stop(this.deps.pace.ms(times.stop));
  }

  private countCompactions(): void {
    const { host, compactionsIn } = this.deps;
    const key = this.book.launch.sessions.at(-1);
    if (host.showsCompactions || !compactionsIn || key === undefined) return;
    const count = compactionsIn(key.slice(key.indexOf('/') + 1));
    if (count !== undefined && count > this.book.state.compactions) {
      for (let each = this.book.state.compactions; each < count; each += 1) {
        this.book.fold({ type: 'compaction' });
      }
    }
  }

  private notThere(): RunEnd {
    const { id, program } = this.deps.host;
    return {
      ...nothing,
      notStarted: `The program ${program} of the host ${id} is not on PATH.`,
      resumed: this.wish.resume !== undefined,
    };
  }

  private result(end: ClientEnd): RunEnd {
    const errors = this.line(end.errors.split('\n').at(-1) ?? '');
    const died = end.signal !== undefined || (end.code !== undefined && end.code !== 0);
    // A client that cannot find its session may say so in plain words: it is started anew.
    const silent =
      !this.anyKnown && this.firstUnknown !== undefined && this.wish.resume === undefined;
    const { ending } = this;
    const told = died && ending === undefined ? troubleOfWords(end.errors) : undefined;
    const trouble = this.trouble ?? (told && { kind: told, text: errors });
    return {
      ...(end.notStarted && {
        notStarted: `The client could not be started: ${this.line(end.notStarted.message)}`,
      }),
      ...(end.code !== undefined && { code: end.code }),
      ...(end.signal !== undefined && { signal: end.signal }),
      ...(died && errors !== '' && { errors }),
      ...(ending !== undefined && ending !== 'garbage' && { stalled: ending }),
      ...((ending === 'garbage' || (silent && ending === undefined)) && {
        garbage: this.firstUnknown ?? '',
      }),
      ...(trouble && { trouble }),
      politely: this.politely,
      leftRunning: end.leftRunning,
      hadSession: this.hadSession,
      resumed: this.wish.resume !== undefined,
    };
  }

  private line(text: string): string {
    return untrusted(this.deps.redact(text), 300);
  }
}

const nothing: RunEnd = { politely: false, leftRunning: false, hadSession: false, resumed: false };

/** Words tell what no code does. */
function kindOf(told: WorkerTrouble, text: string): WorkerTrouble {
  if (isOutOfMeans(text)) return 'setup';
  return told === 'other' ? (troubleOfWords(text) ?? told) : told;
}

function withoutContext(spent: Spent): Spent {
  const { contextTokens: _, ...rest } = { ...noneSpent, ...spent };
  return rest;
}

/** A time in words: 60 s, 2 min, 4 h. */
function inWords(ms: number): string {
  if (ms < 120_000) return `${ms / 1000} s`;
  return ms < 2 * 3_600_000 ? `${ms / 60_000} min` : `${ms / 3_600_000} h`;
}
