import { describe, expect, it } from 'vitest';
import { SessionFold } from '../../../src/core/audit/session-fold.ts';
import type { ConversationItem } from '../../../src/core/conversation.ts';

/** Items of a session, each a row of its own. */
class Script {
  readonly items: ConversationItem[] = [];
  #line = 0;

  add(item: Record<string, unknown>): this {
    this.#line += 1;
    const minute = String(this.#line).padStart(2, '0');
    this.items.push({
      at: { offset: this.#line * 100, line: this.#line },
      id: `row${this.#line}`,
      time: `2026-01-01T00:${minute}:00Z`,
      ...item,
    } as ConversationItem);
    return this;
  }

  said(text: string): this {
    return this.add({ type: 'user', origin: 'typed', text });
  }

  call(kind: string, more: Record<string, unknown>, result: Record<string, unknown> = {}): this {
    const id = `call${this.#line}`;
    this.add({ type: 'call', call: { id, name: kind, kind, paths: [], ...more } });
    return this.add({
      type: 'result',
      result: { callId: id, outcome: 'ok', text: '', length: 0, ...result },
    });
  }

  compaction(summary?: string, more: Record<string, unknown> = {}): this {
    this.add({ type: 'boundary', trigger: 'auto', tokensBefore: 150_000, ...more });
    return summary === undefined ? this : this.add({ type: 'summary', text: summary });
  }

  audit() {
    const fold = new SessionFold({ whole: 9_500, head: 1_900 });
    for (const item of this.items) fold.take(item);
    return fold.end();
  }
}

const kindsOf = (compaction: { kinds: { kind: string }[] } | undefined) =>
  Object.fromEntries((compaction?.kinds ?? []).map(({ kind, ...counts }) => [kind, counts]));

describe('the audit of a session', () => {
  it('counts before, kept and gone by kind, and what the brief holds of the gone', () => {
    const { compactions, rules } = new Script()
      .add({ type: 'place', cwd: '/w' })
      .said('Never push to main.')
      .call('edit', { paths: ['/w/a.ts'] })
      .call('edit', { paths: ['/w/b.ts'] })
      .compaction('Changed a.ts.')
      .audit();
    expect(compactions).toHaveLength(1);
    expect(kindsOf(compactions[0])).toMatchObject({
      prohibition: { before: 1, kept: 0, gone: 1, saved: 1 },
      'file.modified': { before: 2, kept: 1, gone: 1, saved: 1 },
      'not-done': { before: 1, kept: 0, gone: 1, saved: 1 },
    });
    expect(rules).toMatchObject([
      { kind: 'prohibition', value: 'Never push to main.', compactions: [1], line: 2, saved: true },
    ]);
    expect(compactions[0]!.brief.facts).toBe(4);
    expect(compactions[0]!.brief.characters).toBeGreaterThan(100);
  });

  it('counts facts of earlier segments at a later compaction, and names a rule once', () => {
    const { compactions, rules } = new Script()
      .said('Never push to main.')
      .compaction('User: never push to main.')
      .said('Now fix the build.')
      .compaction('Fixing the build.')
      .said('Go on.')
      .compaction('Going on.')
      .audit();
    expect(compactions.map((one) => kindsOf(one).prohibition)).toMatchObject([
      { before: 1, kept: 1, gone: 0 },
      { before: 1, kept: 0, gone: 1 },
      { before: 1, kept: 0, gone: 1 },
    ]);
    expect(rules).toMatchObject([{ value: 'Never push to main.', compactions: [2, 3] }]);
  });

  it('takes a summary that the record does not show for not readable, and counts nothing as lost', () => {
    const { compactions, rules } = new Script().said('Never push.').compaction().audit();
    expect(compactions[0]).toMatchObject({ summary: 'unreadable', facts: 1, goneFacts: [] });
    expect(kindsOf(compactions[0]).prohibition).toMatchObject({ before: 1, kept: 0, gone: 0 });
    expect(rules).toEqual([]);
  });

  it('takes an empty summary for one that keeps nothing', () => {
    const { compactions } = new Script().said('Never push.').compaction('').audit();
    expect(compactions[0]).toMatchObject({ summary: 'empty' });
    expect(kindsOf(compactions[0]).prohibition).toMatchObject({ gone: 1 });
  });

  it('counts a file that the host attached again as kept', () => {
    const { compactions } = new Script()
      .add({ type: 'place', cwd: '/w' })
      .call('edit', { paths: ['/w/a.ts'] })
      .compaction('Some work.')
      .add({ type: 'attached-file', path: 'a.ts', text: 'x' })
      .add({ type: 'assistant', text: 'On it.' })
      .audit();
    expect(kindsOf(compactions[0])['file.modified']).toMatchObject({ kept: 1, gone: 0 });
  });

  it('counts files that were read again in the twenty calls after, with their tokens', () => {
    const script = new Script()
      .add({ type: 'place', cwd: '/w' })
      .call('read', { paths: ['/w/known.ts'] })
      .compaction('Some work.')
      .call('read', { paths: ['known.ts'] }, { length: 4_000 })
      .call('read', { paths: ['/w/known.ts'] }, { length: 400 })
      .call('read', { paths: ['/w/known.ts'] }, { length: 400, outcome: 'failed' })
      .call('read', { paths: ['/w/new.ts'] }, { length: 8_000 });
    for (let count = 0; count < 16; count += 1) script.call('shell', { command: 'ls' });
    script.call('read', { paths: ['/w/known.ts'] }, { length: 4_000 });
    expect(script.audit().compactions[0]!.rereads).toEqual([
      { path: '/w/known.ts', times: 2, tokens: 1_100 },
    ]);
  });

  it('tells an open question that the summary has as approved', () => {
    const { compactions } = new Script()
      .said('Fix it.')
      .add({ type: 'assistant', text: 'Done. Should I push the branch to origin now?' })
      .compaction('The user approved pushing the branch to origin.', { trigger: 'manual' })
      .audit();
    expect(compactions[0]!.approvals).toEqual([
      {
        question: 'Done. Should I push the branch to origin now?',
        claim: 'The user approved pushing the branch to origin.',
      },
    ]);
  });

  it('counts rows that a host wrote again only once', () => {
    const script = new Script().said('Never push.').compaction('Work.');
    script.items.push(...script.items.map((item) => ({ ...item, replayed: true })));
    expect(script.audit().compactions).toHaveLength(1);
  });

  it('leaves out rules that the person took back', () => {
    const { rules } = new Script()
      .said('Do not push.')
      .said('You may now push.')
      .compaction('Nothing.')
      .audit();
    expect(rules.map((rule) => rule.value)).not.toContain('Do not push.');
    const stands = new Script().said('Do not push.').compaction('Nothing.').audit().rules;
    expect(stands.map((rule) => rule.value)).toContain('Do not push.');
  });

  it('keeps the sizes of the context bounded, with their peaks, whatever the length', () => {
    const fold = new SessionFold({ whole: 9_500, head: 1_900 });
    for (let at = 0; at < 50_000; at += 1) {
      const contextTokens = at === 33_333 ? 999_999 : 1_000 + (at % 100);
      fold.take({ type: 'usage', contextTokens, at: { offset: at, line: at } });
    }
    const { sizes } = fold.end();
    expect(sizes.length).toBeLessThanOrEqual(1_200);
    expect(Math.max(...sizes.map((point) => point.tokens))).toBe(999_999);
    expect(sizes.every((point, index) => index === 0 || point.at > sizes[index - 1]!.at)).toBe(
      true,
    );
  });
});
