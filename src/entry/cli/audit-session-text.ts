import type { CompactionAudit, GoneRule, SessionAudit } from '../../core/audit/report.ts';
import { sessionKinds } from '../../core/audit/totals.ts';
import { count, many, moment, span } from '../../core/audit/words.ts';
import { clip } from '../../core/trust/clip.ts';
import { kindTable, type TextWish } from './audit-text.ts';
import { paint } from './colour.ts';
import { fold } from './fold-lines.ts';
import { clip as clipCell, table } from './table.ts';

/** Lines and characters of a rule that are shown. */
const ruleLinesShown = 6;
const ruleCharacters = 480;

/** Files that are named of those read again. */
const shownRereads = 5;

/** Rules and corrections that are gone, under their sessions, at most `limit`; `more`: how many are left out. */
export function goneRules(
  sessions: readonly SessionAudit[],
  wish: TextWish,
  limit: number,
): { lines: string[]; more: number } {
  const lines: string[] = [];
  let [left, more] = [limit, 0];
  for (const session of sessions) {
    const shown = session.rules.slice(0, Math.max(0, left));
    left -= shown.length;
    more += session.rules.length - shown.length;
    if (shown.length === 0) continue;
    lines.push('', `  ${nameOf(session, wish.home)}`);
    lines.push(...shown.flatMap((rule) => ruleLines(rule, wish)));
  }
  return { lines, more };
}

function ruleLines(rule: GoneRule, wish: TextWish): string[] {
  const numbers = rule.compactions.map(String);
  const last = numbers.pop();
  const after = numbers.length === 0 ? last : `${numbers.join(', ')} and ${last}`;
  const said = moment(rule.time);
  const head = `${rule.kind}${said === '' ? '' : `, said ${said} UTC`}, gone after compaction ${after}`;
  return [`  - ${paint('red', head, wish.colour)}`, ...headOf(rule.value)];
}

/** The beginning of what a person said, word for word; of a long text how much more there is. */
function headOf(value: string): string[] {
  const lines = value.split('\n');
  const shown = lines.slice(0, ruleLinesShown).join('\n');
  const head = clip(shown, ruleCharacters);
  const told = (text: string) => text.split('\n').map((line) => `    ${line}`.trimEnd());
  if (head === value) return told(`"${value}"`);
  const more = value.length - head.length;
  return [...told(`"${head}`), `    (and ${many(more, 'more character')}: --json has them)`];
}

/** A session in one line: its host, the beginning of its id, and where it worked. */
export function nameOf(session: SessionAudit, home: string): string {
  const id = session.session ?? session.path.split(/[\\/]/).at(-1) ?? '';
  const agent = session.subagent ? ' (subagent)' : '';
  const place = session.cwd === undefined ? '' : `  ${underHome(session.cwd, home)}`;
  return `${session.title} ${clipCell(id.replaceAll(/\s+/g, ' '), 20)}${agent}${place}`;
}

export function underHome(path: string, home: string): string {
  return home !== '' && path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}

/** One session: its compactions, and what became of its facts. */
export function sessionLines(session: SessionAudit, wish: TextWish): string[] {
  const when = span(session.from, session.to);
  const told = [
    when === '' ? '' : `${when} UTC`,
    many(session.calls, 'tool call'),
    many(session.compactions.length, 'compaction'),
  ].filter((part) => part !== '');
  const kinds = sessionKinds(session);
  return [
    ...fold(nameOf(session, wish.home), wish.width, '  ').map((line) =>
      paint('bold', line, wish.colour),
    ),
    `  ${told.join(', ')}`,
    `  ${underHome(session.path, wish.home)}`,
    ...compactionTable(session, wish),
    ...(kinds.length > 0 ? kindTable(kinds, wish) : []),
    ...rereadLines(session, wish),
    ...session.compactions.flatMap((compaction) => approvalLines(compaction, wish)),
  ];
}

function compactionTable(session: SessionAudit, wish: TextWish): string[] {
  const columns = [
    { title: '  compaction', right: true },
    { title: 'when (UTC)' },
    { title: 'by' },
    { title: 'tokens', right: true },
    { title: 'facts', right: true },
    { title: 'gone', right: true },
    { title: 'summary', flexible: true },
  ];
  const rows = session.compactions.map((compaction) => {
    const gone = compaction.kinds.reduce((sum, kind) => sum + kind.gone, 0);
    return [
      String(compaction.number),
      moment(compaction.time),
      compaction.trigger,
      tokensOf(compaction),
      count(compaction.facts),
      compaction.summary === 'unreadable' ? 'unknown' : count(gone),
      summaryOf(compaction, session),
    ];
  });
  return table(columns, rows, wish.width).split('\n');
}

function tokensOf({ tokensBefore, tokensAfter }: CompactionAudit): string {
  const before = tokensBefore === undefined ? '' : count(tokensBefore);
  return tokensAfter === undefined ? before : `${before} to ${count(tokensAfter)}`.trim();
}

function summaryOf(compaction: CompactionAudit, session: SessionAudit): string {
  if (compaction.summary === 'empty') return 'empty';
  if (compaction.summary === 'read') return `${count(compaction.summaryCharacters)} chars`;
  return session.hidesSummaries ? 'encrypted' : 'not recorded';
}

function rereadLines(session: SessionAudit, wish: TextWish): string[] {
  const all = session.compactions.flatMap((compaction) => compaction.rereads);
  if (all.length === 0) return [];
  const tokens = all.reduce((sum, one) => sum + one.tokens, 0);
  const times = all.reduce((sum, one) => sum + one.times, 0);
  const first = [...all].sort((a, b) => b.tokens - a.tokens).slice(0, shownRereads);
  const rest = all.length - first.length;
  return [
    `  Read again right after a compaction (${many(times, 'time')}, about ${count(tokens)} tokens):`,
    ...first.map((one) => {
      const path = shorter(one.path, session.cwd, wish.home);
      return `  - ${path}${one.times === 1 ? '' : ` (${one.times} times)`}, ${count(one.tokens)} tokens`;
    }),
    ...(rest > 0 ? [`  - and ${rest} more`] : []),
  ];
}

function shorter(path: string, cwd: string | undefined, home: string): string {
  return cwd !== undefined && path.startsWith(`${cwd}/`)
    ? path.slice(cwd.length + 1)
    : underHome(path, home);
}

function approvalLines({ number, approvals }: CompactionAudit, wish: TextWish): string[] {
  return approvals.flatMap(({ question, claim }) => [
    `  ${paint('red', `The summary of compaction ${number} tells a question as answered that was not:`, wish.colour)}`,
    ...`asked: "${question}"`.split('\n').map((line) => `    ${line}`.trimEnd()),
    ...`told: "${claim}"`.split('\n').map((line) => `    ${line}`.trimEnd()),
  ]);
}
