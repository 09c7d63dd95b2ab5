import type { SessionMail } from '../app/worker/mail-ports.ts';
import { openMail } from '../journal/mail.ts';
import { hasMail, hasWorkers, type SessionKey } from '../journal/mail-folders.ts';

/** What waits for a session; opened only where something does, or a brief asks for its workers. */
export function sessionMail(stateFolder: string, key: SessionKey): SessionMail {
  const mail = () => openMail(stateFolder, key);
  return {
    isWaiting: (worker) => hasMail(stateFolder, key, worker),
    notices: () => mail().notices(),
    messages: (worker) => mail().messages(worker),
    take: (file) => mail().take(file),
    putAside: (files) => {
      if (files.length > 0) mail().putAside(files);
    },
    giveBack: (files) => {
      if (files.length > 0) mail().giveBack(files);
    },
    workers: () => (hasWorkers(stateFolder) ? mail().workers() : []),
    takeOver: (sessionId) => mail().takeOver(sessionId),
  };
}
