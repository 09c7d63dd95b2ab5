import { projectTree } from '../../app/evidence/project-tree.ts';
import type { WorkflowDeps } from '../../app/workflow/ports.ts';
import { Fault } from '../../core/errors.ts';
import { fingerprint } from '../../core/hash.ts';
import { busyFault, exclusively } from '../../core/lock.ts';
import { redact, redactDeep } from '../../core/trust/redact.ts';
import type { RunSession } from '../../core/workflow/run-entry.ts';
import { openRunStore } from '../../journal/run-store.ts';
import { git } from '../../platform/git.ts';
import { runBriefly } from '../../platform/run-briefly.ts';
import { hookTickets } from '../ticket-deps.ts';
import type { CliContext } from './context.ts';
import { currentSession } from './current-session.ts';
import { redactionPatterns } from './redaction-patterns.ts';
import { entriesOf, knownSession, tellSession } from './workflow-sessions.ts';

const mostOutput = 16 * 1024 * 1024;

/** What the commands on runs work with. `named`: a session in place of this shell's. */
export function workflowDeps(context: CliContext, named?: string): WorkflowDeps {
  const { disk, clock } = context.install;
  const home = context.paths.home;
  let known: readonly RegExp[] | undefined;
  const patterns = () => {
    known ??= redactionPatterns(context);
    return known;
  };
  const tickets = hookTickets(home);
  const session = sessionHere(context, named);
  return {
    runs: openRunStore({
      stateFolder: home,
      redact: patterns,
      exclusively: (name, work) =>
        exclusively(tickets, tickets.locks(fingerprint(name)), work, { busy: busyFault(name) }),
    }),
    now: () => clock.now(),
    ...(session && { session }),
    redact: (text) => redact(text, patterns()),
    clean: (value) => redactDeep(value, patterns()),
    entriesOf: (one) => entriesOf(context, one),
    tree: (project) =>
      projectTree({ files: disk, git, home: context.home }, project, async (command, seconds) => {
        const output = await runBriefly('sh', ['-c', command], {
          cwd: project,
          env: context.env as NodeJS.ProcessEnv,
          deadlineMs: seconds * 1000,
          limit: mostOutput,
        });
        return { ok: output !== undefined };
      }),
    tell: (one, entry) => tellSession(context, one, entry),
  };
}

/** The session in whose shell this runs, or that is named. Throws a Fault where the named one is not known here. */
function sessionHere(context: CliContext, named: string | undefined): RunSession | undefined {
  const id = named ?? currentSession(context);
  if (id === undefined) return undefined;
  const found = knownSession(context, id);
  if (found !== undefined || named === undefined) return found;
  throw new Fault('not-found', `No session matches "${named.slice(0, 80)}".`, {
    hint: 'Run "holdfast status" to see them.',
  });
}
