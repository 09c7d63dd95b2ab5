import { describe, expect, it } from 'vitest';
import { fullContext, missingIn, newText, type Policy, textOf } from '../../harness/request.ts';
import type { Sandbox } from '../../harness/sandbox.ts';
import { bringClient } from './client.ts';
import { openWorkplace, planOf } from './product.ts';

const client = await bringClient();
const rule = 'Never rename the column customer_ref_77, whatever happens.';
const bash = (command: string) => ({ name: 'Bash', input: { command } });
const summaryOnly = { text: '<analysis>a</analysis><summary>Work was going on.</summary>' };

/** Makes a file, fills the context, and after each compaction does `further` steps more. */
function compactAfter(steps: number[], sandbox: Sandbox): Policy {
  return (request, earlier) => {
    if (request.kind !== 'main') return request.kind === 'summary' ? summaryOnly : {};
    const round = earlier.filter((entry) => entry.kind === 'summary').length;
    const since = request.nth - steps.slice(0, round).reduce((sum, count) => sum + count, 0);
    const count = steps[round];
    if (count === undefined) return { text: 'The end.' };
    const name = `file-${round}-${since}.txt`;
    const write = {
      name: 'Write',
      input: { file_path: `${sandbox.project}/${name}`, content: name },
    };
    if (since < count - 1) return { calls: [write] };
    return { calls: [bash(`echo round ${round}`)], inputTokens: fullContext };
  };
}

describe.skipIf(!client)('a compaction of the real client', () => {
  it('is steered, and the brief comes whole in the next request, in the order of events that is known [R23] [R38]', async () => {
    const work = await openWorkplace(client!, {
      plan: planOf(20),
      policy: (sandbox) => compactAfter([3], sandbox),
    });
    const run = await work.run(`Work on the plan.\n${rule}`);
    expect([run.exitCode, run.result, work.server.faults]).toEqual([0, 'The end.', []]);

    const summariser = newText(run.requests.find((request) => request.kind === 'summary')!);
    const steering = summariser.slice(summariser.indexOf('Additional Instructions:'));
    expect(missingIn(steering, rule)).toEqual([]);
    expect(steering.length).toBeLessThan(2300);

    const summary = run.requests.findIndex((request) => request.kind === 'summary');
    const next = textOf(run.requests[summary + 1]!);
    const brief = injected(run.rows, 'SessionStart').find((text) => text.includes(rule))!;
    expect(brief.length).toBeLessThanOrEqual(9500);
    expect(missingIn(next, brief)).toEqual([]);
    expect(brief.slice(0, 1900)).toContain(rule);
    expect(brief).toContain('file-0-0.txt');
    expect(missingIn(next, 'persisted-output')).toEqual(['persisted-output']);

    const names = work.recorder.payloads().map((payload) => payload.hook_event_name);
    const order = ['PreCompact', 'SubagentStop', 'SessionStart', 'PostCompact'];
    expect(names.slice(names.indexOf('PreCompact'), names.indexOf('Stop'))).toEqual(order);
    const kinds = work.journal(run.sessionId);
    expect(kinds.filter((kind) => kind === 'armed')).toHaveLength(1);
    expect(kinds).toContain('delivered');
    expect(kinds).toContain('met');
  });

  it('is proved by the record, whatever characters and secrets the brief holds', async () => {
    const work = await openWorkplace(client!, {
      plan: `${planOf(3)}- [ ] e\u0301 \u6f22\u5b57 \u{1f642} <b>&amp;</b> "q" \\ \u2028 \u200d end \r\n`,
      policy: (sandbox) => compactAfter([2], sandbox),
    });
    const token = `ghp_${'A1b2C3d4E5'.repeat(4).slice(0, 36)}`;
    const run = await work.run(`Work. ${rule} Never use ${token} <tag> \u{1f680}\u6f22 "x" \\n.`);
    expect([run.exitCode, run.result, work.server.faults]).toEqual([0, 'The end.', []]);
    expect(injected(run.rows, 'SessionStart').join('')).toContain('[redacted:');
    expect(work.journal(run.sessionId)).toContain('delivered');
    expect(work.journal(run.sessionId)).not.toContain('undelivered');
  });

  it('comes twice in one session, and nothing of the first part is lost at the second', async () => {
    const work = await openWorkplace(client!, {
      plan: planOf(20),
      policy: (sandbox) => compactAfter([3, 14], sandbox),
    });
    const run = await work.run(`Work on the plan.\n${rule}`);
    expect([run.exitCode, run.result, work.server.faults]).toEqual([0, 'The end.', []]);
    const briefs = injected(run.rows, 'SessionStart').filter((text) => text.includes(rule));
    expect(briefs).toHaveLength(2);
    expect(briefs[1]).toContain('file-0-0.txt');
    expect(briefs[1]).toContain('file-1-0.txt');
    expect(work.journal(run.sessionId).filter((kind) => kind === 'delivered')).toHaveLength(2);
  });

  it('asked for by the person with /compact is steered and briefed, and forces no turn', async () => {
    const work = await openWorkplace(client!, {
      plan: planOf(20),
      policy: () => (request) => {
        if (request.kind !== 'main') return request.kind === 'summary' ? summaryOnly : {};
        return request.nth === 0
          ? { calls: [bash('echo one')] }
          : { text: `Answer ${request.nth}.` };
      },
    });
    const first = await work.run(`Look around.\n${rule}`);
    const manual = await work.run('/compact keep ct_55', { resume: first.sessionId });
    expect(manual.requests.map((request) => request.kind)).toEqual(['summary']);
    const order = newText(manual.requests[0]!);
    expect(missingIn(order, 'keep ct_55')).toEqual([]);
    expect(order.slice(order.indexOf('Additional Instructions:'))).toContain(rule);

    const third = await work.run('go on', { resume: first.sessionId });
    const main = third.requests.filter((request) => request.kind === 'main');
    expect(main).toHaveLength(1);
    expect(missingIn(textOf(main[0]!), rule)).toEqual([]);
    expect(work.journal(first.sessionId).filter((kind) => kind === 'armed')).toHaveLength(1);
  });
});

/** What the record shows as injected text for an event. */
function injected(rows: Record<string, unknown>[], event: string): string[] {
  return rows.flatMap((row) => {
    const attachment = row.attachment as Record<string, unknown> | undefined;
    if (attachment?.type !== 'hook_additional_context' || attachment.hookEvent !== event) return [];
    return (attachment.content as string[]) ?? [];
  });
}
