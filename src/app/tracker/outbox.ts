import type { Config } from '../../core/config/defaults.ts';
import { fingerprint } from '../../core/hash.ts';
import { replacesTruth, showCommand, trackerCommand } from '../../core/tracker/commands.ts';
import type { TrackerMessage, TrackerTemplates } from '../../core/tracker/message.ts';
import { descriptionDigest, shownDescription } from '../../core/tracker/shown.ts';
import type { Clock } from '../ports.ts';
import type { OutboxDisk, SendResult } from './ports.ts';

export interface OutboxDeps {
  outbox: OutboxDisk;
  clock: Clock;
  run(argv: readonly string[], folder: string, deadlineMs: number): Promise<SendResult>;
  /** The output of a program; undefined when it fails or is not done in time. */
  read(argv: readonly string[], folder: string, deadlineMs: number): Promise<string | undefined>;
  wait(ms: number): Promise<void>;
  /** Adds a line to a file of the folder. Throws when the disk refuses, or the file lies outside. */
  appendLine(path: string, line: string, folder: string): void;
}

/** One message as it lies in the outbox. */
interface Pending {
  message: TrackerMessage;
  /** What it is about. */
  key?: string;
  /** Program and arguments, or the file that gets a line. */
  argv?: string[];
  /** Shows what this message would take the place of. */
  show?: string[];
  file?: string;
  folder: string;
  made: string;
  tries: number;
  /** Milliseconds since 1970 before which it is not tried. */
  notBefore: number;
  why?: string;
}

/** Between two looks at what another process sends. */
const pauseMs = 100;
const firstWaitMs = 5_000;
const longestWaitMs = 10 * 60_000;
const mostTries = 12;
/** How long a description may wait that takes the place of another: later the agent may have written its own. */
const freshMs = 60_000;
/** So long a tracker may take to show a task. */
const longestReadMs = 3_000;

export type TrackerConfig = Pick<
  Config,
  | 'tracker'
  | 'trackerFile'
  | 'trackerTask'
  | 'trackerLogCommand'
  | 'trackerStatusCommand'
  | 'trackerTruthCommand'
  | 'trackerShowCommand'
>;

/**
 * Puts messages into the outbox; nothing is sent yet. `key` tells what they are about: the same key and message a second
 * time is the same event told twice, and is left out. Never throws: a tracker holds nobody up.
 */
export function post(
  deps: Pick<OutboxDeps, 'outbox' | 'clock'>,
  config: TrackerConfig,
  messages: readonly TrackerMessage[],
  about: { key: string; folder: string; holdMs?: number },
): number {
  if (config.tracker === 'none') return 0;
  const now = deps.clock.now();
  let put = 0;
  for (const [at, message] of messages.entries()) {
    const to = target(config, message);
    if (to === undefined) continue;
    const pending: Pending = {
      message,
      key: about.key,
      ...to,
      folder: about.folder,
      made: now.toISOString(),
      tries: 0,
      // What comes after a log goes out after it anyway.
      notBefore: about.holdMs && message.what === 'log' ? now.getTime() + about.holdMs : 0,
    };
    const mark = fingerprint(JSON.stringify([about.key, message]));
    const name = `${now.getTime().toString().padStart(14, '0')}-${at}-${mark}`;
    try {
      if (deps.outbox.put(name, JSON.stringify(pending))) put += 1;
    } catch {
      // A full disk costs the message, and nothing else.
    }
  }
  return put;
}

/** Adds a text to the log of a key where that still waits, which then may go out at once. Never throws. */
export function addToLog(
  { outbox }: Pick<OutboxDeps, 'outbox'>,
  config: TrackerConfig,
  key: string,
  text: string,
): void {
  try {
    for (const name of outbox.waiting()) {
      const pending = pendingIn(outbox.read(name));
      if (pending?.key !== key || pending.message.what !== 'log' || pending.tries > 0) continue;
      if (!outbox.take(name)) continue;
      const message = { ...pending.message, text: pending.message.text + text };
      const made = { ...pending, message, ...target(config, message), notBefore: 0 };
      outbox.putBack(name, JSON.stringify(made));
    }
  } catch {
    // What cannot be changed goes out as it is.
  }
}

