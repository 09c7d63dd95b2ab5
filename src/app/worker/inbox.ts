import { renderMessage, type WorkerMessage } from '../../core/worker/notice.ts';
import type { WorkerDisk } from './ports.ts';
import { workerFolder } from './records.ts';

/*
 * Messages to a worker lie in its inbox, one file each. A hook of its session tells them and puts them into `told`, or its
 * supervisor takes them out first and writes them to its client.
 */

/** A message with the name of its file, without the ending. */
export interface InboxMessage {
  id: string;
  message: WorkerMessage;
  /** Milliseconds since it was posted. */
  ageMs: number;
}

/** Messages that neither a hook has told nor the supervisor has taken, the oldest first. */
export function waitingMessages(disk: WorkerDisk, worker: string): InboxMessage[] {
  return messagesIn(disk, `${workerFolder(worker)}/inbox`);
}

/** How far a message has come. */
export type MessageState = 'waiting' | 'on its way' | 'told';

const places: readonly (readonly [string, MessageState])[] = [
  ['inbox/told', 'told'],
  ['taken', 'on its way'],
  ['inbox', 'waiting'],
];

/** Every message that was sent to a worker, the oldest first. */
export function sentMessages(
  disk: WorkerDisk,
  worker: string,
): (InboxMessage & { state: MessageState })[] {
  return places
    .flatMap(([place, state]) =>
      messagesIn(disk, `${workerFolder(worker)}/${place}`).map((one) => ({ ...one, state })),
    )
    .sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

function messagesIn(disk: WorkerDisk, folder: string): InboxMessage[] {
  return disk
    .list(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => {
      const message = messageOf(disk.read(`${folder}/${name}`));
      const ageMs = disk.ageMs(`${folder}/${name}`) ?? 0;
      return message === undefined ? [] : [{ id: name.slice(0, -5), message, ageMs }];
    })
    .sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

/** Takes a message out of the inbox; false when it is not there any more. */
export function takeMessage(disk: WorkerDisk, worker: string, id: string): boolean {
  return disk.move(nameOf(worker, 'inbox', id), nameOf(worker, 'taken', id));
}

/** A message that was taken is told. */
export function messageTold(disk: WorkerDisk, worker: string, id: string): void {
  disk.move(nameOf(worker, 'taken', id), nameOf(worker, 'inbox/told', id));
}

/** A message that was taken was not told: it waits again. */
export function giveBackMessage(disk: WorkerDisk, worker: string, id: string): void {
  disk.move(nameOf(worker, 'taken', id), nameOf(worker, 'inbox', id));
}

/** Everything that a supervisor took which was killed before it could tell it waits again. */
export function giveBackTaken(disk: WorkerDisk, worker: string): void {
  for (const name of disk.list(`${workerFolder(worker)}/taken`)) {
    if (name.endsWith('.json')) giveBackMessage(disk, worker, name.slice(0, -5));
  }
}

/** Takes every message that waits. */
export function takeMessages(
  disk: WorkerDisk,
  worker: string,
): { messages: InboxMessage[]; delivered(): void; giveBack(): void } {
  const messages = waitingMessages(disk, worker).filter(({ id }) => takeMessage(disk, worker, id));
  return {
    messages,
    delivered() {
      for (const { id } of messages) messageTold(disk, worker, id);
    },
    giveBack() {
      for (const { id } of messages) giveBackMessage(disk, worker, id);
    },
  };
}

/** How a client is told a message. By the id it is known when the client shows it. */
export function messageText({ id, message }: InboxMessage): string {
  return `[message ${id}] ${renderMessage(message)}`;
}

function messageOf(text: string | undefined): WorkerMessage | undefined {
  try {
    const value = JSON.parse(text ?? '') as Partial<WorkerMessage> | null;
    const whole = [value?.from, value?.text, value?.at].every((each) => typeof each === 'string');
    return whole ? (value as WorkerMessage) : undefined;
  } catch {
    return undefined;
  }
}

function key({ id, message }: InboxMessage): string {
  return `${message.at} ${id}`;
}

function nameOf(worker: string, place: string, id: string): string {
  return `${workerFolder(worker)}/${place}/${id}.json`;
}
