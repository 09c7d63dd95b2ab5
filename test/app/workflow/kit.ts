import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../../../harness/remove-folder.ts';
import { nextStep, startRun } from '../../../src/app/workflow/actions.ts';
import { checkFiles, type KnownWorkflow } from '../../../src/app/workflow/definitions.ts';
import type { RunStore, WorkflowDeps } from '../../../src/app/workflow/ports.ts';
import type { LedgerEntry } from '../../../src/core/ledger/entry.ts';
import { redact, redactDeep } from '../../../src/core/trust/redact.ts';
import type { RunSession, WorkflowAnswer } from '../../../src/core/workflow/run-entry.ts';
import type { WorkflowEntry } from '../../../src/core/workflow/step-view.ts';
import { openRunStore } from '../../../src/journal/run-store.ts';
import { digest } from '../../core/ledger/kit.ts';

export interface Bench {
  deps: WorkflowDeps;
  folder: string;
  /** What was written into journals, as `session kind`. */
  told: [session: string, entry: WorkflowEntry][];
  /** Adds a call to the ledger of a session: a file that was read. */
  reads(session: string, path: string): void;
  /** The commands that checks ran. */
  ran: string[];
  as(session: string | undefined): WorkflowDeps;
  start(text: string, set?: Record<string, string | string[]>): Promise<WorkflowAnswer>;
  next(answer: WorkflowAnswer, more?: object): Promise<WorkflowAnswer>;
  log(run: string): string;
  /** The same runs to one who has looked at none yet. */
  fresh(): RunStore;
  close(): void;
}

export function openBench(session: string | undefined = 'a'): Bench {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-workflow-'));
  const ledgers = new Map<string, LedgerEntry[]>();
  const told: [string, WorkflowEntry][] = [];
  const ran: string[] = [];
  let minute = 0;
  const sessionOf = (name: string): RunSession => ({ host: 'some', session: name });
  const fresh = () =>
    openRunStore({ stateFolder: folder, redact: () => [], exclusively: (_, work) => work() });
  const deps: WorkflowDeps = {
    runs: fresh(),
    now: () => {
      minute += 1;
      return new Date(Date.UTC(2030, 0, 1, 0, minute));
    },
    ...(session !== undefined && { session: sessionOf(session) }),
    redact: (text) => redact(text),
    clean: (value) => redactDeep(value),
    entriesOf: (one) => ledgers.get(one.session) ?? [],
    tree: () => ({
      project: '/w',
      digest,
      readText: () => undefined,
      exists: () => false,
      files: () => ({ found: [], whole: true }),
      git: async () => undefined,
      run: async (command) => {
        ran.push(command);
        return { ok: command === 'true' };
      },
    }),
    tell: (one, entry) => void told.push([one.session, entry]),
  };
  const as = (name: string | undefined): WorkflowDeps => {
    const { session: _, ...rest } = deps;
    return name === undefined ? rest : { ...rest, session: sessionOf(name) };
  };
  return {
    deps,
    folder,
    told,
    ran,
    as,
    reads(name, path) {
      const entries = ledgers.get(name) ?? [];
      const began = entries.length * 2 + 1;
      entries.push({
        v: 1,
        kind: 'call',
        id: `${name}${began}`,
        source: 'record',
        began,
        ended: began + 1,
        tool: 'Read',
        does: 'read',
        paths: [`/w/${path}`],
        outcome: 'ok',
      });
      ledgers.set(name, entries);
    },
    start: (text, set = {}) => startRun(deps, { workflow: workflowOf(text), set, project: '/w' }),
    next: (answer, more = {}) =>
      nextStep(deps, { run: answer.run, token: answer.view?.token ?? '', ...more }),
    fresh,
    log: (run) => join(folder, 'workflows', run, 'log.ndjson'),
    close: () => removeFolder(folder),
  };
}

/** A definition from its text, which must be sound. */
export function workflowOf(...texts: string[]): KnownWorkflow {
  const checked = checkFiles(
    texts.map((text, at) => ({ source: 'own', path: `/w/${at}.yaml`, name: `${at}.yaml`, text })),
  );
  const faults = checked.flatMap((one) => one.faults);
  const [first] = checked;
  if (first?.workflow === undefined || faults.length > 0) throw new Error(JSON.stringify(faults));
  return {
    workflow: first.workflow,
    definitions: Object.fromEntries(checked.map(({ workflow }) => [workflow!.id, workflow!])),
    source: 'own',
  };
}

/** A workflow of so many plain steps. */
export function plainSteps(count: number): string {
  const steps = Array.from(
    { length: count },
    (_, at) => `  - { id: s${at}, title: S${at}, prompt: P${at} }\n`,
  );
  return `id: plain\ntitle: Plain\nsteps:\n${steps.join('')}`;
}
