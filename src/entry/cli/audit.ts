import { resolve } from 'node:path';
import { type AuditWish, auditRecords } from '../../app/audit/audit-records.ts';
import { shownText } from '../../app/audit/shown.ts';
import { refusePagePath, writeAuditPage } from '../../app/audit/write-page.ts';
import { loadConfig } from '../../app/config/load-config.ts';
import { refuseLinkedFolder } from '../../app/linked-folder.ts';
import { ofProject } from '../../app/records/of-project.ts';
import type { Problem } from '../../app/records/problem.ts';
import { many } from '../../core/audit/words.ts';
import { Fault } from '../../core/errors.ts';
import { compilePatterns } from '../../core/trust/compile-patterns.ts';
import { hostById } from '../../hosts/registry.ts';
import { openProgress } from '../../platform/progress.ts';
import { recordDisk } from '../../platform/record-disk.ts';
import { problemLines } from './audit-problem-text.ts';
import { followAudit } from './audit-progress.ts';
import { auditText, briefLine, opening } from './audit-text.ts';
import { projectFolder, rootsFor, sinceMs, storesFor } from './audit-wish.ts';
import type { AddCommand, Outcome } from './command.ts';
import type { CliContext } from './context.ts';

interface AuditOptions {
  host?: string[];
  since?: string;
  project?: string;
  html?: string;
  force?: boolean;
  all?: boolean;
  json?: boolean;
}

/** What a brief may take on a host that is read here but not served yet. */
const usualBrief = { whole: 9_500, head: 1_900 };

export const addAudit: AddCommand = (program, bind) => {
  const command = program
    .command('audit')
    .description('Show what past compactions lost, from the transcripts clients already keep')
    .argument(
      '[paths...]',
      'transcripts, or folders of transcripts (default: where clients keep them)',
    )
    .option('--host <name>', 'only this client; repeatable', collect)
    .option('--since <time>', 'only sessions active since then: 2026-01-31, 12h, 7d, 2w')
    .option('--project <folder>', 'only sessions in this folder')
    .option('--html <file>', 'write the report as one HTML page with charts')
    .option('--all', 'print every session, not only the 20 that lost the most')
    .option('--force', 'overwrite the file even if it is not such a page')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', help);
  bind<AuditOptions>(command, audit);
};

const help = `
Reads the transcripts of Claude Code, Codex CLI, opencode, Gemini CLI, Qwen Code, Copilot CLI, pi and droid. Nothing needs to be \
installed in them, nothing leaves this machine, and nothing is written but the page you ask for. docs/audit.md says when a fact \
counts as kept.`;

function collect(value: string, before: string[] = []): string[] {
  return [...before, value];
}

function audit(context: CliContext, options: AuditOptions, paths: string[]): Outcome {
  const stores = storesFor(options.host ?? []);
  const machine = { env: context.env, home: context.home, platform: process.platform };
  const roots = rootsFor(paths, stores, context.cwd, machine);
  const since =
    options.since === undefined
      ? undefined
      : sinceMs(options.since, context.install.clock.now().getTime());
  const page = options.html === undefined ? undefined : pagePath(context, options.html);
  const { disk } = context.install;
  if (page !== undefined) {
    refusePagePath(disk, page, options.force === true);
    refuseLinkedFolder(disk, page, [context.cwd, context.project]);
  }
  const { config } = loadConfig(
    context.install.disk,
    { userConfig: context.userConfig, project: context.project },
    context.paths.trust,
  );
  const { patterns } = compilePatterns(config.redact);
  const progress = openProgress();
  const leftOut = { since: 0, accepts: 0 };
  const wish: AuditWish = {
    roots,
    filter: {
      sinceMs: since,
      accepts: projectFilter(context, options.project),
      onLeftOut: (by) => {
        leftOut[by] += 1;
      },
    },
    limitsOf: (host) => limitsOf(host, config.briefCharacters),
    patterns,
    onStep: progress && followAudit(progress, recordDisk, roots, since),
  };
  const { report, problems } = auditRecords(recordDisk, wish);
  progress?.clear();
  const shown = problems.map((group) => ({
    ...group,
    first: group.first.map((problem) => shownProblem(problem, patterns)),
  }));
  const wishText = { colour: context.colour, width: context.width, home: context.home };
  const nothing = nothingLeft(options, leftOut, paths);
  if (page !== undefined) {
    writeAuditPage(disk, page, {
      report,
      met: problemLines(shown, report.hosts, context.home).map((line) => line.replace(/^ *- /, '')),
      lead: opening(report, nothing),
      last: briefLine(report.totals),
    });
  }
  const text = auditText(report, shown, { ...wishText, nothing, all: options.all });
  const failed = problems.some(
    ({ kind, first }) =>
      kind === 'absent' || first.some((one) => kind === 'unreadable' && isNamed(one, roots)),
  );
  return {
    text: page === undefined ? text : `${text}\n\nWrote ${page}`,
    verbatim: true,
    paged: true,
    data: { ...report, problems: shown },
    failed,
  };
}

function isNamed(problem: Problem, roots: AuditWish['roots']): boolean {
  return roots.some((root) => root.named && root.path === problem.path);
}

function shownProblem(problem: Problem, patterns: readonly RegExp[]): Problem {
  const one: Problem = { ...problem, path: shownText(problem.path, patterns).replace(/\s+/g, ' ') };
  if (problem.detail !== undefined) one.detail = shownText(problem.detail, patterns);
  return one;
}

function projectFilter(context: CliContext, project: string | undefined) {
  const named = projectFolder(context.cwd, project);
  if (named === undefined) return undefined;
  const real = context.install.disk.realPath(named) ?? named;
  return (ref: Parameters<typeof ofProject>[1]) => ofProject([named, real], ref);
}

function pagePath({ cwd }: CliContext, html: string): string {
  if (html !== '-' && html !== '') return resolve(cwd, html);
  throw new Fault('usage', `"${html}" is not a valid file name for the page.`, {
    hint: 'Name one, for example --html audit.html. For programs, use --json, which prints to standard output.',
  });
}

/** What is said where no session is left, by what left them out; undefined where nothing did. */
function nothingLeft(
  { since, project, host }: AuditOptions,
  leftOut: { since: number; accepts: number },
  paths: readonly string[],
): string | undefined {
  const why = [
    leftOut.since > 0
      ? `${many(leftOut.since, 'transcript')} did not go on since ${since} (--since)`
      : '',
    leftOut.accepts > 0
      ? `${many(leftOut.accepts, 'session')} did not begin in ${project} or below it (--project)`
      : '',
  ].filter((part) => part !== '');
  if (why.length > 0) return `No session is left: ${why.join(', ')}.`;
  if (paths.length > 0) return `No session was found in ${paths.join(', ')}.`;
  return host === undefined
    ? undefined
    : `No session of ${host.join(', ')} was found (--host). If its transcripts are elsewhere, name their folder: "holdfast audit FOLDER".`;
}

function limitsOf(host: string, most: number): { whole: number; head: number } {
  const capabilities = hostById(host)?.capabilities;
  const { whole, head } =
    capabilities === undefined
      ? usualBrief
      : { whole: capabilities.injectCharacters, head: capabilities.injectHeadCharacters };
  return { whole: Math.min(whole, most), head };
}
