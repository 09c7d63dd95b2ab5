import { Option } from 'commander';
import { hooksOffBy, switchedOffBy } from '../../app/config/switches-in-effect.ts';
import { withClientVersions } from '../../app/install/client-version.ts';
import { type InstallRequest, mcpTools } from '../../app/install/context.ts';
import { applyInit, type InitPlan, type InitTarget, planInit } from '../../app/install/init.ts';
import { writesOf } from '../../app/install/writes.ts';
import { recordTrust, type TrustItem, trustList } from '../../app/trust.ts';
import { Fault } from '../../core/errors.ts';
import { hookTransports, scopes } from '../../core/install/host-install.ts';
import { missingSearchLibrary } from '../../platform/search-library.ts';
import type { AddCommand, Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { readableDiff, unifiedDiff } from './diff.ts';
import { installAlone, printFragments } from './init-print.ts';
import { offerSummaryPrompt, promptLines } from './init-summary-prompt.ts';
import {
  backedUp,
  basisOf,
  intention,
  notFound,
  placeOf,
  summary,
  targetData,
} from './init-text.ts';
import { anyUntrusted, haveTrusted } from './init-trust.ts';
import { sessionSign } from './inside-session.ts';
import { showUntrusted, untrustedContents } from './untrusted-files.ts';

interface InitOptions extends InstallRequest {
  yes?: boolean;
  followLinks?: boolean;
  replaceSummaryPrompt?: boolean;
  dryRun?: boolean;
  print?: boolean;
  settings?: boolean;
}

export const addInit: AddCommand = (program, bind) => {
  const command = program
    .command('init')
    .description("Install Holdfast's hooks and MCP server for the coding agents found here")
    .option('--host <name>', 'only this client, found or not')
    .addOption(
      new Option('--scope <scope>', 'for all your work, or for this project (a file to commit)')
        .choices([...scopes])
        .default('user'),
    )
    .addOption(
      new Option(
        '--transport <way>',
        'how events reach Holdfast, where the client allows a choice',
      ).choices([...hookTransports]),
    )
    .addOption(
      new Option(
        '--mcp <tools>',
        'MCP tools: ticket and workflow tools only where there are some, or all',
      ).choices([...mcpTools]),
    )
    .option('--no-mcp', 'do not register the MCP server')
    .option('--statusline', "show Holdfast in the client's own status line, after yours")
    .option('--no-statusline', 'remove Holdfast from the status line')
    .option('--yes', 'do not ask for confirmation')
    .option('--follow-links', 'with --yes: also write through links that lead out of the project')
    .option(
      '--replace-summary-prompt',
      "also set Holdfast's summary prompt where the client has one (otherwise asked; --yes keeps the client's)",
    )
    .option('--dry-run', 'show what would change, change nothing')
    .option('--print', 'show what goes into which file, for settings managed by another tool')
    .option(
      '--no-settings',
      "install only the programs that hooks start; change no client's settings",
    )
    .option('--json', 'print the result as JSON');
  bind<InitOptions>(command, init);
};

async function init(
  given: CliContext,
  asks: InitOptions & { statusline?: boolean },
): Promise<Outcome> {
  const options = {
    ...asks,
    ...(asks.statusline === undefined ? {} : { statusLine: asks.statusline }),
  };
  const asked = given.install.hosts.filter(
    ({ host, versions }) => versions && (options.host ?? host) === host,
  );
  const context = { ...given, install: await withClientVersions(given.install, asked) };
  if (options.print) return printFragments(context, options);
  if (options.settings === false) return installAlone(context, options);
  const plan = planInit(context.install, options);
  const warnings = [
    ...plan.targets
      .filter(({ found, install }) => !found && install.part !== 'server')
      .map(notFound),
    ...plan.notices,
  ];
  const agreed = options.replaceSummaryPrompt === true;
  if (options.dryRun) return dryRun(context, plan, warnings, agreed);
  context.sweep();
  const inside = sessionSign(context) !== undefined;
  const untrusted = inside ? [] : newlyTrusted(context);
  const hosts = plan.targets.map(({ install }) => install);
  const mayTrust = !inside && (await anyUntrusted(context, plan.done ? hosts : []));
  if (plan.done && untrusted.length === 0 && !mayTrust && !agreed) {
    return outcome(plan, [...warnings, 'Nothing to do: Holdfast is in place.'], new Map());
  }
  if (!options.yes) {
    if (!context.interactive) {
      throw new Fault('refused', 'No terminal to ask for confirmation.', {
        hint: 'Add --yes to go ahead, or --dry-run to see what would change.',
      });
    }
    context.say(
      `${[...warnings, 'Holdfast will', ...planLines(context, plan, untrusted, agreed)].join('\n')}\n\n`,
    );
    showChanges(context, plan);
    showUntrusted(context, untrusted);
    if (!(await context.ask('Go ahead?'))) return { text: 'Nothing was changed.', failed: true };
  } else if (!options.followLinks) {
    mustStayInside(plan);
  }
  const done = applyInit(context.install, plan);
  if (untrusted.length > 0) {
    recordTrust(context.install, context.paths.trust, context.project, untrusted);
  }
  const backups = new Map(done.map(({ target, backup }) => [target.file, backup]));
  const lines = [...warnings];
  for (const { target, backup } of done) {
    lines.push(
      `${target.install.title}${basisOf(target)}: ${summary(target)} in ${placeOf(target)}.`,
    );
    if (backup) lines.push(`  Backup: ${backup}`);
  }
  lines.push(...(await haveTrusted(context, plan.targets, inside)));
  const wish = { agreed, mayAsk: !options.yes && !inside, inside };
  lines.push(...(await offerSummaryPrompt(context, plan.targets, wish)));
  lines.push(`Launcher: ${context.paths.launcher}`);
  if (untrusted.length > 0) {
    lines.push(`Trusted now: ${pathsOf(untrusted)}`);
    // Where nobody was asked nobody has seen it yet.
    if (options.yes) lines.push(...untrustedContents(untrusted));
  }
  lines.push(...switchWarning(context), ...folderTrust(context, plan.targets));
  if (inside && newlyTrusted(context).length > 0) {
    lines.push(
      'The configuration in this project stays without effect until you run "holdfast trust".',
    );
  }
  const search = missingSearchLibrary();
  if (search !== undefined) lines.push(search.message, `  ${search.hint}`);
  lines.push(
    '',
    'Next: "holdfast doctor" proves that the hooks fire. Restart open sessions to pick them up.',
  );
  return outcome(plan, lines, backups);
}

function dryRun(context: CliContext, plan: InitPlan, warnings: string[], agreed: boolean): Outcome {
  const diffs = plan.targets.map((target) =>
    unifiedDiff(target.file, target.before, target.change.text),
  );
  const writes = writesOf(context.install, plan);
  const untrusted = sessionSign(context) === undefined ? newlyTrusted(context) : [];
  const prompts =
    agreed && sessionSign(context) === undefined ? promptLines(context, plan.targets) : [];
  const nothing = writes.length === 0 && untrusted.length === 0 && prompts.length === 0;
  const text = [
    ...warnings,
    ...(nothing
      ? ['Nothing would change.']
      : ['Holdfast would', ...planLines(context, plan, untrusted, agreed)]),
    ...writes.map(({ path, what }) => `Would write ${path} (${what})`),
    ...plan.targets
      .map(({ file, before, change }) => readableDiff(file, before, change.text))
      .filter((diff) => diff !== ''),
  ];
  return {
    text: text.join('\n'),
    verbatim: true,
    data: {
      dryRun: true,
      targets: targetData(plan, new Map()),
      files: writes.map(({ path }) => path),
      trusts: untrusted.map((item) => item.path),
      diffs,
    },
  };
}

/** Every file that will be written, and what changes in those of the clients. */
function showChanges(context: CliContext, plan: InitPlan): void {
  const writes = writesOf(context.install, plan);
  if (writes.length === 0) return;
  const files = writes.map(({ path, what }) => `  ${path}\n    ${what}`);
  context.say(`It writes these files:\n${files.join('\n')}\n\n`);
  for (const { file, before, change } of plan.targets) {
    const diff = readableDiff(file, before, change.text);
    if (diff !== '') context.show(`${diff}\n\n`);
  }
}

function planLines(
  context: CliContext,
  plan: InitPlan,
  untrusted: TrustItem[],
  agreed: boolean,
): string[] {
  const lines = plan.targets.map(
    (target) =>
      `  - ${target.install.title}${basisOf(target)}: ${intention(target)}${backedUp(target) ? ', which is backed up first' : ''}`,
  );
  for (const { install } of plan.targets) {
    if (install.trust && sessionSign(context) === undefined)
      lines.push(
        `  - have ${install.title} trust these hooks, which it writes into ${install.trust.keptIn(context.install.place)}`,
      );
  }
  if (agreed && sessionSign(context) === undefined)
    lines.push(...promptLines(context, plan.targets));
  if (plan.runtime.length > 0)
    lines.push(
      `  - install what ${plan.targets.some(({ install }) => install.part) ? 'hooks and clients' : 'the hooks'} start in ${context.paths.home}`,
    );
  if (untrusted.length > 0)
    lines.push(`  - let this project's configuration take effect: ${pathsOf(untrusted)}`);
  return lines;
}

/** What is missing for a project's hooks to run, on hosts that ask the person to trust its folder. */
function folderTrust({ install: { place, disk } }: CliContext, targets: InitTarget[]): string[] {
  return targets.flatMap(({ install, scope }) => {
    const missing = scope === 'project' && install.folderTrust?.(place, disk.readText);
    return missing ? [missing] : [];
  });
}

/** A word where all that init does has no effect, since something switches Holdfast off here. */
function switchWarning({ install }: CliContext): string[] {
  const by: { name: string; file?: string } | undefined =
    switchedOffBy(install) ?? hooksOffBy(install);
  if (by === undefined) return [];
  const where = by.file === undefined ? 'in this environment' : `in ${by.file}`;
  return [`No hook does anything here: ${by.name} is set ${where}.`];
}

function pathsOf(items: readonly TrustItem[]): string {
  return items.map((item) => item.path).join(', ');
}

function newlyTrusted(context: CliContext): TrustItem[] {
  return trustList(context.install.disk, context.paths.trust, context.project).filter(
    (item) => item.state !== 'trusted',
  );
}

/** A repository that brings a link must not decide which file of the person's is written to. */
function mustStayInside(plan: InitPlan): void {
  const stray = plan.targets.find(({ outside, change }) => outside && change.passes.length > 0);
  if (stray === undefined) return;
  const { file, landing } = stray;
  throw new Fault('refused', `${file} leads out of this project, to ${landing}.`, {
    hint: 'If that is the file you mean, run this without --yes, or add --follow-links. Nothing was changed.',
  });
}

function outcome(
  plan: InitPlan,
  lines: string[],
  backups: Map<string, string | undefined>,
): Outcome {
  return { text: lines.join('\n'), data: { targets: targetData(plan, backups) } };
}
