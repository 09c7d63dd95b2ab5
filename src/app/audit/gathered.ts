import type { AuditReport, HostCount, SessionAudit } from '../../core/audit/report.ts';
import { TotalsFold } from '../../core/audit/totals.ts';
import { textHash } from '../../core/hash.ts';

/** Sessions that are told one by one; of more only those with the most that is gone. */
const mostSessions = 1_000;

/** Names of unknown rows that are told apart on one host. */
const mostNames = 50;

/** What the sessions came to so far. */
export class Gathered {
  readonly #totals = new TotalsFold();
  readonly #hosts = new Map<string, HostCount>();
  #sessions: SessionAudit[] = [];
  /** What was taken, by fingerprints; of sessions that are held, which one it is. */
  readonly #known = new Map<number, SessionAudit | undefined>();
  #leftOut = 0;
  #copies = 0;

  /** `size`: bytes of the record. */
  take(session: SessionAudit, unknownRows: Readonly<Record<string, number>>, size: number): void {
    if (this.#isCopy(session, size)) return;
    this.#totals.take(session);
    const host = this.#host(session);
    host.sessions += 1;
    host.compactions += session.compactions.length;
    for (const [kind, count] of Object.entries(unknownRows)) {
      const names = Object.keys(host.unknownRows);
      const name = names.includes(kind) || names.length < mostNames ? kind : 'others';
      host.unknownRows[name] = (host.unknownRows[name] ?? 0) + count;
    }
    if (session.compactions.length === 0) return;
    host.compacted += 1;
    this.#sessions.push(session);
    if (this.#sessions.length >= mostSessions * 2) this.#shrink();
  }

  report(): AuditReport {
    this.#shrink();
    return {
      sessions: this.#sessions.sort(newestFirst),
      sessionsLeftOut: this.#leftOut,
      copies: this.#copies,
      hosts: [...this.#hosts.values()].sort((a, b) => (a.host < b.host ? -1 : 1)),
      totals: this.#totals.totals(),
    };
  }

  /** True for a session that was taken already, from another file. Of a copy the path counts that comes first by its letters. */
  #isCopy(session: SessionAudit, size: number): boolean {
    if (session.session === undefined) return false;
    const { path, ...content } = session;
    const print = textHash(JSON.stringify([content, size]));
    if (!this.#known.has(print)) {
      this.#known.set(print, session.compactions.length > 0 ? session : undefined);
      return false;
    }
    this.#copies += 1;
    const first = this.#known.get(print);
    if (first !== undefined && path < first.path) first.path = path;
    return true;
  }

  #host({ host, title }: SessionAudit): HostCount {
    const known = this.#hosts.get(host);
    if (known !== undefined) return known;
    const fresh = {
      host,
      title,
      sessions: 0,
      compacted: 0,
      compactions: 0,
      unknownRows: Object.create(null) as Record<string, number>,
    };
    this.#hosts.set(host, fresh);
    return fresh;
  }

  #shrink(): void {
    if (this.#sessions.length <= mostSessions) return;
    this.#sessions.sort((a, b) => goneIn(b) - goneIn(a) || newestFirst(a, b));
    this.#leftOut += this.#sessions.length - mostSessions;
    this.#sessions = this.#sessions.slice(0, mostSessions);
  }
}

function goneIn(session: SessionAudit): number {
  const counts = session.compactions.flatMap((compaction) => compaction.kinds);
  return counts.reduce((total, count) => total + count.gone, 0);
}

function newestFirst(a: SessionAudit, b: SessionAudit): number {
  const [left, right] = [Date.parse(a.to ?? '') || 0, Date.parse(b.to ?? '') || 0];
  if (left !== right) return right - left;
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return (a.session ?? '') < (b.session ?? '') ? -1 : 1;
}
