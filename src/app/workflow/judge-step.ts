import { Fault } from '../../core/errors.ts';
import type { LedgerEntry } from '../../core/ledger/entry.ts';
import { shapeFault } from '../../core/ledger/json-shape.ts';
import { judge } from '../../core/ledger/judge.ts';
import { type Predicate, parsePredicate } from '../../core/ledger/predicate.ts';
import type { Tree, Verdict } from '../../core/ledger/verdict.ts';
import { conditionHolds } from '../../core/workflow/condition.ts';
import type { Requirement, RoundTest } from '../../core/workflow/definition.ts';
import {
  gather,
  lastPlace,
  reachedById,
  reachedIn,
  sessionKey,
} from '../../core/workflow/gather.ts';
import { type OpenStep, type Scope, valueIn } from '../../core/workflow/position.ts';
import type { LedgerPlaces, RunSession } from '../../core/workflow/run-entry.ts';
import type { RunState } from '../../core/workflow/run-state.ts';
import { sampleText } from '../../core/workflow/sample.ts';
import { fillPredicate } from '../../core/workflow/template.ts';
import type { EvidenceDeps } from './ports.ts';

/** Something that a step lacks. `key` tells it from what else the step needs, whatever it comes to. */
export interface Lack {
  key: string;
  what: string;
  next: string;
  /** A worker is at it. */
  waits?: true;
}

/** How the report on a step reads that no worker could be started for; its result says why. */
export const notHandedOver = 'not handed over';

const workerEnd = /^worker (\w+)$/;

/** How the report on a step reads whose worker ended, or was lost, before its ticket was over. */
export function workerEnded(status: string): string {
  return `worker ${status}`;
}

export interface StepVerdict {
  lacks: Lack[];
  /** Ids of the entries that what holds rests on. */
  evidence: string[];
}

/** The ledgers of a run's sessions, each read once. */
export interface RunEvidence {
  entriesSince(places: LedgerPlaces | undefined): LedgerEntry[];
  /** Where the ledgers end now. */
  places(): LedgerPlaces;
}

export function evidenceOf(
  deps: EvidenceDeps,
  run: RunState,
  more: readonly RunSession[] = [],
): RunEvidence {
  const read = new Map<string, LedgerEntry[]>();
  const entriesOf = (session: RunSession): LedgerEntry[] => {
    const key = sessionKey(session);
    const known = read.get(key) ?? deps.entriesOf(session);
    read.set(key, known);
    return known;
  };
  return {
    entriesSince: (places) => gather(run, entriesOf, places),
    places: () =>
      Object.fromEntries(
        [...run.sessions.map(({ session }) => session), ...more].map((session) => [
          sessionKey(session),
          lastPlace(entriesOf(session)),
        ]),
      ),
  };
}

/** What a pending step lacks. `given`: what the agent hands over as its outputs; `checks`: whether commands are run for it. */
export async function judgeStep(
  deps: EvidenceDeps,
  run: RunState,
  open: OpenStep,
  evidence: RunEvidence,
  given: { outputs?: unknown; checks: boolean },
): Promise<StepVerdict> {
  const { step, path, scope } = open;
  const lacks: Lack[] = [];
  const rests: string[] = [];
  const tree = treeFor(deps, run, given.checks);
  for (const [index, requirement] of requirementsOf(open).entries()) {
    const verdict = await judgeRequirement(run, path, scope, requirement, evidence, tree);
    if (verdict.holds) rests.push(...verdict.entries);
    else lacks.push({ key: `${index}`, what: verdict.why, next: verdict.next ?? '' });
  }
  const delegated = step.delegate === undefined ? undefined : delegationLack(run, open);
  if (delegated !== undefined) lacks.push(delegated);
  if (step.outputs !== undefined) {
    const outputs = given.outputs ?? reportedOutputs(run, open);
    const fault =
      outputs === undefined ? 'none was given' : shapeFault(step.outputs, outputs, 'the output');
    if (fault !== undefined) {
      lacks.push({
        key: 'outputs',
        what: `The output of the step is missing: ${fault}.`,
        next: `Hand it over with the token: --output '${sampleText(step.outputs)}', or --output @FILE.`,
      });
    }
  }
  return { lacks, evidence: [...new Set(rests)] };
}

/** What is required, and the answer to what the step asks where nothing else says so. */
function requirementsOf({ step }: OpenStep): Requirement[] {
  const own = step.requires ?? [];
  const isSaid = own.some(({ predicate }) => speaksOfUser(predicate));
  if (step.ask === undefined || isSaid) return own;
  return [...own, { predicate: { answered: step.ask }, since: 'step' }];
}