/** The command lines of a tracker of one's own, as they are set. */
export function templatesOf(config: TrackerConfig): TrackerTemplates {
  return {
    log: config.trackerLogCommand,
    status: config.trackerStatusCommand,
    truth: config.trackerTruthCommand,
    show: config.trackerShowCommand,
  };
}

function target(
  config: TrackerConfig,
  message: TrackerMessage,
): Pick<Pending, 'argv' | 'file' | 'show'> | undefined {
  if (config.tracker === 'file') {
    return message.what === 'log' && config.trackerFile !== ''
      ? { file: config.trackerFile }
      : undefined;
  }
  const templates = templatesOf(config);
  const argv = trackerCommand(config.tracker, message, templates);
  if (argv === undefined || message.what !== 'truth' || !replacesTruth(argv)) {
    return argv && { argv };
  }
  // What cannot be read first is never replaced: the log of the compaction tells the same.
  const show = showCommand(config.tracker, message.id, templates);
  return show && { argv, show };
}

/** What came of sending. */
export interface Sent {
  sent: number;
  waiting: number;
}

/**
 * Sends what waits, in its order; of one task nothing goes out before what came earlier, whoever sends that. What fails
 * waits longer and longer; what may have gone out is not sent again. Ends at the deadline, in milliseconds. Never throws.
 */
export async function sendWaiting(deps: OutboxDeps, deadlineMs: number): Promise<Sent> {
  const end = deps.clock.now().getTime() + deadlineMs;
  for (const name of deps.outbox.abandoned()) {
    deps.outbox.finish(name, 'unsure', deps.outbox.read(name) ?? '');
  }
  let sent = 0;
  for (;;) {
    const round = await sendRound(deps, end);
    sent += round.sent;
    // What came in meanwhile, or waits for another sender, would else wait for the next one.
    const again = round.sent > 0 || round.blocked;
    if (!again || deps.clock.now().getTime() + pauseMs >= end) break;
    if (round.sent === 0) await deps.wait(pauseMs);
  }
  return { sent, waiting: deps.outbox.waiting().length };
}

/** `blocked`: something waits for what another process is sending. */
async function sendRound(
  deps: OutboxDeps,
  end: number,
): Promise<{ sent: number; blocked: boolean }> {
  const waiting = deps.outbox.waiting();
  // Looked at afterwards: what is taken in between is in both, and what was taken before is here.
  const held = new Map<string, 'failed' | 'on its way'>();
  for (const name of deps.outbox.onTheirWay()) {
    const id = pendingIn(deps.outbox.read(name))?.message.id;
    if (id !== undefined) held.set(id, 'on its way');
  }
  let sent = 0;
  for (const name of waiting) {
    const now = deps.clock.now().getTime();
    if (now >= end) break;
    const pending = pendingIn(deps.outbox.read(name));
    if (pending === undefined) continue;
    const { id } = pending.message;
    if (held.has(id)) continue;
    if (pending.notBefore > now) held.set(id, 'failed');
    else if (!deps.outbox.take(name)) held.set(id, 'on its way');
    else if (isStale(pending, now)) {
      const why = 'it waited too long: a newer description may stand there, which it would replace';
      deps.outbox.finish(name, 'failed', JSON.stringify({ ...pending, why }));
    } else {
      const result = await deliver(deps, pending, Math.min(end - now, 15_000));
      if (result.how === 'ok') sent += 1;
      else if (result.how !== 'left') held.set(id, 'failed');
      settle(deps, name, pending, result);
    }
  }
  return { sent, blocked: [...held.values()].includes('on its way') };
}

