import { Fault } from '../../core/errors.ts';
import { refuseEmptyId } from './session-id.ts';
import type { SessionIndex, StoredSession } from './session-index.ts';

/** What a person may say to name a session. */
export interface SessionChoice {
  /** An id or the beginning of one; absent: the session of this shell, else the newest of the project. */
  named?: string;
  /** The id that the environment of a host's session gives. */
  current?: string;
  /** The project's top folder. */
  project?: string;
}

/** So many of the newest sessions are looked into for one of the project. */
const mostLookedInto = 1_000;

/** The session that is meant. Throws a Fault that says what to type when there is none, or more than one. */
export function findSession(index: SessionIndex, choice: SessionChoice): StoredSession {
  const sessions = index.list();
  if (choice.named !== undefined) return named(sessions, choice.named);
  const current = sessions.find((session) => session.id === choice.current);
  if (current) return current;
  const here = sessions.slice(0, mostLookedInto).find((session) => {
    const { state } = index.read(session);
    return choice.project !== undefined && state.agents['']?.project === choice.project;
  });
  if (here) return here;
  throw new Fault('not-found', 'No session is known for this project.', {
    hint: 'Run "holdfast status" to list all sessions and name one, or "holdfast doctor" if you expected one here.',
  });
}

function named(sessions: readonly StoredSession[], name: string): StoredSession {
  refuseEmptyId(name);
  const exact = sessions.find((session) => session.id === name);
  if (exact) return exact;
  const matching = sessions.filter((session) => session.id.startsWith(name));
  if (matching.length === 1) return matching[0]!;
  if (matching.length === 0) {
    throw new Fault('not-found', `No session matches "${name}".`, {
      hint: 'Run "holdfast status" to see them.',
    });
  }
  throw new Fault('usage', `"${name}" matches the ids of ${matching.length} sessions.`, {
    hint: `Give more of it: ${matching
      .slice(0, 3)
      .map((session) => session.id)
      .join(', ')}`,
  });
}
