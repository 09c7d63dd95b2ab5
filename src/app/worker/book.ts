import { untrusted } from '../../core/trust/untrusted.ts';
import type { WorkerEvent } from '../../core/worker/event.ts';
import { foldEvent, noted } from '../../core/worker/fold.ts';
import type { Activity, LaunchRecord, WorkerState } from '../../core/worker/launch.ts';
import type { Clock } from '../ports.ts';
import type { WorkerDisk } from './ports.ts';
import { type KnownWorker, workerFolder } from './records.ts';

export interface BookDeps {
  disk: WorkerDisk;
  clock: Clock;
  /** Takes out secrets, those of this worker's environment too. */
  redact(text: string): string;
}

/** The newest of what a client printed is kept. */
const streamLimitBytes = 8 * 1024 * 1024;
const activityLimitBytes = 2 * 1024 * 1024;
const saveEveryMs = 250;
/** What waits to be written takes no more memory than this, in UTF-16 units. */
const heldLimit = 512 * 1024;
/** Of a longer line the beginning is kept: the rest is in the host's own record. */
const longestKeptLine = 16 * 1024;

/** What is written down of a worker by the one process that looks after it. */
export class WorkerBook {
  launch: LaunchRecord;
  state: WorkerState;
  private readonly deps: BookDeps;
  private readonly folder: string;
  private lines: string[] = [];
  private held = 0;
  private activities: string[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(deps: BookDeps, known: Pick<KnownWorker, 'launch' | 'state'>) {
    this.deps = deps;
    this.launch = known.launch;
    this.state = known.state;
    this.folder = workerFolder(known.launch.worker);
  }

  get now(): string {
    return this.deps.clock.now().toISOString();
  }

  /** Changes the launch record, on disk before this returns. Throws a Fault when the disk refuses. */
  writeLaunch(change: Partial<LaunchRecord>): void {
    this.launch = { ...this.launch, ...change };
    this.deps.disk.write(`${this.folder}/launch.json`, `${JSON.stringify(this.launch, null, 2)}\n`);
  }

  /** Changes the state; it is on disk soon. */
  update(change: Partial<WorkerState>): void {
    this.state = { ...this.state, ...change, time: this.now };
    this.saveSoon();
  }

  fold(event: WorkerEvent): void {
    const { state, activity } = foldEvent(this.state, event, this.now, this.deps.redact);
    this.state = state;
    if (activity) this.activities.push(JSON.stringify(activity));
    this.saveSoon();
  }

  note(kind: Activity['kind'], text: string): void {
    const line = untrusted(this.deps.redact(text), 500);
    const { state, activity } = noted(this.state, { time: this.now, kind, text: line });
    this.state = state;
    this.activities.push(JSON.stringify(activity));
    this.saveSoon();
  }

  /** One raw line of the client. */
  raw(text: string): void {
    const beginning = text.length > longestKeptLine ? text.slice(0, longestKeptLine) : text;
    const line = this.deps.redact(beginning).replace(/[\r\n]+/g, ' ');
    this.lines.push(line);
    this.held += line.length;
    this.state.lines += 1;
    if (this.held > heldLimit) this.flushLines();
    this.saveSoon();
  }

  /** Writes everything now. A disk that refuses costs what would have been written, and nothing else. */
  save(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.flushLines();
    const { disk } = this.deps;
    const activities = this.activities.splice(0);
    if (activities.length > 0) {
      disk.append(`${this.folder}/activity.ndjson`, activities, activityLimitBytes);
    }
    disk.replace(`${this.folder}/state.json`, `${JSON.stringify(this.state, null, 2)}\n`);
  }

  private flushLines(): void {
    this.held = 0;
    const lines = this.lines.splice(0);
    if (lines.length > 0) {
      this.deps.disk.append(`${this.folder}/stream.log`, lines, streamLimitBytes);
    }
  }

  private saveSoon(): void {
    this.timer ??= setTimeout(() => this.save(), saveEveryMs);
  }
}
