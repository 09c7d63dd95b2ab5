import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { claudeCodeDriver } from '../../harness/drivers/claude-code.ts';
import { badPolicies } from '../../harness/policies/index.ts';
import { fullContext, missingIn, newText, type Policy, textOf } from '../../harness/request.ts';
import type { Sandbox } from '../../harness/sandbox.ts';
import { bringClient } from './client.ts';
import { killHookAt, openWorkplace, planOf } from './product.ts';
import { denialsIn, executedCalls } from './witness.ts';

const client = await bringClient();
const { tools } = claudeCodeDriver;
const bash = (command: string) => ({ name: 'Bash', input: { command } });
const brief = /\[Holdfast [\w-]+\] The conversation before/;

/** Compacts in the middle of its turn, then answers with these texts, one a request. */
function compactThenSay(...answers: string[]): Policy {
  return (request) => {
    if (request.kind !== 'main') return {};
    if (request.nth === 0) return { calls: [bash('echo working')], inputTokens: fullContext };
    return { text: answers[request.nth - 1] ?? 'Nothing more.' };
  };
}

describe.skipIf(!client)('a turn of the real client that ends right after a compaction', () => {
  it('is continued once with the brief, and then may end [R6]', async () => {
    const work = await openWorkplace(client!, {
      plan: planOf(80),
      policy: () => compactThenSay('I am done.', 'Really done.'),
    });
    const run = await work.run('do the work');
    const main = run.requests.filter((request) => request.kind === 'main');
    expect([run.exitCode, run.result, main.length]).toEqual([0, 'Really done.', 3]);
    expect(missingIn(newText(main[2]!), 'PLAN.md')).toEqual([]);
    expect(work.journal(run.sessionId).filter((kind) => kind === 'continued')).toHaveLength(1);
  });

  it('is left alone when the agent asked the person something', async () => {
    const work = await openWorkplace(client!, {
      plan: planOf(80),
      policy: () => compactThenSay('Shall I delete the old table?'),
    });
    const run = await work.run('do the work');
    const main = run.requests.filter((request) => request.kind === 'main');
    expect([run.exitCode, main.length]).toEqual([0, 2]);
  });
});

describe.skipIf(!client)('sessions and agents of the real client', () => {
  it('give a subagent that compacts its own brief with its own prompt, and never gate the main session for it', async () => {
    const prompt = 'Count the rows of ledger_44 and never touch frozen.txt.';
    const work = await openWorkplace(client!, {
      plan: planOf(80),
      policy: (sandbox) => (request) => {
        const write = (name: string) => {
          return {
            name: 'Write',
            input: { file_path: `${sandbox.project}/${name}`, content: 'x\n' },
          };
        };
        if (request.kind === 'summary') return {};
        if (request.kind === 'subagent') {
          if (request.nth === 0)
            return { calls: [bash('echo counting')], inputTokens: fullContext };
          return request.nth === 1 ? { calls: [bash('ls')] } : { text: 'Counted.' };
        }
        const more = {
          description: 'count',
          subagent_type: 'general-purpose',
          run_in_background: false,
        };
        if (request.nth === 0) return { calls: [{ name: 'Agent', input: { prompt, ...more } }] };
        return request.nth === 1 ? { calls: [write('main.txt')] } : { text: 'All done.' };
      },
    });
    const run = await work.run('do the work');
    expect([run.exitCode, run.result, work.server.faults]).toEqual([0, 'All done.', []]);
    const kinds = run.requests.map((request) => request.kind);
    const next = run.requests[kinds.indexOf('summary') + 1]!;
    expect(next.kind).toBe('subagent');
    expect(brief.test(textOf(next))).toBe(true);
    expect(missingIn(textOf(next), prompt)).toEqual([]);
    for (const request of run.requests.filter(({ kind }) => kind === 'main')) {
      expect(brief.test(textOf(request))).toBe(false);
      expect(denialsIn(request, tools)).toEqual([]);
    }
    expect(existsSync(join(work.sandbox.project, 'main.txt'))).toBe(true);
  });

  it('keep two sessions in one folder apart while one of them recovers [case 1]', async () => {
    const work = await openWorkplace(client!, {
      plan: planOf(80),
      policy: bySession(),
    });
    const [first, second] = await Promise.all([work.run('SESSION-A go'), work.run('SESSION-B go')]);
    expect([first.exitCode, second.exitCode, work.server.faults]).toEqual([0, 0, []]);
    const ofSecond = work.server.log.filter((request) => request.session === second.sessionId);
    const last = ofSecond.at(-1)!;
    expect(ofSecond.map((request) => request.kind)).not.toContain('summary');
    expect(denialsIn(last, tools)).toEqual([]);
    expect(brief.test(textOf(last))).toBe(false);
    expect(executedCalls(last, tools)).toHaveLength(6);
    const ofFirst = work.server.log.filter((request) => request.session === first.sessionId);
    expect(denialsIn(ofFirst.at(-1)!, tools).length).toBeGreaterThan(0);
    expect(work.journal(second.sessionId)).not.toContain('armed');
    expect(work.journal(first.sessionId)).toContain('armed');
  });
});

/** Session A compacts and is gated; session B writes a file at each step and never compacts. */
function bySession() {
  return (sandbox: Sandbox): Policy => {
    const gated = badPolicies.stubborn!({
      project: sandbox.project,
      plan: `${sandbox.project}/PLAN.md`,
      tools,
    });
    return (request, earlier) => {
      const own = earlier.filter((entry) => entry.session === request.session);
      const isSecond = [request, ...own].some((entry) => textOf(entry).includes('SESSION-B go'));
      if (!isSecond) return gated(request, own);
      const nth = own.filter((entry) => entry.kind === 'main').length;
      return nth < 6
        ? { calls: [bash(`sleep 0.3; echo ${nth} > b-${nth}.txt`)] }
        : { text: 'B done.' };
    };
  };
}

describe.skipIf(!client)('a hook that is killed', () => {
  it.each([
    ['PreCompact', /"PreCompact"/],
    ['SessionStart after the compaction', /"source":"compact"/],
  ])('at %s: the client goes on, and the rules still arrive', async (_name, pattern) => {
    const rule = 'Never rename the column customer_ref_77.';
    const work = await openWorkplace(client!, {
      plan: planOf(20),
      policy: () => (request) => {
        if (request.kind !== 'main') return {};
        if (request.nth === 0) return { calls: [bash('echo working')], inputTokens: fullContext };
        return request.nth < 4 ? { calls: [bash(`echo ${request.nth}`)] } : { text: 'The end.' };
      },
    });
    killHookAt(work, pattern);
    const run = await work.run(`do the work\n${rule}`);
    expect([run.exitCode, run.result]).toEqual([0, 'The end.']);
    expect(readFileSync(join(work.sandbox.root, 'killed'), 'utf8')).toContain('killed');
    expect(missingIn(textOf(run.requests.at(-1)!), rule)).toEqual([]);
  });
});
