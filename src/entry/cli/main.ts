import { tolerateClosedOutput } from '../../platform/process.ts';
import { makeContext, packageVersion } from './context.ts';
import { addInit } from './init.ts';
import { runCli } from './run.ts';
import { addUninstall } from './uninstall.ts';

tolerateClosedOutput();
await runCli(process.argv.slice(2), [addInit, addUninstall], packageVersion(), () =>
  makeContext(process.env, process.cwd()),
);
