import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { claudeCodeDriver } from '../../harness/drivers/claude-code.ts';
import { codexDriver } from '../../harness/drivers/codex.ts';
import { holdfast } from '../../harness/holdfast.ts';
import { compactThen } from '../../harness/policies/common.ts';
import { fullContext, newText, textOf } from '../../harness/request.ts';
import type { Sandbox } from '../../harness/sandbox.ts';
import { bringClient } from './client.ts';
import { openWorkplace, planOf, taskIn, type Workplace } from './product.ts';
import { denialsIn, executedCalls, holdsWhole, isChanging } from './witness.ts';

const { tools } = claudeCodeDriver;
const user = { ...claudeCodeDriver, scope: 'user' as const };
const claude = await bringClient();
const longPlan = planOf(80);

/** Installs with events over MCP for the person. */
function overMcp(sandbox: Sandbox, host: string): void {
  holdfast(sandbox, 'init', '--host', host, '--transport', 'mcp', '--yes');
}

/** A shell line that ends the server of this sandbox as nothing can be prepared for. */
function killServer({ holdfastHome }: Sandbox): string {
  return `for p in /proc/[0-9]*; do tr '\\0' ' ' < $p/cmdline 2>/dev/null | grep -q ' mcp --host ' && tr '\\0' '\\n' < $p/environ 2>/dev/null | grep -qx 'HOLDFAST_HOME=${holdfastHome}' && kill -9 \${p#/proc/} && echo killed; done; true`;
}

/** Tools that were called by the ledger of the session, with how they ended. */
function ledgerOf(work: Workplace, host: string, session: string): string[] {
  const path = join(work.sandbox.holdfastHome, 'sessions', host, session, 'evidence.ndjson');
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const { tool, outcome, source } = JSON.parse(line);
      return `${tool} ${outcome} ${source}`;
    });
}

for (const { driver, revives } of [
  { driver: user, revives: true },
  { driver: codexDriver, revives: false },
]) {
  const client = await bringClient(driver.client);
  const { tools, host } = driver;

  describe.skipIf(!client)(`events over MCP on ${host}`, () => {
    it('bring the brief behind a compaction and hold changes back as commands do, and no model sees the tool', async () => {
      const work = await openWorkplace(client!, {
        plan: '',
        driver,
        install: false,
        policy: (sandbox) =>
          compactThen(taskIn(sandbox, driver), (turn) => {
            const changes = [
              tools.write(`${sandbox.project}/early.txt`),
              tools.read(`${sandbox.project}/PLAN.md`),
              tools.write(`${sandbox.project}/late.txt`),
            ];
            return changes[turn] ? { calls: [changes[turn]!] } : { text: 'Done.' };
          }),
      });
      const { sandbox } = work;
      overMcp(sandbox, host);
      sandbox.write('PLAN.md', longPlan);
      holdfast(sandbox, 'task', 'set', 'PLAN.md');
      const run = await work.run('do the work');
      const last = run.requests.at(-1)!;
      expect(denialsIn(last, tools), work.diagnosis(run.sessionId)).toHaveLength(1);
      const changes = executedCalls(last, tools).filter(({ call }) => isChanging(call, tools));
      expect(changes.map(({ call }) => JSON.stringify(call.input))).toEqual([
        expect.stringContaining('late.txt'),
      ]);
      expect(holdsWhole(changes[0]!.toldBefore, longPlan)).toBe(true);
      const offered = run.requests.flatMap((request) => request.tools);
      expect(offered.filter((name) => /hook$/.test(name))).toEqual([]);
      // Behind a summary Claude Code names the tools that were called before, whoever called them.
      const told = textOf(last).replace(/<tools-used-before-summary>.*?<\//, '');
      expect(told).not.toMatch(/mcp__holdfast__hook|Full hook output saved/);
      expect(work.journal(run.sessionId)).toEqual(
        expect.arrayContaining(['prompt', 'snapshot', 'brief', 'denied', 'met']),
      );
      const ended = ledgerOf(work, host, run.sessionId).filter((entry) => / ok hook$/.test(entry));
      expect(ended.length).toBeGreaterThanOrEqual(3);
    });

    it(`are lost when the server is killed, ${revives ? 'until the next one, for which the client starts it anew' : 'for the rest of the session'}`, async () => {
      const work = await openWorkplace(client!, {
        plan: '',
        driver,
        install: false,
        policy: (sandbox) => (request, earlier) => {
          if (request.kind !== 'main') return {};
          const nth = earlier.filter(({ kind }) => kind === 'main').length;
          if (nth === 0) return { calls: [tools.shell(killServer(sandbox))] };
          if (nth === 1) return { calls: [tools.shell('true')], inputTokens: fullContext };
          const late = tools.write(`${sandbox.project}/x.txt`);
          return nth === 2 ? { calls: [late] } : { text: 'Done.' };
        },
      });
      const { sandbox } = work;
      overMcp(sandbox, host);
      sandbox.write('PLAN.md', longPlan);
      holdfast(sandbox, 'task', 'set', 'PLAN.md');
      const run = await work.run('do the work');
      expect(run.exitCode).toBe(0);
      const last = run.requests.at(-1)!;
      expect(run.requests.some((request) => newText(request).includes('killed'))).toBe(true);
      expect(denialsIn(last, tools)).toHaveLength(revives ? 1 : 0);
      expect(readdirSync(sandbox.project).includes('x.txt')).toBe(!revives);
    });
  });
}

describe.skipIf(!claude)('a server that takes events, on Claude Code', () => {
  it('is missing where the session takes no servers of the person: the brief comes, nothing is held back', async () => {
    const work = await openWorkplace(claude!, {
      plan: '',
      driver: user,
      install: false,
      policy: (sandbox) =>
        compactThen(taskIn(sandbox, user), (turn) =>
          turn === 0 ? { calls: [tools.write(`${sandbox.project}/x.txt`)] } : { text: 'Done.' },
        ),
    });
    const { sandbox } = work;
    overMcp(sandbox, user.host);
    sandbox.write('PLAN.md', longPlan);
    holdfast(sandbox, 'task', 'set', 'PLAN.md');
    const run = await work.run('do the work', { args: ['--strict-mcp-config'] });
    expect(run.exitCode).toBe(0);
    // The start behind the compaction is a command, so the brief comes; nothing holds a change back.
    expect(work.journal(run.sessionId)).toContain('brief');
    expect(work.journal(run.sessionId)).not.toContain('denied');
    expect(readdirSync(sandbox.project)).toContain('x.txt');
  });
});
