import { addClaim, readClaim } from '../../app/evidence/claim.ts';
import type { Ledger } from '../../app/evidence/follow-ledger.ts';
import { projectTree } from '../../app/evidence/project-tree.ts';
import { trustedText } from '../../app/trust.ts';
import type { LedgerEntry } from '../../core/ledger/entry.ts';
import { judge } from '../../core/ledger/judge.ts';
import type { Tree } from '../../core/ledger/verdict.ts';
import { isInside, relativeTo } from '../../core/task/path.ts';
import { openEvidenceFile } from '../../journal/evidence-file.ts';
import { runBriefly } from '../../platform/run-briefly.ts';
import { counted } from './care.ts';
import type { AddCommand, Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { entryTable } from './evidence-text.ts';
import { type PredicateWords, wantedPredicate } from './evidence-wish.ts';
import { ledgerOf } from './session-ledger.ts';
import {
  chooseSession,
  type Reading,
  type RecordChoice,
  readingOf,
  sessionOfPayload,
} from './sessions.ts';

interface AddOptions {
  session?: string;
  tool?: string;
  input: string;
  host?: string;
}

const several = (value: string, before: string[] = []): string[] => [...before, value];

export const addEvidence: AddCommand = (program, bind) => {
  const evidence = program
    .command('evidence')
    .description('Check what a session really did, from its transcript')
    .helpCommand(false);
  const which = 'session id or its beginning (default: this shell’s, else the newest here)';
  const list = evidence
    .command('list')
    .description("List a session's tool calls and the user's answers")
    .argument('[session]', which)
    .option('--transcript <file>', 'read a transcript file instead of a session')
    .option('--host <name>', 'the client that wrote the transcript')
    .option('--json', 'print the result as JSON');
  const check = evidence
    .command('check')
    .description('Check a condition; exits with 0 if it holds, 1 if not')
    .argument('[session]', which)
    .option('--ran <command>', 'a command exited with 0; a trailing * matches further arguments')
    .option('--exit <code>', 'with this exit code instead, or "failed"')
    .option('--after <glob>', 'and ran after the last change to these files', several)
    .option('--in <folder>', 'in this folder of the project')
    .option('--read <file>', 'a file was read in full, as it is now')
    .option('--changed <glob>', 'at least one of these files was changed', several)
    .option('--unchanged <glob>', 'none of these files was changed', several)
    .option('--file <path>', 'a file exists')
    .option('--contains <text>', 'and contains this text')
    .option('--tree <state>', '"clean", or "committed" for what the session changed')
    .option('--branch <name>', 'this branch is checked out')
    .option('--answered <words>', 'the user answered a question containing these words')
    .option('--approved <words>', 'the user approved a question containing these words')
    .option('--explored <n>', 'at least this many different files were read')
    .option('--predicate <file>', 'conditions from a JSON or YAML file')
    .option('--transcript <file>', 'read a transcript file instead of a session')
    .option('--host <name>', 'the client that wrote the transcript')
    .option('--json', 'print the result as JSON');
  const add = evidence
    .command('add')
    .description('Record what another program did; counts as a claim, not as proof')
    .option('--session <id>', 'the session (default: this shell’s, else the newest here)')
    .option('--tool <name>', 'the name of the tool (default: from the hook’s payload)')
    .requiredOption('--input <json>', 'its input, a JSON object, or the whole payload of a hook')
    .option('--host <name>', 'the client, for a session known only from its payload')
    .option('--json', 'print the result as JSON');
  bind<RecordChoice>(list, listEvidence);
  bind<RecordChoice & PredicateWords>(check, checkEvidence);
  bind<AddOptions>(add, claimEvidence);
};

function listEvidence(context: CliContext, options: RecordChoice, [named]: string[]): Outcome {
  const reading = readingOf(context, named, options);
  const ledger = ledgerOf(context, reading);
  const { entries, skipped } = ledger;
  const text =
    entries.length === 0
      ? 'No tool call is known.'
      : entryTable(entries, projectOf(context, reading, entries), context.width);
  return {
    text,
    verbatim: true,
    ...warningOf(ledger, reading),
    data: { session: reading.event.sessionId, skipped, entries },
  };
}

async function checkEvidence(
  context: CliContext,
  options: RecordChoice & PredicateWords,
  [named]: string[],
): Promise<Outcome> {
  const { predicate, file } = wantedPredicate(context, options);
  const reading = readingOf(context, named, options);
  const ledger = ledgerOf(context, reading);
  const project = projectOf(context, reading, ledger.entries);
  const tree = projectTree(
    { ...reading.deps, home: context.home },
    project,
    runner(context, project, file),
  );
  const verdict = await judge(predicate, ledger.entries, tree);
  const told = [`${verdict.holds ? 'Holds' : 'Does not hold'}: ${verdict.why}`];
  if (verdict.entries.length > 0) told.push(`It rests on: ${verdict.entries.join(', ')}`);
  if (verdict.next !== undefined) told.push(`To make it hold: ${verdict.next}`);
  return {
    text: told.join('\n'),
    failed: !verdict.holds,
    ...warningOf(ledger, reading),
    data: { session: reading.event.sessionId, skipped: ledger.skipped, predicate, ...verdict },
  };
}

function claimEvidence(context: CliContext, options: AddOptions): Outcome {
  const claim = readClaim(options.tool, options.input);
  const session =
    options.session === undefined && claim.session !== undefined
      ? sessionOfPayload(context, claim.session, options.host)
      : chooseSession(context, options.session);
  const ledger = openEvidenceFile(session.folder, []);
  const entry = addClaim({ ledger, clock: context.install.clock }, claim);
  return {
    text: `Added to session ${session.id} as claimed (${entry.id}). A claim satisfies no predicate.`,
    data: { session: session.id, entry },
  };
}

/** The folder that globs and paths are relative to; of a record from elsewhere the one that its session began in. */
function projectOf(
  context: CliContext,
  { deps, event, stored }: Reading,
  entries: readonly LedgerEntry[],
): string {
  const begun = entries.find((entry) => entry.kind === 'call' && entry.cwd !== undefined);
  const own = stored || begun?.kind !== 'call' ? undefined : begun.cwd;
  return deps.tasks.project ?? event.cwd ?? own ?? context.project;
}

/** Runs what a predicate asks for only where a person trusts the very file that asks for it. */
function runner(
  context: CliContext,
  project: string,
  file: { path: string; text: string } | undefined,
): Tree['run'] {
  return async (command, seconds) => {
    if (file === undefined || !isInside(file.path, project)) {
      return { refused: 'only a file of the project, which a person trusts, may ask for that' };
    }
    const path = relativeTo(file.path, project);
    const trust = trustedText(context.install.disk, context.paths.trust, project, path);
    if (trust.state !== 'trusted' || trust.text !== file.text) {
      return { refused: `nobody trusts ${path} as it is` };
    }
    const output = await runBriefly('sh', ['-c', command], {
      cwd: project,
      env: context.env as NodeJS.ProcessEnv,
      deadlineMs: seconds * 1000,
      limit: 16 * 1024 * 1024,
    });
    return { ok: output !== undefined };
  };
}

function warningOf({ skipped, kept }: Ledger, { gone }: Reading): { warning?: string } {
  const told = [
    ...(gone === undefined ? [] : [gone]),
    ...(skipped === 0 ? [] : [`Not understood of the ledger: ${counted(skipped, 'line')}.`]),
    ...(kept ? [] : ['What is new could not be written to the ledger.']),
  ];
  return told.length === 0 ? {} : { warning: told.join(' ') };
}
