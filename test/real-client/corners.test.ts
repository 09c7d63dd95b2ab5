import { describe, expect, it } from 'vitest';
import { claudeCodeDriver } from '../../harness/drivers/claude-code.ts';
import { boundariesOf } from '../../harness/record.ts';
import { fullContext, missingIn, newResults, newText, textOf } from '../../harness/request.ts';
import { choose, enter, hasTerminal, openScreen } from '../../harness/screen.ts';
import { bringClient } from './client.ts';
import { openWorkplace, planOf } from './product.ts';
import { denialsIn, executedCalls, isChanging } from './witness.ts';

const client = await bringClient();
const { tools } = claudeCodeDriver;
const bash = (command: string) => ({ name: 'Bash', input: { command } });
const brief = /\[Holdfast [\w-]+\] The conversation before/;

describe.skipIf(!client)('corners of the real client', () => {
  it('a plan that the client itself puts before the model again is not asked for a second time', async () => {
    const work = await openWorkplace(client!, {
      plan: planOf(80),
      policy: (sandbox) => (request) => {
        if (request.kind !== 'main') return {};
        const plan = `${sandbox.project}/PLAN.md`;
        if (request.nth === 0) return { calls: [{ name: 'Read', input: { file_path: plan } }] };
        if (request.nth === 1) return { calls: [bash('echo working')], inputTokens: fullContext };
        if (request.nth > 4) return { text: 'The end.' };
        return { calls: [bash(`echo x > change-${request.nth}.txt`)] };
      },
    });
    const run = await work.run('do the work');
    expect([run.exitCode, run.result]).toEqual([0, 'The end.']);
    const last = run.requests.at(-1)!;
    expect(missingIn(textOf(last), 'plan-mark-80-end')).toEqual([]);
    // The record may lag behind the first call after the compaction; it does not lag behind the second.
    expect(denialsIn(last, tools).length).toBeLessThanOrEqual(1);
    expect(
      executedCalls(last, tools).filter(({ call }) => isChanging(call, tools)).length,
    ).toBeGreaterThanOrEqual(2);
  });

  it('a compaction that fails leaves no gate and no brief behind', async () => {
    const work = await openWorkplace(client!, {
      plan: planOf(80),
      policy: () => (request) => {
        if (request.kind === 'summary') return { calls: [bash('echo not a summary')] };
        if (request.kind !== 'main') return {};
        return request.nth % 2 ? { text: 'The end.' } : { calls: [bash('echo x > change.txt')] };
      },
    });
    const first = await work.run('do the work');
    const failed = await work.run('/compact', { resume: first.sessionId });
    expect(failed.requests.map((request) => request.kind)).toContain('summary');
    expect(boundariesOf(failed.rows)).toEqual([]);
    expect(work.journal(first.sessionId)).toContain('expected');

    const again = await work.run('go on', { resume: first.sessionId });
    expect(again.result).toBe('The end.');
    const last = again.requests.at(-1)!;
    expect(denialsIn(last, tools)).toEqual([]);
    expect(brief.test(textOf(last))).toBe(false);
    expect(work.journal(first.sessionId)).not.toContain('armed');
  });

  it.skipIf(!hasTerminal())(
    'a plan that the person accepted at the screen is still approved after /compact [R29] [case 17]',
    async () => {
      const plan = '# Accepted plan\n\n- [ ] move the ledger\n- [ ] drop the view old_view_9\n';
      const work = await openWorkplace(client!, {
        plan: '',
        policy: () => (request, earlier) => {
          if (request.kind !== 'main') return request.kind === 'side' ? { text: 'A title' } : {};
          const compacted = earlier.some((entry) => entry.kind === 'summary');
          const told = newText(request);
          if (newResults(request).length > 0) {
            if (!told.includes('created successfully')) return { text: 'I start.' };
            return { calls: [{ name: 'ExitPlanMode', input: {} }] };
          }
          if (compacted || !told.includes('please PLAN')) return { text: 'Gone on.' };
          const path = /\/\S+\/\.claude\/plans\/[\w-]+\.md/.exec(textOf(request))?.[0];
          return { calls: [{ name: 'Write', input: { file_path: path, content: plan } }] };
        },
      });
      const { sandbox, server } = work;
      const args = ['--permission-mode', 'plan'];
      const screen = openScreen({ client: client!, sandbox, server, args });
      try {
        // The server of a project is the person's to allow, once.
        await screen.waitFor('New MCP server found in this project: holdfast');
        await choose(screen, 'Up', 'Up', 'Enter');
        await screen.waitFor('plan mode on');
        await enter(screen, 'please PLAN it');
        await screen.waitFor('Would you like to proceed?');
        await choose(screen, 'Enter');
        await screen.waitFor('I start.');
        await enter(screen, '/compact');
        await screen.waitFor('Plan file referenced');
        await enter(screen, 'now go on');
        await screen.waitFor('Gone on.');
      } finally {
        await screen.close();
      }
      const told = textOf(server.log.at(-1)!);
      expect(brief.test(told)).toBe(true);
      const ours = told.slice(told.search(brief));
      expect(missingIn(ours, '/.claude/plans/', 'move the ledger')).toEqual([]);
      expect(/approved|accepted/i.test(ours)).toBe(true);
    },
  );
});
