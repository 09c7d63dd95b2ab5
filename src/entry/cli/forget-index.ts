import { shortestMatch, shortestPrefix } from '../../app/care/forget.ts';
import type { SessionOnDisk } from '../../app/care/sessions.ts';
import { type Forgotten, forgottenFrom, linesOf, sessionKey } from '../../app/recall/forgotten.ts';
import { itemsHolding } from '../../app/recall/items-holding.ts';
import { Fault } from '../../core/errors.ts';
import { recordStores } from '../../hosts/record-registry.ts';
import { folderName } from '../../journal/session-folder.ts';
import { appendLines } from '../../platform/append-line.ts';
import { removeIndex } from '../../platform/index-file.ts';
import { openProgress } from '../../platform/progress.ts';
import { recordDisk } from '../../platform/record-disk.ts';
import { rootsFor } from './audit-wish.ts';
import type { CliContext } from './context.ts';
import { ownPatterns, withIndex } from './recall-index.ts';

/** A session of which the index holds something. */
export interface IndexedSession {
  host: string;
  name: string;
}

/** What the index holds of a session that has state, or whose id begins so. */
export function indexedSessions(
  context: CliContext,
  wanted: SessionOnDisk | string,
): IndexedSession[] {
  if (context.install.disk.stat(context.paths.index) === undefined) return [];
  const found = new Map<string, IndexedSession>();
  withIndex(context, false, ({ index }) => {
    for (const { host, session } of index.records()) {
      if (session === undefined) continue;
      const isWanted =
        typeof wanted === 'string'
          ? [...wanted].length >= shortestPrefix && session.startsWith(wanted)
          : host === wanted.host && folderName(session) === wanted.name;
      if (isWanted) found.set(sessionKey(host, session), { host, name: session });
    }
  });
  const exact = [...found.values()].filter(({ name }) => name === wanted);
  return exact.length === 1 ? exact : [...found.values()];
}

/** The one session that an id names which has no state. Throws a Fault when that is none or several. */
export function onlyIndexed(indexed: readonly IndexedSession[], id: string): IndexedSession {
  const [only, second] = indexed;
  if (only !== undefined && second === undefined) return only;
  if (only === undefined) {
    throw new Fault('not-found', `No session "${id}" has state here.`, {
      hint: 'See those with state in "holdfast status"; for others, give the whole id.',
    });
  }
  throw new Fault('usage', `"${id}" matches ${indexed.length} sessions.`, {
    hint: `Give more of the id: ${indexed.map(({ name }) => name).join(', ')}.`,
  });
}

/** Takes the index away, which is made anew without these sessions. */
export function forgetIndexed(context: CliContext, sessions: readonly IndexedSession[]): void {
  if (sessions.length === 0) return;
  const keys = sessions.map(({ host, name }) => sessionKey(host, name));
  remember(context, { sessions: new Set(keys), items: new Set(), texts: new Set() });
}

/**
 * Has every item forgotten in which a string stands, and takes the index away: it holds words of texts and not texts, so
 * that nothing in it can be told by its bytes. Returns how many items there are.
 */
export function forgetInRecords(context: CliContext, text: string, dryRun: boolean): number {
  if ([...text].length < shortestMatch) return 0;
  const machine = { env: context.env, home: context.home, platform: process.platform };
  const progress = openProgress();
  let records = 0;
  const { count, ...found } = itemsHolding(
    recordDisk,
    rootsFor([], recordStores, context.cwd, machine),
    text,
    ownPatterns(context),
    () => {
      records += 1;
      progress?.show(() => `Looking through the hosts' records: ${records}`);
    },
  );
  progress?.clear();
  if (!dryRun) remember(context, { sessions: new Set(), items: found.handles, texts: found.texts });
  return count;
}

function remember(context: CliContext, { sessions, items, texts }: Forgotten): void {
  const { forgotten, index } = context.paths;
  const known = forgottenFrom(context.install.disk.readText(forgotten));
  const news = {
    sessions: new Set([...sessions].filter((one) => !known.sessions.has(one))),
    items: new Set([...items].filter((one) => !known.items.has(one))),
    texts: new Set([...texts].filter((one) => !known.texts.has(one))),
  };
  appendLines(forgotten, linesOf(news));
  removeIndex(index);
}
