import type { BriefLimits } from '../../core/audit/compaction.ts';
import type { AuditReport, SessionAudit } from '../../core/audit/report.ts';
import { SessionFold } from '../../core/audit/session-fold.ts';
import { findRecords, type RecordFilter, type RecordRef } from '../records/find.ts';
import type { RecordDisk } from '../records/ports.ts';
import { readConversation } from '../records/read.ts';
import type { Root } from '../records/walk.ts';
import { Gathered } from './gathered.ts';
import { type ProblemGroup, Problems } from './problems.ts';
import { shownSession, shownText } from './shown.ts';

export interface AuditWish {
  roots: readonly Root[];
  filter: RecordFilter;
  /** What a brief may take on a host. */
  limitsOf(host: string): BriefLimits;
  /** The person's own patterns of secrets. */
  patterns: readonly RegExp[];
  /** Called often, to show how far it is. */
  onStep?(step: AuditStep): void;
}

/** The file at hand, and how much of it is read; undefined when it is only begun with. */
export interface AuditStep {
  path: string;
  size: number;
  bytes?: number;
}

export interface AuditResult {
  report: AuditReport;
  problems: ProblemGroup[];
}

/** Items after which the bytes read are told again. */
const stepItems = 2_000;

/** A record in which turns were taken back is read again; so often at most, as it may grow meanwhile. */
const mostAnew = 3;

/**
 * Reads every conversation below the roots and weighs its compactions. Nothing is written, and nothing but the
 * findings of sessions with a compaction is held. What cannot be read is named, and the rest is read all the same.
 */
export function auditRecords(disk: RecordDisk, wish: AuditWish): AuditResult {
  const problems = new Problems();
  const gathered = new Gathered();
  for (const found of findRecords(disk, wish.roots, wish.filter)) {
    if ('problem' in found) {
      problems.add(found.problem);
      wish.onStep?.({ path: found.problem.path, size: 0 });
    } else auditOne(disk, found.ref, wish, gathered, problems);
  }
  return { report: gathered.report(), problems: problems.groups() };
}

function auditOne(
  disk: RecordDisk,
  ref: RecordRef,
  wish: AuditWish,
  gathered: Gathered,
  problems: Problems,
): void {
  const { path, size } = ref;
  wish.onStep?.({ path, size });
  try {
    let fold = new SessionFold(wish.limitsOf(ref.store.host));
    let items = 0;
    const read = () =>
      readConversation(disk, ref, (item) => {
        fold.take(item);
        items += 1;
        if (items % stepItems === 0) wish.onStep?.({ path, size, bytes: item.at.offset });
      });
    let reading = read();
    for (let tries = 0; tries < mostAnew; tries += 1) {
      const anew = fold.anew();
      if (anew === undefined || !reading.read) break;
      fold = anew;
      reading = read();
    }
    for (const problem of reading.problems) problems.add(problem);
    if (!reading.read) return;
    const session = sessionOf(ref, fold);
    // The file may have been changed for another reason than the session's going on.
    const { sinceMs } = wish.filter;
    if (sinceMs !== undefined && session.to !== undefined && Date.parse(session.to) < sinceMs) {
      wish.filter.onLeftOut?.('since');
      return;
    }
    const unknown = Object.entries(reading.unknown).map(([kind, count]) => [
      shownText(kind, wish.patterns).replace(/\s+/g, ' '),
      count,
    ]);
    gathered.take(shownSession(session, wish.patterns), Object.fromEntries(unknown), size);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    problems.add({ path, kind: 'failed', detail });
  }
}

function sessionOf(
  { store, session, subagent, cwd, path }: RecordRef,
  fold: SessionFold,
): SessionAudit {
  const findings = fold.end();
  const place = cwd ?? findings.cwd;
  return {
    ...findings,
    host: store.host,
    title: store.title,
    ...(session === undefined ? {} : { session }),
    subagent: subagent === true,
    hidesSummaries: store.hidesSummaries === true,
    ...(place === undefined ? {} : { cwd: place }),
    path,
  };
}
