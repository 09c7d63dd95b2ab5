import { InvalidArgumentError, Option } from 'commander';
import { ItemReader } from '../../app/recall/read-item.ts';
import { search } from '../../app/recall/search.ts';
import { longestTerm, parseQuery } from '../../core/search/query.ts';
import { untrusted } from '../../core/trust/untrusted.ts';
import { recordStores } from '../../hosts/record-registry.ts';
import { recordDisk } from '../../platform/record-disk.ts';
import { projectFolder, sinceMs, storesFor } from './audit-wish.ts';
import type { AddCommand, Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { showAround } from './recall-around.ts';
import { getItems } from './recall-get.ts';
import { shownHit } from './recall-hit.ts';
import { withIndex } from './recall-index.ts';
import { acceptedRecords } from './recall-records.ts';
import { findingsText } from './recall-text.ts';
import { kindsNamed } from './recall-words.ts';

export interface RecallOptions {
  session?: string;
  host: string[];
  project?: string;
  since?: string;
  until?: string;
  kind: string[];
  order: 'fit' | 'time';
  limit: number;
  get: string[];
  around?: string;
  from: number;
  update: boolean;
  json?: boolean;
}

export const addRecall: AddCommand = (program, bind) => {
  const command = program
    .command('recall')
    .description('Search past sessions, including what a compaction removed')
    .argument('[words...]', 'words, a "phrase", a file name, an error line')
    .option('--session <id>', 'only this session: its id or its beginning')
    .option('--host <name>', 'only this client; repeatable', collect)
    .option('--project <folder>', 'only sessions in this folder')
    .option('--since <time>', 'only matches since then: 2026-01-31, 12h, 7d, 2w')
    .option('--until <time>', 'only matches before then, in the same forms')
    .option('--kind <kind>', 'only user, agent, call, result or summary; repeatable', collect)
    .addOption(
      new Option('--order <order>', 'best match or newest first')
        .choices(['fit', 'time'])
        .default('fit'),
    )
    .option('--limit <n>', 'maximum number of matches', wholeNumber(1, 200), 5)
    .option('--get <handle>', 'print the full text of a match; repeatable', collect)
    .option('--around <handle>', 'print what was said around a match, in order')
    .option('--from <n>', 'with --get: start at this character', wholeNumber(0, 1e12), 0)
    .option('--no-update', 'search what is indexed, without looking for new text')
    .option('--json', 'print the result as JSON')
    .allowUnknownOption()
    .addHelpText('after', help);
  bind<RecallOptions>(command, recall);
};

const help = `
Names match by their parts: "task" finds resolveTask and resolve_task, and "hook/arm" finds src/app/hook/arm.ts. \
A word that starts with a dash and is not an option is searched for like any other. "holdfast recall --get HANDLE HANDLE" prints several matches. \
The index is in the state folder and can be deleted at any time.`;

function collect(value: string, before: string[] = []): string[] {
  return [...before, value];
}

function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= least && number <= most) return number;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };
}

function recall(context: CliContext, options: RecallOptions, words: string[]): Outcome {
  // No default of the options themselves, which the help would show.
  options.host ??= [];
  options.kind ??= [];
  if (options.around !== undefined) return showAround(context, options, options.around, words);
  if (options.get !== undefined) return getItems(context, options, [...options.get, ...words]);
  const query = parseQuery(words);
  const kinds = kindsNamed(options.kind);
  storesFor(options.host);
  const now = context.install.clock.now().getTime();
  const since = options.since === undefined ? undefined : sinceMs(options.since, now);
  const until = options.until === undefined ? undefined : sinceMs(options.until, now);
  const project = projectFolder(context.cwd, options.project);
  return withIndex(context, options.update, ({ index, patterns, notices }) => {
    const accepts = acceptedRecords(context, index, { ...options, project });
    const { limit, order } = options;
    const wish = { query, accepts, sinceMs: since, untilMs: until, kinds, order, limit };
    const findings = search(index, wish);
    const reader = new ItemReader(recordDisk, recordStores, patterns);
    const hits = findings.hits.map((hit, at) => shownHit(index, reader, hit, query, at === 0));
    notices.push(...dashNotices(words));
    if (query.left > 0) {
      const all = query.terms.length + query.left;
      notices.push(`Only the first ${query.terms.length} of ${all} words were looked for.`);
    }
    if (query.cut) notices.push(`What is longer was cut after ${longestTerm} characters.`);
    if (hits.length === 0 && index.paths().length === 0) {
      notices.push('No transcripts found in the usual places.');
    } else if (project !== undefined && !index.records().some((record) => accepts?.(record))) {
      notices.push(`No session that was read is of ${project}.`);
    }
    return {
      verbatim: true,
      warning: notices.length === 0 ? undefined : notices.join('\n'),
      text: findingsText(hits, findings, query, context),
      data: {
        query: query.terms.map(({ text }) => text),
        found: findings.total,
        more: findings.more,
        onlySome: findings.onlySome,
        nowhere: findings.nowhere,
        hits,
        notices,
      },
    };
  });
}

/** A word that looks like an option may be one that was misspelt. */
function dashNotices(words: readonly string[]): string[] {
  return words
    .filter((word) => /^--[a-z]/.test(word) && !/\s/.test(word))
    .slice(0, 3)
    .map((word) => `"${untrusted(word, 60)}" is no option here, so it was searched for as a word.`);
}
