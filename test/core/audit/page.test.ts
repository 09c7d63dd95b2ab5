import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { auditPage, pageStart } from '../../../src/core/audit/page/page.ts';
import { sizeChart } from '../../../src/core/audit/page/size-chart.ts';
import type { AuditReport, CompactionAudit, SessionAudit } from '../../../src/core/audit/report.ts';
import { TotalsFold } from '../../../src/core/audit/totals.ts';

function compaction(text: string): CompactionAudit {
  return {
    number: 1,
    time: '2026-01-01T10:00:00Z',
    line: 3,
    reports: 2,
    trigger: 'auto',
    tokensBefore: 150_000,
    summary: 'read',
    summaryCharacters: 100,
    kinds: [{ kind: 'prohibition', before: 2, kept: 1, gone: 1, saved: 1 }],
    facts: 2,
    goneFacts: [{ kind: 'command', value: text, detail: text, saved: false }],
    approvals: [{ question: text, claim: text }],
    rereads: [{ path: text, times: 2, tokens: 40 }],
    brief: { characters: 400, facts: 2 },
  };
}

function session(text: string): SessionAudit {
  return {
    host: 'claude-code',
    title: text,
    session: text,
    subagent: true,
    hidesSummaries: false,
    cwd: text,
    path: text,
    from: '2026-01-01T09:00:00Z',
    to: '2026-01-01T11:00:00Z',
    calls: 3,
    compactions: [compaction(text)],
    rules: [{ kind: 'prohibition', value: text, time: text, saved: false, compactions: [1] }],
    sizes: [
      { at: 0, ms: Date.UTC(2026, 0, 1, 9), tokens: 20_000 },
      { at: 1, ms: Date.UTC(2026, 0, 1, 9, 30), tokens: 140_000 },
      { at: 2, ms: Date.UTC(2026, 0, 1, 10, 5), tokens: 30_000 },
    ],
  };
}

function pageOf(text: string): string {
  const one = session(text);
  const totals = new TotalsFold();
  totals.take(one);
  const report: AuditReport = {
    sessions: [one],
    copies: 0,
    sessionsLeftOut: 1,
    hosts: [],
    totals: totals.totals(),
  };
  return auditPage({ report, met: [text], lead: text, last: text, styleHash: 'abc=' });
}

/** The elements of a page in order, by tag alone. */
const tagsOf = (page: string) =>
  [...page.matchAll(/<[^>]*>/g)].map((found) => found[0].split(/[\s>]/)[0]);

