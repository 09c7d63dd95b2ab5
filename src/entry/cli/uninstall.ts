import { Option } from 'commander';
import { findDaemon } from '../../app/daemon/find.ts';
import type { InstallRequest } from '../../app/install/context.ts';
import { shelfTitle, shelvesHere } from '../../app/install/shelf.ts';
import {
  applyUninstall,
  type PassedOver,
  planUninstall,
  type UninstallDone,
  type UninstallPlan,
  type UninstallTarget,
} from '../../app/install/uninstall.ts';
import { Fault } from '../../core/errors.ts';
import { scopes } from '../../core/install/host-install.ts';
import type { AddCommand, Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { daemonPorts } from './daemon-client.ts';
import { readableDiff, unifiedDiff } from './diff.ts';
import { refuseInsideSession } from './inside-session.ts';

interface UninstallOptions extends InstallRequest {
  yes?: boolean;
  dryRun?: boolean;
}

export const addUninstall: AddCommand = (program, bind) => {
  const command = program
    .command('uninstall')
    .description('Remove exactly what init added')
    .option('--host <name>', 'only this client')
    .addOption(
      new Option('--scope <scope>', 'only this scope (default: yours and this project)').choices([
        ...scopes,
      ]),
    )
    .option('--yes', 'do not ask for confirmation')
    .option('--dry-run', 'show what would change, change nothing')
    .option('--json', 'print the result as JSON');
  bind<UninstallOptions>(command, uninstall);
};

async function uninstall(context: CliContext, options: UninstallOptions): Promise<Outcome> {
  refuseInsideSession(context, 'Uninstalling');
  const plan = planUninstall(context.install, options);
  const daemonRuns = (await findDaemon(daemonPorts(context.paths.home))).how === 'up';
  if (options.dryRun) return dryRun(plan);
  if (plan.targets.length === 0 && !plan.removesRuntime) {
    const lines = ['Nothing to do: no hook of Holdfast is registered here.'];
    const none = { backups: new Map(), failed: [], removedRuntime: false };
    return outcome(
      context,
      plan,
      plan.passedOver.some(({ matters }) => matters) ? [] : lines,
      none,
      daemonRuns,
    );
  }
  if (!options.yes) {
    if (!context.interactive) {
      throw new Fault('refused', 'No terminal to ask for confirmation.', {
        hint: 'Add --yes to go ahead, or --dry-run to see what would change.',
      });
    }
    context.say(
      `Holdfast will\n${plan.targets.map((target) => `  - ${intention(target)}`).join('\n')}\n`,
    );
    if (plan.removesRuntime) context.say(`  - remove its launcher in ${context.paths.home}\n`);
    for (const line of passedOverLines(plan.passedOver)) context.say(`${line}\n`);
    if (!(await context.ask('Go ahead?'))) return { text: 'Nothing was changed.', failed: true };
  }
  const done = applyUninstall(context.install, plan);
  const changed = plan.targets.filter(({ file }) => !done.failed.some((one) => one.file === file));
  const lines = changed.flatMap((target) => {
    const backup = done.backups.get(target.file);
    return [result(target), ...(backup ? [`  Backup: ${backup}`] : [])];
  });
  if (done.removedRuntime) lines.push('The launcher is removed.');
  return outcome(context, plan, lines, done, daemonRuns);
}

function passedOverLines(files: readonly PassedOver[]): string[] {
  return files.flatMap(({ file, why, hint, matters }) => [
    `Left as it is: ${why}`,
    ...(matters && hint ? [`  ${hint}`] : []),
    ...(matters ? [] : [`  Nothing is known of hooks of Holdfast in ${file}.`]),
  ]);
}

function dryRun(plan: UninstallPlan): Outcome {
  const diffs = plan.targets.map((target) =>
    unifiedDiff(target.file, target.before, target.after.text),
  );
  const removed = plan.targets.filter((target) => target.after.removeFile && target.exists);
  const lines = [
    ...plan.targets
      .map(({ file, before, after }) => readableDiff(file, before, after.text))
      .filter((diff) => diff !== ''),
    ...removed.map((target) => `Would remove ${target.file}`),
    ...(plan.removesRuntime ? ['Would remove the launcher.'] : []),
    ...passedOverLines(plan.passedOver),
  ];
  return {
    text: lines.length === 0 ? 'Nothing would change.' : lines.join('\n'),
    verbatim: true,
    data: {
      dryRun: true,
      targets: plan.targets.map(targetData),
      passedOver: plan.passedOver,
      diffs,
    },
    failed: plan.passedOver.some(({ matters }) => matters),
  };
}

function intention(target: UninstallTarget): string {
  if (!target.exists) return `forget ${target.file}, which is gone`;
  if (target.after.removeFile) return `remove ${target.file}, which init had made`;
  if (target.after.text === target.before)
    return `leave ${target.file} as it is: ${nothing(target)} is in it`;
  return `take ${what(target)} of ${target.install.title} out of ${target.file}${target.after.asBefore ? '' : ' (it was changed since; the rest stays)'}`;
}

function result(target: UninstallTarget): string {
  if (!target.exists) return `${target.file} was gone already.`;
  if (target.after.removeFile) return `${target.file} is removed (init created it).`;
  if (target.after.text === target.before) return `${target.file} held ${nothing(target)}.`;
  return target.after.asBefore
    ? `${target.file} is restored, byte for byte.`
    : `${target.file}: ${what(target)} of Holdfast ${target.install.part === 'server' ? 'is' : 'are'} out, everything else stays.`;
}

function what({ install: { part = 'hooks' } }: UninstallTarget): string {
  if (part === 'hooks') return 'the hooks';
  return part === 'server' ? 'the MCP server' : 'the hooks and the MCP server';
}

function nothing({ install: { part } }: UninstallTarget): string {
  return part === 'server' ? 'no MCP server of Holdfast' : 'no hook of Holdfast';
}

function targetData(target: UninstallTarget): Record<string, unknown> {
  return {
    host: target.install.host,
    scope: target.scope,
    file: target.file,
    asBefore: target.after.asBefore,
    removed: target.after.removeFile,
  };
}

function outcome(
  context: CliContext,
  plan: UninstallPlan,
  lines: string[],
  done: UninstallDone,
  daemonRuns: boolean,
): Outcome {
  const passedOver = [...plan.passedOver, ...done.failed];
  const shelves = shelvesHere(context.install).filter(
    ({ install: { host } }) => plan.host === undefined || plan.host === host,
  );
  const text = [...lines, ...passedOverLines(passedOver)];
  for (const record of plan.left) {
    if (passedOver.some(({ file }) => file === record.file)) continue;
    text.push(
      `Still registered: ${record.file} (${record.scope === 'project' ? 'run "holdfast uninstall --scope project" there' : 'run "holdfast uninstall --scope user"'}).`,
    );
  }
  for (const one of shelves) {
    text.push(
      `Still installed: ${shelfTitle(one)} in ${one.file}. To remove it, ${one.shelf.remove}.`,
    );
  }
  if (context.install.disk.stat(context.paths.home) !== undefined) {
    if (daemonRuns) text.push('The daemon still runs; end it with "holdfast daemon stop".');
    text.push(`State of sessions stays in ${context.paths.home}; delete that folder to remove it.`);
  }
  return {
    text: text.join('\n'),
    data: {
      targets: plan.targets.map((target) => ({
        ...targetData(target),
        backup: done.backups.get(target.file) ?? null,
      })),
      shelves: shelves.map(({ install, version, shelf }) => ({
        host: install.host,
        version,
        remove: shelf.remove,
      })),
      left: plan.left.map(({ host, scope, file }) => ({ host, scope, file })),
      passedOver,
      launcherRemoved: done.removedRuntime,
    },
    failed: passedOver.some(({ matters }) => matters),
  };
}
