import { titleOf } from '../kinds.ts';
import type { CompactionAudit, GoneFact, GoneRule, SessionAudit } from '../report.ts';
import { sessionKinds } from '../totals.ts';
import { count, many, moment, span } from '../words.ts';
import { kindBars } from './kind-bars.ts';
import { html, type Markup, nothing } from './markup.ts';
import { sizeChart } from './size-chart.ts';

/** A session as a part that can be opened: its picture, its bars, its compactions, and what is gone. */
export function sessionPart(session: SessionAudit, anchor: string, open: boolean): Markup {
  const kinds = sessionKinds(session);
  const gone = kinds.reduce((sum, kind) => sum + kind.gone, 0);
  // Of a summary that cannot be read nobody knows what it holds.
  const lost = kinds.length === 0 ? 'unknown what is gone' : `${many(gone, 'fact')} gone`;
  const told = `${many(session.compactions.length, 'compaction')}, ${lost}`;
  const name = session.subject === undefined ? nothing : html` ${session.subject}`;
  const summary = html`<summary><span class="host">${session.title}</span> <span class="id">${shortId(session)}</span>${name}${session.subagent ? html` <span class="tag">subagent</span>` : nothing} <span class="told">${told}</span></summary>`;
  const body = html`<p class="place">${session.cwd ?? ''}<br>${session.path}<br>${placeAndTime(session)}</p>${sizeChart(session)}${kindBars(kinds)}${compactions(session)}${rereads(session)}${approvals(session)}${goneLists(session)}`;
  return open
    ? html`<details class="session" id="${anchor}" open>${summary}${body}</details>`
    : html`<details class="session" id="${anchor}">${summary}${body}</details>`;
}

export function shortId(session: SessionAudit): string {
  const id = session.session ?? session.path.split(/[\\/]/).at(-1) ?? '';
  return id.length > 20 ? `${id.slice(0, 19)}…` : id;
}

function placeAndTime(session: SessionAudit): string {
  const when = span(session.from, session.to);
  const calls = many(session.calls, 'tool call');
  return when === '' ? calls : `${when} UTC, ${calls}`;
}

function compactions(session: SessionAudit): Markup {
  const rows = session.compactions.map((compaction) => {
    const gone = compaction.kinds.reduce((sum, kind) => sum + kind.gone, 0);
    return html`<tr><th scope="row" class="number">${compaction.number}</th><td>${moment(compaction.time)}</td><td>${compaction.trigger}</td><td class="number">${tokens(compaction)}</td><td class="number">${count(compaction.facts)}</td><td class="number">${compaction.summary === 'unreadable' ? 'unknown' : count(gone)}</td><td>${summaryOf(compaction, session)}</td><td class="number">${briefOf(compaction)}</td></tr>`;
  });
  return html`<div class="wide" tabindex="0" role="region" aria-label="Compactions"><table><thead><tr><th scope="col" class="number">#</th><th scope="col">when (UTC)</th><th scope="col">by</th><th scope="col" class="number">tokens</th><th scope="col" class="number">facts</th><th scope="col" class="number">gone</th><th scope="col">summary</th><th scope="col" class="number">Holdfast's brief</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

function tokens({ tokensBefore, tokensAfter }: CompactionAudit): string {
  const before = tokensBefore === undefined ? '' : count(tokensBefore);
  return tokensAfter === undefined ? before : `${before} to ${count(tokensAfter)}`.trim();
}

function summaryOf(compaction: CompactionAudit, session: SessionAudit): string {
  if (compaction.summary === 'empty') return 'empty';
  if (compaction.summary === 'read') return `${count(compaction.summaryCharacters)} characters`;
  return session.hidesSummaries ? 'not readable (encrypted)' : 'not in the record';
}

function briefOf({ brief, facts }: CompactionAudit): string {
  return `${count(brief.facts)} of ${count(facts)} in ${count(brief.characters)} characters`;
}

function rereads(session: SessionAudit): Markup {
  const all = session.compactions.flatMap((compaction) => compaction.rereads);
  if (all.length === 0) return nothing;
  const sum = all.reduce((total, one) => total + one.tokens, 0);
  const items = all.map(
    (one) =>
      html`<li><code>${one.path}</code>${one.times > 1 ? ` (${one.times} times)` : ''}, ${count(one.tokens)} tokens</li>`,
  );
  return html`<h3>Read again right after a compaction: about ${count(sum)} tokens</h3><ul>${items}</ul>`;
}

function approvals(session: SessionAudit): Markup {
  const all = session.compactions.flatMap((compaction) => compaction.approvals);
  if (all.length === 0) return nothing;
  const items = all.map(
    ({ question, claim }) =>
      html`<li>Asked: <q>${question}</q><br>The summary: <q>${claim}</q></li>`,
  );
  return html`<h3>Questions that nobody had answered, told as answered</h3><ul class="said">${items}</ul>`;
}

/** What a person said that is gone. */
export function rulesList(rules: readonly GoneRule[]): Markup {
  const items = rules.map((rule) => {
    const after = rule.compactions.join(', ');
    const said = moment(rule.time);
    return html`<li><span class="tag">${rule.kind}</span> <span class="told">${said === '' ? '' : `said ${said} UTC, `}gone after compaction ${after}${rule.saved ? '' : "; Holdfast's brief has no room for it either"}</span><blockquote>${rule.value}</blockquote></li>`;
  });
  return html`<ul class="said">${items}</ul>`;
}

function goneLists(session: SessionAudit): Markup {
  const parts = session.compactions.map((compaction) => goneAt(compaction));
  return html`${parts}`;
}

function goneAt({ number, goneFacts }: CompactionAudit): Markup {
  if (goneFacts.length === 0) return nothing;
  const items = goneFacts.map((fact) => goneItem(fact));
  return html`<details><summary>Lost in compaction ${number} (other than rules): ${count(goneFacts.length)}</summary><ul class="facts">${items}</ul></details>`;
}

function goneItem(fact: GoneFact): Markup {
  const detail =
    fact.detail === undefined ? nothing : html` <span class="told">${fact.detail}</span>`;
  return html`<li><span class="tag">${titleOf(fact.kind)}</span> ${fact.value}${detail}</li>`;
}
