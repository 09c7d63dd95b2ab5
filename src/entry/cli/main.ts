import { ownPackage } from '../../platform/package.ts';
import { refuseRelativePlaces } from '../../platform/paths.ts';
import { tolerateClosedOutput } from '../../platform/process.ts';
import { addAudit } from './audit.ts';
import { addBrief } from './brief.ts';
import { addConfig } from './config.ts';
import { makeContext } from './context.ts';
import { addDoctor } from './doctor.ts';
import { addForget } from './forget.ts';
import { addHook } from './hook.ts';
import { addInit } from './init.ts';
import { addNoteCommand } from './note.ts';
import { addPrune } from './prune.ts';
import { addRecall } from './recall.ts';
import { addRelease } from './release.ts';
import { runCli } from './run.ts';
import { addShow } from './show.ts';
import { addSnapshot } from './snapshot.ts';
import { addStatus } from './status.ts';
import { addTask } from './task.ts';
import { addTrust } from './trust.ts';
import { addUninstall } from './uninstall.ts';

/** Every command, in the order in which help lists them. */
const commands = [
  addInit,
  addDoctor,
  addStatus,
  addShow,
  addBrief,
  addSnapshot,
  addAudit,
  addRecall,
  addTask,
  addNoteCommand,
  addRelease,
  addTrust,
  addConfig,
  addForget,
  addPrune,
  addUninstall,
  addHook,
];

tolerateClosedOutput();
await runCli(process.argv.slice(2), commands, ownPackage().version, (command) => {
  if (command !== 'hook') refuseRelativePlaces(process.env);
  return makeContext(process.env, process.cwd());
});
