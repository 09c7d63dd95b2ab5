import type { AddCommand } from './command.ts';
import { showDaemonLog } from './daemon-logs.ts';
import { runDaemon, runDaemonCommands, runDaemonHooks, runDaemonReadings } from './daemon-serve.ts';
import { installService, uninstallService } from './daemon-service.ts';
import { startDaemon } from './daemon-start.ts';
import { daemonStatus } from './daemon-status.ts';
import { stopDaemon } from './daemon-stop.ts';

const idle = [
  '--idle <minutes>',
  'exit after this long without work; 0: never (default: the setting daemonIdleMinutes)',
] as const;
const json = ['--json', 'print the result as JSON'] as const;

export const addDaemon: AddCommand = (program, bind) => {
  const daemon = program
    .command('daemon')
    .description('A background process for hooks over HTTP, an API, and worker supervision')
    .helpCommand(false);
  const start = daemon
    .command('start')
    .description('Start it in the background (it never starts by itself)')
    .option(...idle)
    .option(...json);
  const stop = daemon
    .command('stop')
    .description('Stop it')
    .option(...json);
  const status = daemon
    .command('status')
    .description('Show whether it runs, and where; exits with 1 if it does not')
    .option(...json);
  const logs = daemon
    .command('logs')
    .description('Show what it did and what it refused')
    .option('-n, --lines <count>', 'number of lines to show', '50');
  const install = daemon
    .command('install')
    .description('Start it at every login, by systemd or launchd')
    .option(...json);
  const uninstall = daemon
    .command('uninstall')
    .description('Undo "install"')
    .option(...json);
  const serve = daemon
    .command('serve', { hidden: true })
    .description('Run the daemon in the foreground (used by "daemon start" and services)')
    .option(...idle);
  const api = daemon
    .command('api', { hidden: true })
    .description('Run commands for the daemon (internal)');
  const hooks = daemon
    .command('hooks', { hidden: true })
    .description('Handle posted hooks for the daemon (internal)');
  const page = daemon
    .command('page', { hidden: true })
    .description('Read transcripts for the page of the daemon (internal)');
  bind(start, startDaemon);
  bind(stop, stopDaemon);
  bind(status, daemonStatus);
  bind(logs, showDaemonLog);
  bind(install, installService);
  bind(uninstall, uninstallService);
  bind(serve, runDaemon);
  bind(api, runDaemonCommands);
  bind(hooks, runDaemonHooks);
  bind(page, runDaemonReadings);
};
