import { basename, dirname, join } from 'node:path';
import type { SessionMail, StartedWorker, Waiting } from '../app/worker/mail-ports.ts';
import { guardReason } from '../core/recovery/watch-reason.ts';
import { redactDeep } from '../core/trust/redact.ts';
import type { WorkerMessage, WorkerNotice } from '../core/worker/notice.ts';
import { firstText, moveSmall, namesIn, readSmall, sizeAndTime } from '../platform/small-files.ts';
import { inboxFolder, noticeFolder, type SessionKey, waitingIn } from './mail-folders.ts';
import { folderName } from './session-folder.ts';
import { setWatch, watchReasonsOf } from './watch.ts';

/**
 * Lets a session be told how one of its workers ended: once, at its next prompt or tool result. Its tool events start Node
 * from now on. False when the disk refuses. `name` tells one posting from all others of the session, so that the same one
 * can be posted again after a crash.
 */
export function postNotice(
  stateFolder: string,
  to: SessionKey,
  name: string,
  notice: WorkerNotice,
): boolean {
  if (!post(noticeFolder(stateFolder, to), name, notice)) return false;
  const reasons = watchReasonsOf(stateFolder, to.session);
  if (!reasons.some((reason) => reason !== guardReason)) {
    setWatch(stateFolder, to.session, [...reasons, 'notice waiting (main session)']);
  }
  return true;
}

/** Lets a worker's session be told a message at its next prompt or tool result, once. False when the disk refuses. */
export function postMessage(
  stateFolder: string,
  worker: string,
  name: string,
  message: WorkerMessage,
): boolean {
  return post(inboxFolder(stateFolder, worker), name, message);
}

/** What waits for a session. */
export function openMail(stateFolder: string, key: SessionKey): Omit<SessionMail, 'isWaiting'> {
  const own = noticeFolder(stateFolder, key);
  return {
    notices: () => readAll<WorkerNotice>(own, isNotice),
    messages: (worker) => readAll<WorkerMessage>(inboxFolder(stateFolder, worker), isMessage),
    take(file) {
      const taken = join(file, '..', '..', 'taken', basename(file));
      return moveSmall(file, taken) ? taken : undefined;
    },
    putAside(files) {
      for (const file of files) moveSmall(file, join(placeOf(file), 'told', basename(file)));
    },
    giveBack(files) {
      for (const file of files) {
        if (isTaken(file)) moveSmall(file, join(placeOf(file), basename(file)));
      }
    },
    workers: () => workersOf(stateFolder, key),
    takeOver(sessionId) {
      for (const file of waitingIn(noticeFolder(stateFolder, { ...key, session: sessionId }))) {
        moveSmall(file, join(own, basename(file)));
      }
    },
  };
}

function isTaken(file: string): boolean {
  return basename(dirname(file)) === 'taken';
}

/** The folder in which a file waited. */
function placeOf(file: string): string {
  return isTaken(file) ? join(file, '..', '..', 'inbox') : dirname(file);
}

/** Workers whose launch record names a session as the one that started them. */
function workersOf(stateFolder: string, key: SessionKey): StartedWorker[] {
  const folder = join(stateFolder, 'workers');
  const found = namesIn(folder).flatMap((name) => {
    const launch = parsed(readSmall(join(folder, name, 'launch.json')));
    const handler = launch?.handler as Partial<SessionKey> | undefined;
    if (handler?.session !== key.session || handler.host !== key.host) return [];
    const state = parsed(readSmall(join(folder, name, 'state.json')));
    const text = (value: unknown): string => (typeof value === 'string' ? value : 'unknown');
    return [
      {
        worker: name,
        ticket: text(launch?.ticketId),
        host: text(launch?.host),
        status: text(state?.status),
        launched: text(launch?.launched),
      },
    ];
  });
  found.sort((one, other) => (one.launched < other.launched ? -1 : 1));
  return found.map(({ worker, ticket, host, status }) => ({ worker, ticket, host, status }));
}

function post(folder: string, name: string, value: unknown): boolean {
  const file = `${folderName(name)}.json`;
  // What was told already is not told again.
  if (sizeAndTime(join(folder, 'told', file)) !== undefined) return true;
  return firstText(join(folder, file), `${JSON.stringify(redactDeep(value, []))}\n`) !== undefined;
}

function readAll<T extends { at: string }>(
  folder: string,
  fits: (value: Record<string, unknown>) => boolean,
): Waiting<T>[] {
  const found = waitingIn(folder).map((file): Waiting<T> => {
    const value = parsed(readSmall(file));
    return value !== undefined && fits(value) ? { file, value: value as unknown as T } : { file };
  });
  const time = (one: Waiting<T>): string => one.value?.at ?? '';
  return found.sort((one, other) =>
    time(one) === time(other) ? 0 : time(one) < time(other) ? -1 : 1,
  );
}

function parsed(text: string | undefined): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && value !== null
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

function isNotice({ task, status, summary, at, result }: Record<string, unknown>): boolean {
  const texts = [task, summary, at, result ?? ''];
  const ends = ['completed', 'failed', 'killed'];
  return texts.every((text) => typeof text === 'string') && ends.includes(String(status));
}

function isMessage({ from, text, at }: Record<string, unknown>): boolean {
  return [from, text, at].every((one) => typeof one === 'string');
}
