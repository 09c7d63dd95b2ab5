import { loadConfig } from '../../app/config/load-config.ts';
import { forgottenFrom } from '../../app/recall/forgotten.ts';
import { IndexFault, type RecallIndex } from '../../app/recall/ports.ts';
import { type Update, updateIndex } from '../../app/recall/update-index.ts';
import { Fault } from '../../core/errors.ts';
import { fingerprint } from '../../core/hash.ts';
import { isSet } from '../../core/install/project-settings.ts';
import { compilePatterns } from '../../core/trust/compile-patterns.ts';
import { recordStores } from '../../hosts/record-registry.ts';
import { type OpenedIndex, openIndex, replaceIndex } from '../../index-db/open.ts';
import { openProgress } from '../../platform/progress.ts';
import { recordDisk } from '../../platform/record-disk.ts';
import { rootsFor } from './audit-wish.ts';
import type { CliContext } from './context.ts';
import { updateNotices } from './recall-notices.ts';
import { followUpdate } from './recall-progress.ts';

/** Counts up when secrets are told in another way, so that what was taken in before is taken in anew. */
const redactionVersion = 3;

/** What a command works with that uses the index. */
export interface AtIndex {
  index: RecallIndex;
  patterns: readonly RegExp[];
  /** Sentences for the person: what is not as usual about the answer. */
  notices: string[];
}

/**
 * Opens the index, takes in what is new unless told not to, and does the work; all of it once more with a new index
 * where it turns out to be damaged.
 */
export function withIndex<T>(context: CliContext, update: boolean, work: (at: AtIndex) => T): T {
  const isOff = isSet(context.env.HOLDFAST_DISABLE);
  const path = context.paths.index;
  if ((!update || isOff) && context.install.disk.stat(path) === undefined) {
    throw new Fault('not-found', 'There is no index yet: no transcript has been read.', {
      hint: isOff
        ? 'HOLDFAST_DISABLE is set, so none is read now. Run this without that variable.'
        : 'Leave --no-update out, so that transcripts are read first.',
    });
  }
  const patterns = ownPatterns(context);
  const settings = fingerprint([redactionVersion, ...patterns.map(String)].join('\n'));
  const attempt = (opened: OpenedIndex): T => {
    const notices = opened.notice === undefined ? [] : [opened.notice];
    try {
      if (isOff) notices.push('HOLDFAST_DISABLE is set: what is new was not read.');
      else if (opened.kind === 'memory' || (update && opened.kind === 'kept')) {
        notices.push(
          ...updateNotices(bringUpToDate(context, opened.index, patterns), context.home),
        );
      }
      return work({ index: opened.index, patterns, notices });
    } finally {
      opened.index.close();
    }
  };
  try {
    return attempt(openIndex(path, settings));
  } catch (error) {
    if (!(error instanceof IndexFault) || error.code !== 'damaged') throw error;
    return attempt(replaceIndex(path, settings));
  }
}

function bringUpToDate(
  context: CliContext,
  index: RecallIndex,
  patterns: readonly RegExp[],
): Update {
  const machine = { env: context.env, home: context.home, platform: process.platform };
  const progress = openProgress();
  const update = updateIndex(recordDisk, index, {
    roots: rootsFor([], recordStores, context.cwd, machine),
    patterns,
    forgotten: forgottenFrom(context.install.disk.readText(context.paths.forgotten)),
    onStep: progress && followUpdate(progress),
  });
  progress?.clear();
  return update;
}

/** The person's own patterns of secrets. */
export function ownPatterns(context: CliContext): readonly RegExp[] {
  const { config } = loadConfig(
    context.install.disk,
    { userConfig: context.userConfig, project: context.project },
    context.paths.trust,
  );
  return compilePatterns(config.redact).patterns;
}