function speaksOfUser(predicate: Predicate): boolean {
  if ('all' in predicate) return predicate.all.some(speaksOfUser);
  if ('any' in predicate) return predicate.any.some(speaksOfUser);
  if ('not' in predicate) return speaksOfUser(predicate.not);
  return 'answered' in predicate || 'approved' in predicate;
}

async function judgeRequirement(
  run: RunState,
  path: string,
  scope: Scope,
  { predicate, since }: Requirement,
  evidence: RunEvidence,
  tree: Tree,
): Promise<Verdict> {
  let asked: Predicate;
  try {
    asked = parsePredicate(fillPredicate(predicate, (name) => valueIn(scope, name)));
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return {
      holds: false,
      why: `With the values of this run the step asks for nothing that can be judged: ${error.message}`,
      entries: [],
      next: 'Take the run back to the step that gave the value out (holdfast workflow rewind STEP), or, if a parameter holds it, start a run with another.',
    };
  }
  if (since === 'run') return judge(asked, evidence.entriesSince(undefined), tree);
  const from = since === 'step' ? reachedIn(run, path) : reachedById(run, since);
  const node = run.nodes[from ?? 0];
  const whole = evidence.entriesSince(undefined);
  return judge(asked, evidence.entriesSince(node?.places), tree, node?.time, whole);
}

/** Whether a round came to what is asked of it. */
export async function judgeRound(
  deps: EvidenceDeps,
  run: RunState,
  path: string,
  scope: Scope,
  test: RoundTest,
  evidence: RunEvidence,
): Promise<boolean> {
  if ('condition' in test) return conditionHolds(test.condition, (name) => valueIn(scope, name));
  const tree = treeFor(deps, run, true);
  return (await judgeRequirement(run, path, scope, test.evidence, evidence, tree)).holds;
}

function treeFor(deps: EvidenceDeps, run: RunState, checks: boolean): Tree {
  const tree = deps.tree(run.project);
  if (checks) return tree;
  const later = 'it is run when the step is said to be done';
  return { ...tree, run: async () => ({ refused: later, next: 'Go on, and it will be run.' }) };
}

function delegationLack(run: RunState, { path }: OpenStep): Lack | undefined {
  const handed = run.delegated[path];
  const report = run.reported[path];
  const next = `holdfast workflow next --run ${run.run}`;
  if (handed === undefined) {
    return {
      key: 'delegate',
      what: 'The step was not handed to a worker yet.',
      next: `Hand it over: ${next}`,
    };
  }
  const { ticketId, worker } = handed;
  if (report?.status === 'done') return undefined;
  if (report === undefined || report.status === 'open') {
    return worker ? atWork(worker, ticketId) : handingOver(ticketId, next);
  }
  const why = report.result === undefined ? '' : `: ${report.result}`;
  const lack = (what: string, how: string): Lack => ({ key: 'delegate', what, next: how });
  if (report.status === notHandedOver) {
    const other =
      ticketId === ''
        ? ''
        : ` Or give its ticket to another client: holdfast run ${ticketId} --host NAME`;
    return lack(
      `The step was not handed to a worker${why}`,
      `Settle that, then hand it over again: ${next}.${other}`,
    );
  }
  const ended = workerEnd.exec(report.status)?.[1];
  if (ended !== undefined) {
    return lack(
      `The worker ${worker} is ${ended} and its ticket ${ticketId} is not done${why}`,
      // One that is completed cannot be resumed: its ticket was opened again.
      ended === 'completed'
        ? `Start another one: holdfast run ${ticketId}`
        : `Resume it: holdfast resume ${worker}. Or start another one: holdfast run ${ticketId}`,
    );
  }
  return lack(
    `The ticket ${ticketId}${worker && ` of the worker ${worker}`} is ${report.status}${why}.`,
    `Settle what stopped it, then: holdfast ticket reopen ${ticketId} and holdfast run ${ticketId}`,
  );
}

function atWork(worker: string, ticketId: string): Lack {
  return {
    key: 'delegate',
    what: `The worker ${worker} is at it (ticket ${ticketId}).`,
    next: `Wait for it; see "holdfast workers ${worker}".`,
    waits: true,
  };
}

/** Another process hands it over at this moment, or was killed while it did. */
function handingOver(ticketId: string, next: string): Lack {
  return {
    key: 'delegate',
    what: 'The step is being handed to a worker.',
    next:
      ticketId === ''
        ? `Look again: ${next}`
        : `Look again: ${next}. Where "holdfast workers" shows none for it: holdfast run ${ticketId}`,
  };
}

/** What the worker gave out to whom the step was handed. */
export function reportedOutputs(run: RunState, { path, step }: OpenStep): unknown {
  const result = step.delegate && run.reported[path]?.result;
  if (result === undefined) return undefined;
  if (step.outputs === undefined) return { result };
  try {
    return JSON.parse(result);
  } catch {
    return { result };
  }
}