describe('the page of an audit', () => {
  it('has the same elements whatever the texts are', () => {
    const plain = tagsOf(pageOf('plain'));
    const part = fc.constantFrom(
      '<script>',
      '</script>',
      '</style>',
      '-->',
      '<!--',
      '"',
      "'",
      '`',
      '&lt;',
      '&#60;',
      '<svg onload=x>',
      '$' + '{x}',
      '\u2028',
      ']]>',
      '=',
      ' ',
      'a',
    );
    fc.assert(
      fc.property(
        fc.array(fc.oneof(part, fc.string({ unit: 'binary' })), { minLength: 1 }),
        (parts) => {
          const page = pageOf(`x${parts.join('')}`);
          expect(tagsOf(page)).toEqual(plain);
          expect(page).not.toMatch(/<script/i);
        },
      ),
    );
  });

  it('lists sessions by date, loss, project and title, each order chosen without a script', () => {
    const named = (subject: string, cwd: string, to: string, gone: number): SessionAudit => {
      const one = session(subject);
      const kinds = [{ kind: 'prohibition' as const, before: 9, kept: 9 - gone, gone, saved: 0 }];
      return { ...one, subject, cwd, to, compactions: [{ ...compaction(subject), kinds }] };
    };
    const hidden = { ...named('d hidden', '/w/zz', '2026-01-01T11:00:00Z', 0) };
    hidden.compactions = [{ ...compaction('x'), kinds: [], summary: 'unreadable' }];
    const sessions = [
      named('c newest', '/w/bb', '2026-03-01T11:00:00Z', 1),
      named('a middle', '/w/cc', '2026-02-01T11:00:00Z', 5),
      named('b oldest', '/w/aa', '2026-01-02T11:00:00Z', 3),
      hidden,
    ];
    const totals = new TotalsFold();
    for (const one of sessions) totals.take(one);
    const report = { sessions, copies: 0, sessionsLeftOut: 0, hosts: [], totals: totals.totals() };
    const page = auditPage({ report, met: [], lead: '', last: '', styleHash: 'abc=' });
    const order = (name: string) => {
      const part = page.slice(page.indexOf(`class="wide by-${name}"`));
      return [...part.slice(0, part.indexOf('</table>')).matchAll(/<a href="#session-(\d)">/g)].map(
        (found) => found[1],
      );
    };
    expect(order('date')).toEqual(['1', '2', '3', '4']);
    expect(order('gone')).toEqual(['2', '3', '1', '4']);
    expect(order('project')).toEqual(['3', '1', '2', '4']);
    expect(order('title')).toEqual(['2', '3', '1', '4']);
    expect(page).toContain(
      '<td>2026-03-01</td><td><a href="#session-1">c newest</a></td><td>bb</td>',
    );
    // Nobody knows what a summary holds that cannot be read.
    expect(page).toContain('unknown what is gone');
    expect(page).toContain('<td class="number">unknown</td>');
  });

  it('loads nothing and runs nothing: no address, no script, and a policy that forbids any', () => {
    const page = pageOf('plain');
    expect(page.startsWith(pageStart)).toBe(true);
    expect(page.replaceAll('&#39;', "'")).toContain(
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-abc='; base-uri 'none'; form-action 'none'">`,
    );
    expect(page).not.toMatch(
      /https?:|\/\/|url\(|@import|<link|<script|<img|<iframe|\ssrc=|\sstyle=|javascript:/i,
    );
    expect(
      [...page.matchAll(/\shref="([^"]*)"/g)].every((found) => found[1]!.startsWith('#')),
    ).toBe(true);
  });

  it('can be used by keyboard and read aloud: a language, a title, a name for each picture and scrolled part', () => {
    const page = pageOf('plain');
    expect(page).toMatch(/<html lang="en">[\s\S]*<title>What compaction lost<\/title>/);
    expect(
      [...page.matchAll(/<svg [^>]*role="img"[^>]*>/g)].every((found) =>
        found[0].includes('aria-label='),
      ),
    ).toBe(true);
    expect(
      [...page.matchAll(/class="wide"[^>]*>/g)].every((found) =>
        /tabindex="0" role="region" aria-label=/.test(found[0]),
      ),
    ).toBe(true);
    const anchors = [...page.matchAll(/href="#([^"]+)"/g)].map((found) => found[1]);
    for (const anchor of anchors) expect(page).toContain(`id="${anchor}"`);
  });
});

describe('the picture of sizes', () => {
  it('draws the peak before a compaction, the drop after it, and its line between them', () => {
    const { markup } = sizeChart(session('x'));
    const [, line] = /class="line" d="M([^"]*)"/.exec(markup)!;
    const points = line!.split('L').map((point) => point.split(' ').map(Number));
    const mark = Number(/class="mark" d="M([\d.]+)/.exec(markup)![1]);
    expect(points).toHaveLength(4);
    // Smaller is higher: the third point, the compaction's own size, is the peak.
    expect(Math.min(...points.map((point) => point[1]!))).toBe(points[2]![1]);
    expect(points[2]![0]).toBe(mark);
    expect(points[3]![1]!).toBeGreaterThan(points[2]![1]!);
  });

  it('shortens pauses to ten minutes', () => {
    const one = session('x');
    one.sizes[2]!.ms = Date.UTC(2026, 0, 9);
    const far = /class="line" d="M([^"]*)"/.exec(sizeChart(one).markup)![1];
    one.sizes[2]!.ms = Date.UTC(2026, 0, 1, 10, 10);
    expect(/class="line" d="M([^"]*)"/.exec(sizeChart(one).markup)![1]).toBe(far);
  });

  it('is drawn by order where a time is missing, and left out where no size is known', () => {
    const one = session('x');
    delete one.sizes[1]!.ms;
    expect(sizeChart(one).markup).toContain('class="line"');
    const none = {
      ...one,
      sizes: [],
      compactions: [{ ...compaction('x'), tokensBefore: undefined }],
    };
    expect(sizeChart(none as unknown as SessionAudit).markup).toBe('');
  });

  it('stays small for a session of any length, and keeps its peak', () => {
    const one = session('x');
    one.compactions = [];
    one.sizes = Array.from({ length: 1_200 }, (_, at) => ({
      at,
      tokens: at === 700 ? 190_000 : 10_000 + at,
    }));
    const { markup } = sizeChart(one);
    expect(markup.length).toBeLessThan(8_000);
    expect(markup).toContain('up to 190,000');
    const heights = /class="line" d="M([^"]*)"/
      .exec(markup)![1]!
      .split('L')
      .map((point) => Number(point.split(' ')[1]));
    expect(Math.min(...heights)).toBeLessThan(40);
  });
});
