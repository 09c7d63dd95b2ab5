import type { ProblemGroup } from '../../app/audit/problems.ts';
import { titleOf } from '../../core/audit/kinds.ts';
import type { AuditReport, KindCount, SessionAudit, Totals } from '../../core/audit/report.ts';
import { count, many, share } from '../../core/audit/words.ts';
import { problemLines } from './audit-problem-text.ts';
import { goneRules, sessionLines } from './audit-session-text.ts';
import { paint } from './colour.ts';
import { fold } from './fold-lines.ts';
import { table } from './table.ts';
import { wrap } from './wrap.ts';

export interface TextWish {
  colour: boolean;
  width: number;
  home: string;
  /** What is said where no session is there, if it is not the usual. */
  nothing?: string;
  /** Every session and every lost rule; else those that lost most. */
  all?: boolean;
}

/** Sessions that are shown unless all are asked for, and as many rules. */
const worst = 20;

/** The whole report for a person. */
export function auditText(
  report: AuditReport,
  problems: readonly ProblemGroup[],
  wish: TextWish,
): string {
  const { sessions, totals } = report;
  const title = (text: string) => paint('bold', text, wish.colour);
  const lines = [opening(report, wish.nothing)];
  const limit = wish.all ? Number.POSITIVE_INFINITY : worst;
  const rules = goneRules(sessions, wish, limit);
  if (rules.lines.length > 0) {
    lines.push('', title('Your own words that were lost'), ...rules.lines);
    if (rules.more > 0) lines.push('', `  and ${count(rules.more)} more: holdfast audit --all`);
  }
  const shown = lostMost(sessions, limit);
  for (const session of shown) lines.push('', ...sessionLines(session, wish));
  if (shown.length < sessions.length) {
    lines.push(
      '',
      `${many(sessions.length - shown.length, 'session')} that lost less: holdfast audit --all`,
    );
  }
  if (report.sessionsLeftOut > 0) {
    lines.push(
      '',
      `${many(report.sessionsLeftOut, 'more session')} with less that is gone: only in the sums.`,
    );
  }
  if (totals.compactions > 0) lines.push('', title('Total'), ...totalLines(totals, wish));
  const met = problemLines(problems, report.hosts, wish.home);
  if (met.length > 0) lines.push('', title('Not read, or not whole'), ...met);
  const last = briefLine(totals);
  if (last !== '') lines.push('', last);
  return lines.flatMap((line) => folded(line, wish.width)).join('\n');
}

/** The sessions that lost most, in the order in which they were given. */
function lostMost(sessions: readonly SessionAudit[], limit: number): readonly SessionAudit[] {
  if (sessions.length <= limit) return sessions;
  const gone = (session: SessionAudit) =>
    session.compactions.flatMap(({ kinds }) => kinds).reduce((sum, kind) => sum + kind.gone, 0);
  const chosen = new Set(
    sessions
      .map((session, at) => ({ session, at, gone: gone(session) }))
      .sort((a, b) => b.gone - a.gone || a.at - b.at)
      .slice(0, limit)
      .map(({ session }) => session),
  );
  return sessions.filter((session) => chosen.has(session));
}

/** What was looked at, in a sentence. */
export function opening({ totals, hosts, copies }: AuditReport, nothing?: string): string {
  if (totals.sessions === 0) {
    return (
      nothing ??
      'No session was found. If your transcripts are elsewhere, name their folder: "holdfast audit FOLDER".'
    );
  }
  const of = hosts.length === 1 ? hosts[0]!.title : many(hosts.length, 'client');
  const found = `${many(totals.sessions, 'session')} of ${of}`;
  const again =
    copies === 0
      ? ''
      : ` ${many(copies, 'transcript')} ${copies === 1 ? 'is a copy of another and counts' : 'are copies of others and count'} no further.`;
  if (totals.compactions === 0) return `${found}: none was compacted, so nothing is lost.${again}`;
  return `${found}, ${count(totals.compacted)} of them compacted, ${many(totals.compactions, 'compaction')}.${again}`;
}

/** A line in as many as it takes, what follows set in as the line's text is; one with colours is broken at blanks only. */
function folded(line: string, width: number): string[] {
  if (line.includes('\u001b')) return wrap(line, width).split('\n');
  const lead = /^ *(?:- )?/.exec(line)![0];
  return fold(line, width, ' '.repeat(lead.length));
}

/** Facts by kind: before, kept by the host, gone. */
export function kindTable(kinds: readonly KindCount[], wish: TextWish): string[] {
  const rows = kinds.map(({ kind, before, kept, gone }) => [
    `  ${titleOf(kind)}`,
    count(before),
    count(kept),
    count(gone),
    share(kept, before),
  ]);
  const sums = total(kinds);
  if (kinds.length > 1) {
    rows.push([
      '  total',
      count(sums.before),
      count(sums.kept),
      count(sums.gone),
      share(sums.kept, sums.before),
    ]);
  }
  const columns = [
    { title: '  facts' },
    { title: 'before', right: true },
    { title: 'kept', right: true },
    { title: 'gone', right: true },
    { title: 'share kept', right: true },
  ];
  return table(columns, rows, wish.width).split('\n');
}

function total(kinds: readonly KindCount[]): { before: number; kept: number; gone: number } {
  const sums = { before: 0, kept: 0, gone: 0 };
  for (const { before, kept, gone } of kinds) {
    sums.before += before;
    sums.kept += kept;
    sums.gone += gone;
  }
  return sums;
}

function totalLines(totals: Totals, wish: TextWish): string[] {
  const lines: string[] = [];
  if (totals.kinds.length > 0) lines.push(...kindTable(totals.kinds, wish));
  const { files, times, tokens } = totals.rereads;
  if (times > 0) {
    lines.push(
      `  Read again within 20 calls of a compaction: ${many(files, 'file')}, ${many(times, 'time')}, about ${count(tokens)} tokens.`,
    );
  }
  if (totals.approvals > 0) {
    lines.push(
      `  ${many(totals.approvals, 'open question')} that a summary tells as approved or answered.`,
    );
  }
  if (totals.unreadable > 0) {
    lines.push(
      `  ${many(totals.unreadable, 'summary', 'summaries')} not readable: counted neither as kept nor as gone.`,
    );
  }
  return lines;
}

/** What the brief would have kept, and the characters of all these briefs; empty where nothing is gone. */
export function briefLine({ brief, compactions, unreadable }: Totals): string {
  if (brief.gone === 0) return '';
  const briefs = compactions - unreadable;
  return `Holdfast's brief would have kept ${count(brief.saved)} of the ${many(brief.gone, 'fact')} that ${brief.gone === 1 ? 'is' : 'are'} gone (${share(brief.saved, brief.gone)}) by Holdfast's own reading, in ${count(brief.characters)} characters${briefs === 1 ? '' : ` at ${count(briefs)} compactions`}.`;
}
