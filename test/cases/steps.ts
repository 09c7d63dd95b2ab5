import { reasonsNow } from '../../src/app/hook/watch-reasons.ts';
import type { StepView, WorkflowEntry } from '../../src/core/workflow/step-view.ts';
import { claudeCode } from '../../src/hosts/claude-code/index.ts';
import { openSessionStore } from '../../src/journal/session-store.ts';
import type { Rig } from './rig.ts';

export const token = 'hfw1.Zk3v9Qm2Xc7Lp1T0dVhYbN5sRaZk3v9Qm2Xc7Lp1T0dVhYbN5sR';

/** The view of a step that allows reading only, as a command of ours writes it. */
export function stepView(more: Partial<StepView> = {}): StepView {
  return {
    run: 'r-7f3a',
    workflow: 'plan-first',
    title: 'Plan before code',
    step: 'explore',
    stepTitle: 'Explore the code',
    prompt: 'Read at least three files that the change touches.',
    allow: ['reading'],
    token,
    missing: [
      { what: '1 of 3 files was read.', next: 'Read two more files of src/.', asked: 1 },
      { what: 'No note says what was found.', next: 'Give one with --note.', asked: 1 },
    ],
    past: [],
    ...more,
  };
}

/** Writes to the journal of the rig's session what a command of ours writes when the session's run moves. */
export function tellJournal(rig: Rig, ...bodies: WorkflowEntry[]): void {
  const store = openSessionStore({
    stateFolder: rig.state,
    host: 'claude-code',
    sessionId: rig.session,
    now: () => new Date(),
  });
  store.append(bodies.map((body) => ({ body })));
  store.watch(reasonsNow({ host: claudeCode }, store.load().state));
}

/** The session works on a step from now on. */
export function takeStep(rig: Rig, more: Partial<StepView> = {}): void {
  tellJournal(rig, { kind: 'workflow', view: stepView(more) });
}
