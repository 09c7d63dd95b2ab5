import { tolerateClosedOutput } from '../../platform/process.ts';
import { addConfig } from './config.ts';
import { makeContext, packageVersion } from './context.ts';
import { addDoctor } from './doctor.ts';
import { addForget } from './forget.ts';
import { addHook } from './hook.ts';
import { addInit } from './init.ts';
import { addPrune } from './prune.ts';
import { runCli } from './run.ts';
import { addTrust } from './trust.ts';
import { addUninstall } from './uninstall.ts';

const commands = [
  addInit,
  addUninstall,
  addDoctor,
  addTrust,
  addConfig,
  addPrune,
  addForget,
  addHook,
];

tolerateClosedOutput();
await runCli(process.argv.slice(2), commands, packageVersion(), () =>
  makeContext(process.env, process.cwd()),
);
