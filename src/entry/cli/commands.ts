import { addAnswerCommand } from './answer.ts';
import { addAudit } from './audit.ts';
import { addBrief } from './brief.ts';
import type { AddCommand } from './command.ts';
import { addConfig } from './config.ts';
import { addDaemon } from './daemon.ts';
import { addDoctor } from './doctor.ts';
import { addEvidence } from './evidence.ts';
import { addExport } from './export.ts';
import { addFleet } from './fleet.ts';
import { addForget } from './forget.ts';
import { addHandoff } from './handoff.ts';
import { addHook } from './hook.ts';
import { addHosts } from './hosts.ts';
import { addInit } from './init.ts';
import { addLogs } from './logs.ts';
import { addMcp } from './mcp.ts';
import { addMemory } from './memory.ts';
import { addNoteCommand } from './note.ts';
import { addOpen } from './open.ts';
import { addOverview } from './overview.ts';
import { addPlugin } from './plugin.ts';
import { addPrune } from './prune.ts';
import { addRecall } from './recall.ts';
import { addRelease } from './release.ts';
import { addResume } from './resume.ts';
import { addRole } from './role.ts';
import { addRules } from './rules.ts';
import { addRun } from './run.ts';
import { addSend } from './send.ts';
import { addShow } from './show.ts';
import { addSnapshot } from './snapshot.ts';
import { addStatus } from './status.ts';
import { addStatusline } from './statusline.ts';
import { addStop } from './stop.ts';
import { addSupervise } from './supervise.ts';
import { addTask } from './task.ts';
import { addTicket } from './ticket.ts';
import { addTop } from './top.ts';
import { addTracker } from './tracker.ts';
import { addTrust } from './trust.ts';
import { addUninstall } from './uninstall.ts';
import { addWorkers } from './workers.ts';
import { addWorkflow } from './workflow.ts';

/**
 * Every command, in the order in which help lists them. Each is in a file of its own name, so that the build can make a
 * program of each: loading all of them takes longer than most of them run.
 */
export const commands: readonly AddCommand[] = [
  addInit,
  addDoctor,
  addHosts,
  addOpen,
  addStatus,
  addStatusline,
  addShow,
  addExport,
  addBrief,
  addSnapshot,
  addRules,
  addMemory,
  addAudit,
  addRecall,
  addEvidence,
  addWorkflow,
  addTask,
  addRole,
  addAnswerCommand,
  addTicket,
  addHandoff,
  addRun,
  addWorkers,
  addTop,
  addLogs,
  addSend,
  addStop,
  addResume,
  addTracker,
  addFleet,
  addDaemon,
  addNoteCommand,
  addRelease,
  addTrust,
  addConfig,
  addPlugin,
  addForget,
  addPrune,
  addUninstall,
  addMcp,
  addHook,
  addSupervise,
  addOverview,
];
