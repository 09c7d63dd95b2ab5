import { CommanderError } from 'commander';
import { findSession } from '../../../app/sessions/find-session.ts';
import { Fault, type FaultCode } from '../../../core/errors.ts';
import { redactDeep } from '../../../core/trust/redact.ts';
import { openSessionIndex } from '../../../journal/session-index.ts';
import { files } from '../../../platform/files.ts';
import { answerMessages } from '../../../platform/helper-process.ts';
import { refusalOf } from '../../../platform/system-fault.ts';
import { addAnswerCommand } from '../../cli/answer.ts';
import { addAudit } from '../../cli/audit.ts';
import { addBrief } from '../../cli/brief.ts';
import { type CliContext, makeContext } from '../../cli/context.ts';
import { addDoctor } from '../../cli/doctor.ts';
import { addEvidence } from '../../cli/evidence.ts';
import { addFleetLocal } from '../../cli/fleet-local.ts';
import { addHandoff } from '../../cli/handoff.ts';
import { addHosts } from '../../cli/hosts.ts';
import { addMemory } from '../../cli/memory.ts';
import { addNoteCommand } from '../../cli/note.ts';
import { addRecall } from '../../cli/recall.ts';
import { redactionPatterns } from '../../cli/redaction-patterns.ts';
import { addResume } from '../../cli/resume.ts';
import { addRules } from '../../cli/rules.ts';
import { addRun } from '../../cli/run.ts';
import { addSend } from '../../cli/send.ts';
import { addShow } from '../../cli/show.ts';
import { addStatus } from '../../cli/status.ts';
import { addStop } from '../../cli/stop.ts';
import { addTicket } from '../../cli/ticket.ts';
import { addWorkers } from '../../cli/workers.ts';
import { addWorkflow } from '../../cli/workflow.ts';
import { type Called, callCommand, outcomeOf } from '../../mcp/call-command.ts';
import { toolCommands } from '../../mcp/tool-commands.ts';

/** The commands that the API and the page answer by. What only a person may do is none of them, or refuses. */
const commands = [
  addAudit,
  addDoctor,
  addFleetLocal,
  addHandoff,
  addHosts,
  addMemory,
  addRecall,
  addStatus,
  addShow,
  addBrief,
  addRules,
  addEvidence,
  addNoteCommand,
  addAnswerCommand,
  addTicket,
  addWorkers,
  addWorkflow,
  addRun,
  addSend,
  addStop,
  addResume,
];

/** What the daemon asks of the process that runs commands for it. */
export interface CommandWish {
  words: string[];
  /** The folder in which the command runs. */
  folder: string;
  /** In place of that the project of this session, where it is known. */
  session?: string;
  /** True where the command may change something. */
  changes?: boolean;
  /** True where it reads so much that it may take long. */
  slow?: boolean;
  /** True where a person gave it: on a page that they opened at a terminal of their own. */
  person?: boolean;
  /** True: the text is wanted that a person would be told, in place of the data. */
  told?: boolean;
}

/** What came of it. */
export type CommandAnswer =
  | { ok: boolean; data: unknown; warning?: string }
  | { fault: CommandFault };

/** The same as a person would be told it. */
export interface ToldAnswer {
  told: Called;
}

interface CommandFault {
  code: FaultCode | 'fault';
  message: string;
  hint?: string;
}

/** Runs commands for the daemon until that is gone, so that a long one never holds up a hook. */
export async function runCommands(context: CliContext): Promise<void> {
  await answerMessages((message) => answerWish(context, message as CommandWish));
}

async function answerWish(
  { env, paths }: CliContext,
  { words, folder, session, told, person }: CommandWish,
): Promise<CommandAnswer | ToldAnswer> {
  const place = (session && projectOf(paths.home, session)) || folder;
  const made = (): CliContext => ({
    ...described(makeContext({ ...env, HOLDFAST_HOME: paths.home }, place)),
    ...(person
      ? { byPerson: true as const }
      : { notByPerson: 'it came over the API of the daemon' }),
  });
  if (told) return { told: await callCommand(words, toolCommands, made) };
  try {
    const { data = null, failed, warning } = await outcomeOf(asJson(words), commands, made);
    return { ok: failed !== true, data, ...(warning === undefined ? {} : { warning }) };
  } catch (error) {
    // It repeats what was asked for.
    return { fault: redactDeep(faultOf(error), redactionPatterns(made())) };
  }
}

/** The project of a session, whose settings count for what is written down of it. */
function projectOf(home: string, named: string): string | undefined {
  const index = openSessionIndex(home);
  try {
    const { project } = index.read(findSession(index, { named })).state.agents[''] ?? {};
    return project !== undefined && files.stat(project)?.kind === 'folder' ? project : undefined;
  } catch (error) {
    // There is none of that name: the command says so.
    if (error instanceof Fault) return undefined;
    throw error;
  }
}

/** Of the terminal of this process, which is none, nothing is asked. */
function described(context: CliContext): CliContext {
  return { ...context, interactive: false, terminalInput: false };
}

/** Some commands make what they tell programs only when it is asked for. */
function asJson(words: readonly string[]): string[] {
  const border = words.indexOf('--');
  const at = border < 0 ? words.length : border;
  return [...words.slice(0, at), '--json', ...words.slice(at)];
}

function faultOf(error: unknown): CommandFault {
  const fault = error instanceof Fault ? error : refusalOf(error);
  if (fault !== undefined) {
    const { code, message, hint } = fault;
    return { code, message, ...(hint === undefined ? {} : { hint }) };
  }
  if (error instanceof CommanderError) {
    return { code: 'usage', message: error.message.replace(/^error: /, '') };
  }
  return { code: 'fault', message: 'Internal error; nothing was done.' };
}
