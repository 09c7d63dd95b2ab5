import { untrustedPath } from '../trust/untrusted.ts';
import type { RoleState } from './role.ts';
import type { RoleEntry } from './role-entry.ts';

/** What was told is remembered so far back: more never waits at once. */
const mostTold = 500;

/** Phrases of what happened that are kept. */
const mostHistory = 200;

/** Applies an entry, in place. */
export function applyRole(state: RoleState, entry: RoleEntry & { at: string }): void {
  const what = phrase(entry, state);
  if (what !== undefined) {
    state.history = [...(state.history ?? []), { at: entry.at, what }].slice(-mostHistory);
  }
  const work = state.work ?? { calls: 0 };
  switch (entry.kind) {
    case 'role': {
      const { role, by, ticket, worker, document, state: file, scratch, invoked } = entry;
      state.role = { role, by, ticket, worker, document, state: file, scratch, invoked };
      return;
    }
    case 'guard':
      state.guarded = [...new Set([...(state.guarded ?? []), entry.path])];
      return;
    case 'work':
      state.work = { ...work, calls: work.calls + 1, since: work.since ?? entry.at };
      return;
    case 'progress':
      state.work = { calls: 0, written: entry.written };
      return;
    case 'phase':
      state.work = { ...work, phase: entry.what, reminded: false };
      return;
    case 'reminded':
      state.work = { ...work, reminded: true };
      return;
    case 'told':
      state.told = [...(state.told ?? []), { id: entry.id, at: entry.at }].slice(-mostTold);
      return;
    case 'ticket': {
      if (entry.done === 'denied') return;
      const others = (state.faulty ?? []).filter(({ path }) => path !== entry.path);
      if (entry.done === 'told') others.push({ path: entry.path, why: entry.why });
      if (state.faulty !== undefined || others.length > 0) state.faulty = others;
      return;
    }
    case 'answer':
      state.answers = [
        ...(state.answers ?? []).filter(({ question }) => question !== entry.question),
        { question: entry.question, answer: entry.answer, at: entry.at },
      ];
      return;
    default:
      return;
  }
}

/** What an entry means for a person who looks at the session; undefined for what is only counted. */
function phrase(entry: RoleEntry, { role }: RoleState): string | undefined {
  switch (entry.kind) {
    case 'role':
      return entry.role === role?.role ? undefined : `role ${entry.role} (${entry.by})`;
    case 'ticket':
      if (entry.done === 'well') return undefined;
      return entry.done === 'told'
        ? `told of ${untrustedPath(entry.path)}: ${entry.why}`
        : `edit of ${untrustedPath(entry.path)} ${entry.done}: ${entry.why}`;
    case 'reminded':
      return 'reminded of progress';
    case 'told':
      return `told: ${entry.id}`;
    case 'answer':
      return `answered: ${entry.question}`;
    default:
      return undefined;
  }
}
