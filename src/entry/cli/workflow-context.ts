import { projectTree } from '../../app/evidence/project-tree.ts';
import { reasonsNow } from '../../app/hook/watch-reasons.ts';
import { exclusively } from '../../app/ticket/exclusive.ts';
import type { DefinitionPlaces } from '../../app/workflow/definitions.ts';
import type { WorkflowDeps } from '../../app/workflow/ports.ts';
import { fingerprint } from '../../core/hash.ts';
import type { LedgerEntry } from '../../core/ledger/entry.ts';
import { redact } from '../../core/trust/redact.ts';
import type { RunSession } from '../../core/workflow/run-entry.ts';
import { hostById } from '../../hosts/registry.ts';
import { openRunStore } from '../../journal/run-store.ts';
import { git } from '../../platform/git.ts';
import { userWorkflowFolder } from '../../platform/paths.ts';
import { runBriefly } from '../../platform/run-briefly.ts';
import { shippedWorkflows } from '../../platform/shipped-workflows.ts';
import { sessionMail } from '../session-mail.ts';
import { hookTickets } from '../ticket-deps.ts';
import type { CliContext } from './context.ts';
import { currentSession } from './current-session.ts';
import { redactionPatterns } from './redaction-patterns.ts';
import { ledgerOf } from './session-ledger.ts';
import { configHere, openStore, readingOfSession, sessionIndex } from './sessions.ts';

/** Where definitions are looked for from here. */
export function definitionPlaces(context: CliContext): DefinitionPlaces {
  return {
    files: context.install.disk,
    trustFolder: context.paths.trust,
    project: context.project,
    own: userWorkflowFolder(context.env),
    shipped: shippedWorkflows(),
  };
}

/** What the commands on runs work with. `named`: a session in place of this shell's. */
export function workflowDeps(context: CliContext, named?: string): WorkflowDeps {
  const { disk, clock } = context.install;
  const home = context.paths.home;
  const patterns = redactionPatterns(context);
  const tickets = hookTickets(home);
  const session = sessionHere(context, named);
  return {
    runs: openRunStore({
      stateFolder: home,
      redact: patterns,
      exclusively: (name, work) =>
        exclusively(tickets, tickets.locks(fingerprint(name)), name, work),
    }),
    now: () => clock.now(),
    ...(session && { session }),
    redact: (text) => redact(text, patterns),
    entriesOf: (one) => entriesOf(context, one),
    tree: (project) =>
      projectTree({ files: disk, git }, project, async (command, seconds) => ({
        ok:
          (await runBriefly('sh', ['-c', command], {
            cwd: project,
            env: context.env as NodeJS.ProcessEnv,
            deadlineMs: seconds * 1000,
            limit: 16 * 1024 * 1024,
          })) !== undefined,
      })),
    tell(one, entry) {
      const stored = sessionIndex(context)
        .list()
        .find(({ host, id }) => host === one.host && id === one.session);
      const host = hostById(one.host);
      if (stored === undefined || host === undefined) return;
      const store = openStore(context, stored);
      store.locked(() => {
        if (!store.append([{ body: entry }])) return;
        const mail = sessionMail(home, { host: host.id, session: stored.id });
        store.watch(reasonsNow({ host, mail, config: configHere(context) }, store.load().state));
      });
    },
  };
}

/** The session in whose shell this runs, or that is named; it must be one that is known here. */
function sessionHere(context: CliContext, named: string | undefined): RunSession | undefined {
  const id = named ?? currentSession(context);
  if (id === undefined) return undefined;
  const sessions = sessionIndex(context).list();
  const found =
    sessions.find((one) => one.id === id) ?? sessions.find((one) => one.id.startsWith(id));
  return found && { host: found.host, session: found.id };
}

function entriesOf(context: CliContext, { host, session }: RunSession): LedgerEntry[] {
  const stored = sessionIndex(context)
    .list()
    .find((one) => one.host === host && one.id === session);
  return stored === undefined ? [] : ledgerOf(context, readingOfSession(context, stored)).entries;
}
