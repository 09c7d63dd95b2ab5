import type { AddCommand } from './command.ts';
import { showDaemonLog } from './daemon-logs.ts';
import { runDaemon, runDaemonCommands, runDaemonHooks } from './daemon-serve.ts';
import { installService, uninstallService } from './daemon-service.ts';
import { startDaemon } from './daemon-start.ts';
import { daemonStatus } from './daemon-status.ts';
import { stopDaemon } from './daemon-stop.ts';

const idle = [
  '--idle <minutes>',
  'end it after so long without work; 0: never (default: the setting daemonIdleMinutes)',
] as const;
const json = ['--json', 'print the result as JSON'] as const;

export const addDaemon: AddCommand = (program, bind) => {
  const daemon = program
    .command('daemon')
    .description('One process for hooks over HTTP, for views and scripts, and to watch workers')
    .helpCommand(false);
  const start = daemon
    .command('start')
    .description('Start it, beside this terminal; nothing else ever does')
    .option(...idle)
    .option(...json);
  const stop = daemon
    .command('stop')
    .description('End it')
    .option(...json);
  const status = daemon
    .command('status')
    .description('Say whether it runs, and where; the exit code is 1 when it does not')
    .option(...json);
  const logs = daemon
    .command('logs')
    .description('Show what it did and refused')
    .option('-n, --lines <count>', 'how many of the last lines', '50');
  const install = daemon
    .command('install')
    .description('Let the system start it at every login, where it can')
    .option(...json);
  const uninstall = daemon
    .command('uninstall')
    .description('Take that back')
    .option(...json);
  const serve = daemon
    .command('serve', { hidden: true })
    .description('Be the daemon; started by "holdfast daemon start" and by services')
    .option(...idle);
  const api = daemon
    .command('api', { hidden: true })
    .description('Run commands for the daemon; started by it');
  const hooks = daemon
    .command('hooks', { hidden: true })
    .description('Work on posted hooks for the daemon; started by it');
  bind(start, startDaemon);
  bind(stop, stopDaemon);
  bind(status, daemonStatus);
  bind(logs, showDaemonLog);
  bind(install, installService);
  bind(uninstall, uninstallService);
  bind(serve, runDaemon);
  bind(api, runDaemonCommands);
  bind(hooks, runDaemonHooks);
};
