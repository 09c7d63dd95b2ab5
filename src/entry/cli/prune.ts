import { InvalidArgumentError } from 'commander';
import { dropSessions, oldSessions } from '../../app/care/prune.ts';
import { oldHandoffs } from '../../app/care/prune-handoffs.ts';
import { dropWorkers, oldWorkers } from '../../app/care/prune-workers.ts';
import { loadConfig } from '../../app/config/load-config.ts';
import { userTime } from '../../core/time-text.ts';
import { workerDisk } from '../../platform/worker-disk.ts';
import { workerProcesses } from '../../platform/worker-processes.ts';
import { careContext, counted } from './care.ts';
import type { AddCommand, Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { pruneIndex } from './prune-index.ts';
import { size, table } from './table.ts';

interface PruneOptions {
  days?: number;
  dryRun?: boolean;
}

export const addPrune: AddCommand = (program, bind) => {
  const command = program
    .command('prune')
    .description('Delete the state of sessions and workers that have been idle for a long time')
    .option(
      '--days <n>',
      'age in days (default: the setting retentionDays, which is 90)',
      wholeDays,
    )
    .option('--dry-run', 'show what would be deleted, change nothing')
    .option('--json', 'print the result as JSON');
  bind<PruneOptions>(command, prune);
};

function prune(context: CliContext, options: PruneOptions): Outcome {
  const care = careContext(context);
  const { config } = loadConfig(care.disk, { userConfig: context.userConfig }, context.paths.trust);
  const days = options.days ?? config.retentionDays;
  const old = oldSessions(care, days);
  const readWorkers = { disk: workerDisk(context.paths.home), processes: workerProcesses };
  const workers = oldWorkers(readWorkers, care.clock.now().getTime(), days);
  const bytes = old.reduce((sum, session) => sum + session.bytes, 0);
  if (!options.dryRun) {
    dropSessions(care, old);
    dropWorkers(readWorkers, workers);
    for (const folder of oldHandoffs(care, days)) care.disk.removeFolder(folder);
    context.sweep();
  }
  const limit = care.clock.now().getTime() - days * 86_400_000;
  const indexed = pruneIndex(context, limit, options.dryRun === true);
  const data = {
    days,
    dryRun: options.dryRun === true,
    bytes,
    indexed,
    workers: workers.map(({ launch }) => launch.worker),
    sessions: old.map(({ host, name, lastMs, bytes: each }) => ({
      host,
      session: name,
      last: new Date(lastMs).toISOString(),
      bytes: each,
    })),
  };
  const verb = options.dryRun ? 'Would drop' : 'Dropped';
  const searched = [
    ...(workers.length === 0 ? [] : [`${verb} ${counted(workers.length, 'worker')}.`]),
    ...(indexed === 0 ? [] : [`${verb} what can be searched of ${counted(indexed, 'record')}.`]),
  ];
  if (old.length === 0) {
    const none = `No state is older than ${counted(days, 'day')}.`;
    return { text: [none, ...searched].join('\n'), data };
  }
  const rows = data.sessions.map((session) => [
    session.host,
    session.session,
    userTime(session.last),
    size(session.bytes),
  ]);
  const list = table(
    [
      { title: 'host' },
      { title: 'session', flexible: true },
      { title: 'last written' },
      { title: 'size', right: true },
    ],
    rows,
  );
  return {
    verbatim: true,
    text: [
      list,
      '',
      `${verb} ${counted(old.length, 'session')}, ${size(bytes)}.`,
      ...searched,
    ].join('\n'),
    data,
  };
}

function wholeDays(text: string): number {
  const days = Number(text);
  if (/^\d+$/.test(text) && days >= 1 && days <= 36500) return days;
  throw new InvalidArgumentError('It must be a whole number of days, at least 1.');
}