/** True for a description that would take the place of one that may be newer. */
function isStale({ message, argv, made }: Pending, now: number): boolean {
  return message.what === 'truth' && replacesTruth(argv ?? []) && now - Date.parse(made) > freshMs;
}

/** `left`: what stands there is somebody's own. */
type Delivery = SendResult | { how: 'left' };

async function deliver(deps: OutboxDeps, pending: Pending, deadlineMs: number): Promise<Delivery> {
  if (pending.show !== undefined) return replaceOwn(deps, pending, pending.show, deadlineMs);
  if (pending.file === undefined) return deps.run(pending.argv ?? [], pending.folder, deadlineMs);
  try {
    const { id, text } = pending.message;
    deps.appendLine(pending.file, `- ${pending.made} ${id} ${text}`, pending.folder);
    return { how: 'ok' };
  } catch (error) {
    return { how: 'failed', why: error instanceof Error ? error.message : 'it cannot be written' };
  }
}

/** Writes a description where none stands, or exactly the one that was written last from here. */
async function replaceOwn(
  { read, run, outbox, clock }: OutboxDeps,
  { message, argv = [], folder }: Pending,
  show: readonly string[],
  deadlineMs: number,
): Promise<Delivery> {
  const end = clock.now().getTime() + deadlineMs;
  const output = await read(show, folder, Math.min(deadlineMs, longestReadMs));
  const stands = output === undefined ? undefined : shownDescription(show, output);
  if (stands === undefined) {
    const why = `"${show.join(' ')}" does not tell what stands there, which this would replace`;
    return { how: 'failed', why };
  }
  const key = fingerprint(JSON.stringify([argv[0], message.id]));
  if (stands !== '' && descriptionDigest(stands) !== outbox.written(key)) return { how: 'left' };
  const left = end - clock.now().getTime();
  if (left <= 0) return { how: 'failed', why: 'there was no time left to write it' };
  // Noted first: a text that is noted and was not written matches nothing that stands there.
  outbox.noteWritten(key, descriptionDigest(message.text));
  return run(argv, folder, left);
}

function settle(deps: OutboxDeps, name: string, pending: Pending, result: Delivery): void {
  if (result.how === 'ok' || result.how === 'left') {
    deps.outbox.finish(name, 'sent', '');
    return;
  }
  const tries = pending.tries + 1;
  const next = {
    ...pending,
    tries,
    why: result.why,
    notBefore: deps.clock.now().getTime() + Math.min(firstWaitMs * 2 ** (tries - 1), longestWaitMs),
  };
  if (result.how === 'unknown') deps.outbox.finish(name, 'unsure', JSON.stringify(next));
  else if (tries >= mostTries) deps.outbox.finish(name, 'failed', JSON.stringify(next));
  else deps.outbox.putBack(name, JSON.stringify(next));
}

function pendingIn(text: string | undefined): Pending | undefined {
  try {
    const value = JSON.parse(text ?? '') as Pending;
    return typeof value.message?.id === 'string' && typeof value.tries === 'number'
      ? value
      : undefined;
  } catch {
    return undefined;
  }
}

/** What a person is told of a message that did not go out. */
export interface Stuck {
  name: string;
  id: string;
  command: string;
  why: string;
  /** ISO time before which it is not tried again; absent where it is due. */
  next?: string;
}

export function stuckIn(texts: readonly { name: string; text: string }[]): Stuck[] {
  return texts.flatMap(({ name, text }) => {
    const pending = pendingIn(text);
    if (pending === undefined) return [];
    const command = pending.argv?.join(' ') ?? `a line in ${pending.file}`;
    return [
      {
        name,
        id: pending.message.id,
        command,
        why: pending.why ?? 'it was not tried yet, or its sender ended in the middle',
        ...(pending.notBefore > 0 && { next: new Date(pending.notBefore).toISOString() }),
      },
    ];
  });
}
