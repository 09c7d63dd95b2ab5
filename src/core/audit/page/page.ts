import type { AuditReport, SessionAudit, Totals } from '../report.ts';
import { sessionKinds } from '../totals.ts';
import { count, many, moment, share } from '../words.ts';
import { kindBars } from './kind-bars.ts';
import { html, type Markup, nothing } from './markup.ts';
import { rulesList, sessionPart, shortId } from './session-part.ts';
import { pageStyle } from './style.ts';

/** How every page of ours begins; a file that begins so may be written over. */
export const pageStart = '<!doctype html>\n<!-- a report of holdfast audit -->\n';

export interface PageWish {
  report: AuditReport;
  /** What was not read, a sentence each. */
  met: readonly string[];
  /** The last line of the report; empty when there is none. */
  last: string;
  /** The report in a sentence. */
  lead: string;
  /** SHA-256 of the style sheet in Base64, by which the page lets it in. */
  styleHash: string;
}

/** Sessions that stand open when the page is loaded. */
const openSessions = 3;

/**
 * The report as one page that needs nothing else: no script, no picture and no font from anywhere, and a policy in it
 * that forbids any.
 */
export function auditPage(wish: PageWish): string {
  const { report, met, last, lead, styleHash } = wish;
  const { sessions, totals } = report;
  const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'`;
  const page = html`<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>What compaction lost</title>
<style>${style}</style>
</head>
<body>
<a class="skip" href="#main">To the report</a>
<header><h1>What compaction lost</h1><p class="lead">${lead}</p>${figures(totals)}</header>
<main id="main">
${rulesPart(sessions)}
${totals.kinds.length > 0 ? html`<section><h2>All together</h2>${kindBars(totals.kinds)}</section>` : nothing}
${sessions.length > 0 ? sessionsPart(report) : nothing}
${met.length > 0 ? html`<section class="met"><h2>Not read, or not whole</h2><ul>${met.map((line) => html`<li>${line}</li>`)}</ul></section>` : nothing}
</main>
<footer>${last === '' ? nothing : html`<p class="last">${last}</p>`}</footer>
</body>
</html>
`;
  return pageStart + page.markup;
}

const style: Markup = { markup: pageStyle };

function figures(totals: Totals): Markup {
  if (totals.compactions === 0) return nothing;
  const { brief, rereads } = totals;
  const before = totals.kinds.reduce((sum, kind) => sum + kind.before, 0);
  return html`<ul class="figures">
<li><b>${count(totals.compactions)}</b><span>${totals.compactions === 1 ? 'compaction' : 'compactions'} in ${many(totals.compacted, 'session')}</span></li>
<li class="bad"><b>${count(brief.gone)}</b><span>of ${count(before)} facts gone (${share(brief.gone, before)})</span></li>
<li class="bad"><b>${count(totals.rules)}</b><span>${totals.rules === 1 ? 'rule or correction' : 'rules and corrections'} of yours gone</span></li>
<li class="bad"><b>${count(rereads.tokens)}</b><span>tokens to read ${many(rereads.files, 'file')} again</span></li>
<li class="good"><b>${share(brief.saved, brief.gone)}</b><span>of what is gone stands in Holdfast's brief, by Holdfast's own reading</span></li>
</ul>`;
}

function rulesPart(sessions: readonly SessionAudit[]): Markup {
  const parts = sessions.flatMap((session, index) =>
    session.rules.length === 0
      ? []
      : [
          html`<h3>${session.title} <a href="#${anchorOf(index)}" class="id">${shortId(session)}</a> <span class="told">${session.cwd ?? ''}</span></h3>${rulesList(session.rules)}`,
        ],
  );
  if (parts.length === 0) return nothing;
  return html`<section><h2>What you said that is gone, word for word</h2>${parts}</section>`;
}

/** By what the table of sessions can be sorted. The page runs no script, so that it holds a table for each. */
const orders: readonly [name: string, title: string, compare: (a: Row, b: Row) => number][] = [
  ['date', 'date', () => 0],
  ['gone', 'facts gone', (a, b) => (b.gone ?? -1) - (a.gone ?? -1)],
  ['project', 'project', (a, b) => compareTexts(a.session.cwd, b.session.cwd)],
  ['title', 'title', (a, b) => compareTexts(a.session.subject, b.session.subject)],
];

/** A session in the table; `gone` absent where no summary of it can be read. */
interface Row {
  session: SessionAudit;
  anchor: string;
  before: number;
  gone?: number;
}

function compareTexts(a = '', b = ''): number {
  // What has none stands last.
  if (a === '' || b === '') return (a === '' ? 1 : 0) - (b === '' ? 1 : 0);
  return a < b ? -1 : a > b ? 1 : 0;
}

function sessionsPart({ sessions, sessionsLeftOut }: AuditReport): Markup {
  const rows = sessions.map((session, index): Row => {
    const kinds = sessionKinds(session);
    const before = kinds.reduce((sum, kind) => sum + kind.before, 0);
    const gone = kinds.reduce((sum, kind) => sum + kind.gone, 0);
    const row = { session, anchor: anchorOf(index), before };
    return kinds.length > 0 ? { ...row, gone } : row;
  });
  const more =
    sessionsLeftOut === 0
      ? nothing
      : html`<p class="told">${many(sessionsLeftOut, 'more session')} with less that is gone: only in the sums.</p>`;
  const parts = sessions.map((session, index) =>
    sessionPart(session, anchorOf(index), index < openSessions),
  );
  const choices = orders.map(([name, title], index) =>
    index === 0
      ? html`<input type="radio" name="sort" id="sort-${name}" checked><label for="sort-${name}">${title}</label>`
      : html`<input type="radio" name="sort" id="sort-${name}"><label for="sort-${name}">${title}</label>`,
  );
  const tables = orders.map(([name, title, compare]) =>
    sessionTable(name, title, rows.toSorted(compare)),
  );
  return html`<section><h2>Sessions</h2><div class="sorted"><span class="told">Sorted by</span> ${choices}${tables}</div>${more}${parts}</section>`;
}

function sessionTable(name: string, title: string, rows: readonly Row[]): Markup {
  const lines = rows.map(
    ({ session, anchor, before, gone }) =>
      html`<tr><td>${day(session)}</td><td><a href="#${anchor}">${session.subject ?? shortId(session)}</a></td><td>${projectOf(session)}</td><td>${session.title}</td><td class="number">${session.compactions.length}</td><td class="number">${gone === undefined ? 'unknown' : count(before)}</td><td class="number">${gone === undefined ? 'unknown' : count(gone)}</td><td class="number">${gone === undefined ? 'unknown' : share(before - gone, before)}</td></tr>`,
  );
  return html`<div class="wide by-${name}" tabindex="0" role="region" aria-label="Sessions by ${title}"><table><thead><tr><th scope="col">date</th><th scope="col">session</th><th scope="col">project</th><th scope="col">client</th><th scope="col" class="number">compactions</th><th scope="col" class="number">facts</th><th scope="col" class="number">gone</th><th scope="col" class="number">kept</th></tr></thead><tbody>${lines}</tbody></table></div>`;
}

function day({ to, from }: SessionAudit): string {
  return moment(to ?? from).slice(0, 10);
}

function projectOf({ cwd }: SessionAudit): string {
  return cwd?.split(/[\\/]/).findLast((part) => part !== '') ?? '';
}

function anchorOf(index: number): string {
  return `session-${index + 1}`;
}
