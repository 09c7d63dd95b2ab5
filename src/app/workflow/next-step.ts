import { Fault } from '../../core/errors.ts';
import { sessionKey } from '../../core/workflow/gather.ts';
import { meaningOf, type TokenMeaning } from '../../core/workflow/resolve-token.ts';
import type { RunEntry, WorkflowAnswer } from '../../core/workflow/run-entry.ts';
import {
  applyRunEntry,
  copyRun,
  currentSession,
  type RunState,
} from '../../core/workflow/run-state.ts';
import { readToken } from '../../core/workflow/token.ts';
import { type Advance, advance, type StepGift } from './advance.ts';
import { answerFor } from './answer.ts';
import { loadRun } from './choose-run.ts';
import { evidenceOf } from './judge-step.ts';
import type { WorkflowDeps } from './ports.ts';
import { tellSession } from './tell-session.ts';
import { given } from './texts.ts';

/** What `next` is asked with. Without a token the pending step is given again, and nothing changes. */
export interface NextWish extends StepGift {
  run: string;
  token?: string;
}

const mostTries = 5;

/** Goes on with a run by the token of its step. Throws a Fault for a token that is not ours or not this run's. */
export async function nextStep(deps: WorkflowDeps, wish: NextWish): Promise<WorkflowAnswer> {
  if (wish.token === undefined) return showRun(deps, wish.run);
  const sign = (text: string) => deps.runs.sign(text);
  const claim = readToken(sign, wish.token);
  if (claim === undefined)
    throw refusedToken('The token is incomplete or was not issued by Holdfast.');
  if (claim.run !== wish.run) {
    throw refusedToken(`The token is one of the run ${claim.run} and not of ${wish.run}.`);
  }
  const gift = given(deps, wish);
  for (let tries = 0; tries < mostTries; tries += 1) {
    const run = loadRun(deps, wish.run);
    if (run.abandoned !== undefined) return answerFor(deps, run, 'abandoned', '');
    const meaning = meaningOf(run, claim);
    if (meaning.is === 'foreign') throw refusedToken('The run has no such step.');
    if (meaning.is === 'used') {
      const entry = deps.runs.advancedTo(run.run, meaning.made);
      if (entry) return { ...entry.answer, again: true };
    }
    if (meaning.is === 'used' || meaning.is === 'undone') {
      const said =
        'That step was done, and the run was taken back since. This is the pending step:';
      return answerFor(deps, run, 'pending', said);
    }
    const made = await goOn(deps, run, meaning, gift);
    if (write(deps, run, made)) {
      tellSession(deps, made.run, made.answer, currentSession(run));
      return made.answer;
    }
  }
  throw new Fault('refused', `The run ${wish.run} keeps being changed by others.`, {
    hint: 'Nothing was changed. Run this again.',
  });
}

async function goOn(
  deps: WorkflowDeps,
  before: RunState,
  meaning: Extract<TokenMeaning, { is: 'pending' | 'old' }>,
  gift: StepGift,
): Promise<Advance> {
  const run = copyRun(before);
  const time = deps.now().toISOString();
  const entries: RunEntry[] = [];
  const more: string[] = [];
  const add = (entry: RunEntry) => {
    entries.push(entry);
    applyRunEntry(run, entry);
  };
  const { session } = deps;
  const own = currentSession(run);
  if (session && (own === undefined || sessionKey(own) !== sessionKey(session))) {
    add({
      v: 1,
      time,
      kind: 'attached',
      session,
      places: evidenceOf(deps, run, [session]).places(),
    });
    more.push('This session works on the run from now on.');
  }
  if (meaning.is === 'old') {
    const branch = run.branch + 1;
    add({ v: 1, time, kind: 'branched', to: meaning.state, branch });
    more.push(
      `The token is from before the run was taken back: it goes on from there, as branch ${branch}.`,
    );
  }
  const made = await advance(deps, run, meaning.open, evidenceOf(deps, run), gift);
  if (more.length > 0) made.answer.said = `${more.join(' ')} ${made.answer.said}`;
  if (meaning.is === 'old') made.answer.branch = run.branch;
  return { ...made, entries: [...entries, ...made.entries] };
}

/** Writes what was decided on a run, unless it was changed meanwhile. */
function write(deps: WorkflowDeps, before: RunState, made: Advance): boolean {
  return deps.runs.exclusively(before.run, () => {
    const now = loadRun(deps, before.run);
    if (now.head !== before.head || now.last !== before.last || now.abandoned !== undefined)
      return false;
    if (now.sessions.length !== before.sessions.length) return false;
    deps.runs.append(before.run, made.entries);
    return true;
  });
}

/** The pending step again; nothing changes. */
export async function showRun(deps: WorkflowDeps, run: string): Promise<WorkflowAnswer> {
  return answerFor(deps, loadRun(deps, run), 'pending', '');
}

function refusedToken(what: string): Fault {
  return new Fault('refused', `${what} Nothing was changed.`, {
    hint: 'See the pending step and its token: holdfast workflow next',
  });
}
