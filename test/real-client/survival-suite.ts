import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ClientDriver } from '../../harness/drivers/driver.ts';
import type { FetchedClient } from '../../harness/fetch-client.ts';
import { holdfast, installHoldfast } from '../../harness/holdfast.ts';
import { badPolicies } from '../../harness/policies/index.ts';
import {
  fullContext,
  type ModelRequest,
  missingIn,
  newText,
  type Policy,
  textOf,
} from '../../harness/request.ts';
import type { Sandbox } from '../../harness/sandbox.ts';
import { guardReason } from '../../src/core/recovery/watch-reason.ts';
import { watchReasonsOf } from '../../src/journal/watch.ts';
import { bringClient } from './client.ts';
import { openWorkplace, planOf, taskIn, type Workplace } from './product.ts';
import { denialsIn, executedCalls, holdsWhole, isChanging } from './witness.ts';

/** The parts of the suite. The table of what works where is made from the tests that begin with these words. */
export type Part =
  | 'steering'
  | 'delivery'
  | 'two compactions'
  | 'manual compaction'
  | 'gate'
  | 'turn end'
  | 'loss report'
  | 'subagent'
  | 'two sessions'
  | 'failed hook'
  | 'failed compaction'
  | 'uninstall';

/** One client in the suite: how it is driven, and in what it differs from the others. */
export interface SurvivalHost {
  driver: ClientDriver;
  /** Model requests after the summariser's by which the brief is there; 1: the very next one. */
  briefWithin: number;
  /** What a text of ours looks like in a request, where the host changes it. */
  shown?(text: string): string;
  /** The client keeps all since the newest prompt, so that a run's first brief is still there after its second compaction. */
  keepsFirstBrief?: true;
  /** The same for a subagent, and what its run is started with; default: as for the main session. */
  subagent?: { briefWithin?: number; args?: string[] };
  /** Events between the announcement of a compaction and the next tool, as a recorder beside Holdfast sees them. */
  order?: string[];
  /** Asks for a compaction as a person would, in a session that exists. */
  compactByHand?(work: Workplace, sessionId: string, client: FetchedClient): Promise<void>;
  /** Makes what the client itself makes at its very first run, where two first runs at once are too much for it. */
  beforeTwo?(work: Workplace, client: FetchedClient): Promise<void>;
  /** Ways in which a hook can fail, each by what it does to the workplace before the run. */
  failures?: Record<string, (work: Workplace) => void>;
  /** Where a hook failed, the rules arrive with the next prompt and not before. */
  failsToPrompt?: boolean;
  /** Settings of another tool, with a hook that appends a line to `log`, as they lie there before `init`. */
  foreignSettings?(log: string): string;
  /** The file that they lie in; default: the client's settings of hooks. */
  foreignFile?(sandbox: Sandbox): string;
  /** Parts that this client cannot have, or that are not there yet, each with its reason. */
  skips?: Partial<Record<Part, string>>;
  /** Parts that need another way with this client, and are tested beside the call under the same names. */
  elsewhere?: readonly Part[];
}

const rule = 'Never rename the column customer_ref_77, whatever happens.';
const brief = /\[Holdfast [\w-]+\] The conversation before/;
const longPlan = planOf(80);
/** What `npm test` runs of the badly behaved agents; HOLDFAST_ALL_POLICIES=1 runs all of them. */
const usual = ['oblivious', 'stubborn', 'partial reader', 'changes through the shell'];

/** Everything that must hold on every host, on its real client. */
export async function survivalSuite(host: SurvivalHost): Promise<void> {
  const { driver, skips = {}, elsewhere = [] } = host;
  const { tools } = driver;
  const client = await bringClient(driver.client);
  const beside = driver.dialect.compactsBeside !== undefined;
  const open = (plan: string, policy: (sandbox: Sandbox) => Policy, install = true) =>
    openWorkplace(client!, {
      plan,
      policy: (sandbox) => (beside ? withoutBeside(policy(sandbox), driver) : policy(sandbox)),
      driver,
      install,
    });

  /** A test of one part; where it cannot run, its reason stands in its name, and it counts as skipped. */
  const part = (name: Part, title: string, body: () => Promise<void>): void => {
    const reason = skips[name];
    if (elsewhere.includes(name)) return;
    if (reason !== undefined) it.skip(`${name}: ${title} (${reason})`, () => {});
    else it(`${name}: ${title}`, body);
  };

  describe.skipIf(!client)(`survival on ${driver.host}`, () => {
    part('steering', 'the summariser is told what to keep', async () => {
      const work = await open(planOf(20), (sandbox) => compactAfter([3], sandbox, driver));
      const run = await work.run(`Work on the plan.\n${rule}`);
      const request = run.requests.find(({ kind }) => kind === 'summary')!;
      // The conversation before the order may hold the rule as well.
      const order = `${request.system}\n${newText(request)}`;
      expect(missingIn(order, rule)).toEqual([]);
    });

    part(
      'delivery',
      'the brief comes whole after the compaction, once, and is proved',
      async () => {
        const work = await open(planOf(20), (sandbox) => compactAfter([3, 3], sandbox, driver, 1));
        const run = await work.run(`Work on the plan.\n${rule}`);
        const told = work.diagnosis(run.sessionId);
        expect([run.exitCode, run.result, work.server.faults], told).toEqual([0, 'The end.', []]);
        expect(driver.boundaries(run.rows)).toHaveLength(1);
        const summary = firstCompaction(run.requests);
        const [sent] = briefsOf(work, run.sessionId).map(host.shown ?? ((text) => text));
        const next = textOf(run.requests[summary + host.briefWithin]!);
        expect(missingIn(next, sent!), told).toEqual([]);
        expect(missingIn(sent!, rule, 'file-0-0.txt')).toEqual([]);
        expect(next.split(brief)).toHaveLength(2);
        const kinds = work.journal(run.sessionId);
        expect(kinds.filter((kind) => kind === 'armed')).toHaveLength(1);
        expect(kinds, told).toContain('delivered');
        expect(kinds, told).toContain('met');
        if (host.order) expect(eventsAround(work)).toEqual(host.order);
      },
    );

    part(
      'two compactions',
      'nothing of the first part is lost at the second, and one block is told [case 46] [R35]',
      async () => {
        const work = await open(planOf(20), (sandbox) =>
          compactAfter([3, 14, 2], sandbox, driver, 2),
        );
        const run = await work.run(`Work on the plan.\n${rule}`);
        const told = work.diagnosis(run.sessionId);
        expect([run.exitCode, run.result, work.server.faults], told).toEqual([0, 'The end.', []]);
        expect(driver.boundaries(run.rows)).toHaveLength(2);
        const second = briefsOf(work, run.sessionId).at(-1)!;
        expect(missingIn(second, rule, 'file-0-0.txt', 'file-1-5.txt')).toEqual([]);
        const kinds = work.journal(run.sessionId);
        expect(
          kinds.filter((kind) => kind === 'delivered'),
          told,
        ).toHaveLength(2);
        expect(
          kinds.filter((kind) => kind === 'armed'),
          told,
        ).toHaveLength(2);
        const blocks = host.keepsFirstBrief ? 2 : 1;
        expect(textOf(run.requests.at(-1)!).split(brief), told).toHaveLength(blocks + 1);
      },
    );

    part(
      'loss report',
      'what neither summary nor brief holds comes once, with a tool',
      async () => {
        const work = await open('', (sandbox) => forgetfulSummary(sandbox, driver));
        const folder = join(work.sandbox.home, '.config', 'holdfast');
        mkdirSync(folder, { recursive: true });
        writeFileSync(join(folder, 'config.json'), '{"briefCharacters": 2000}');
        const run = await work.run('Make the files.');
        const told = work.diagnosis(run.sessionId);
        expect([run.exitCode, run.result], told).toEqual([0, 'The end.']);
        const entries = work.entries(run.sessionId);
        const losses = entries.filter((entry) => entry.kind === 'loss');
        expect(losses, told).toHaveLength(1);
        expect(
          entries.filter((entry) => entry.kind === 'loss.sent'),
          told,
        ).toHaveLength(1);
        const loss = String(losses[0]!.text);
        // The summary has it.
        expect(loss).not.toContain('long-name-of-a-file-3.txt');
        const shown = host.shown ?? ((text) => text);
        expect(missingIn(textOf(run.requests.at(-1)!), shown(loss)), told).toEqual([]);
      },
    );

    part(
      'manual compaction',
      'the brief is there at the next prompt, and no turn is forced',
      async () => {
        const policy: Policy = (request) => {
          if (request.kind !== 'main') return {};
          return request.nth === 0
            ? { calls: [tools.shell('echo one')] }
            : { text: `Answer ${request.nth}.` };
        };
        const work = await open(planOf(20), () => policy);
        const first = await work.run(`Look around.\n${rule}`);
        const before = work.server.log.length;
        await host.compactByHand!(work, first.sessionId, client!);
        const asked = work.server.log.slice(before);
        expect([...new Set(asked.map((request) => request.kind))]).toEqual(['summary']);
        const next = await work.run('go on', { resume: first.sessionId });
        const main = next.requests.filter((request) => request.kind === 'main');
        expect(main).toHaveLength(1);
        expect(brief.test(textOf(main[0]!)), work.diagnosis(first.sessionId)).toBe(true);
        expect(work.journal(first.sessionId).filter((kind) => kind === 'armed')).toHaveLength(1);
      },
    );

    const names = process.env.HOLDFAST_ALL_POLICIES ? Object.keys(badPolicies) : usual;
    for (const name of names) {
      part(
        'gate',
        `no change before the plan was read, and no lock-out, by the agent that is: ${name} [R5] [R28]`,
        async () => {
          const work = await open(longPlan, (sandbox) =>
            badPolicies[name]!(taskIn(sandbox, driver)),
          );
          work.sandbox.write('old/PLAN.md', longPlan);
          const run = await work.run('do the work');
          const told = work.diagnosis(run.sessionId);
          expect([run.exitCode, run.timedOut, work.server.faults], told).toEqual([0, false, []]);
          expect(driver.boundaries(run.rows)).toHaveLength(1);
          const last = run.requests.at(-1)!;
          const changes = executedCalls(last, tools).filter(({ call }) => isChanging(call, tools));
          const early = changes.filter(({ toldBefore }) => !holdsWhole(toldBefore, longPlan));
          expect(
            early.map(({ call }) => call.input),
            told,
          ).toEqual([]);
          expect(changes.length, told).toBeGreaterThan(0);
          const made = readdirSync(work.sandbox.project).filter((file) =>
            /^(change|shell)/.test(file),
          );
          expect(made.length).toBeGreaterThan(0);
          const denials = denialsIn(last, tools);
          expect(denials.length, told).toBeGreaterThan(name.startsWith('obeys context') ? -1 : 0);
          for (const denial of denials.filter((text) => !text.includes('plan-mark-1-end'))) {
            expect(denial).toContain(join(work.sandbox.project, 'PLAN.md'));
            expect(tools.reasonOf(denial).length).toBeLessThanOrEqual(300);
          }
          const reasons = watchReasonsOf(work.sandbox.holdfastHome, run.sessionId);
          // A client that ends without a word leaves the guard on, and nothing else.
          const others = reasons.filter((reason) => reason !== guardReason);
          expect(others, work.diagnosis(run.sessionId)).toEqual([]);
        },
      );
    }

    part(
      'turn end',
      'a turn that ends right after a compaction goes on once, and then may end [R6]',
      async () => {
        const policy: Policy = (request) => {
          if (request.kind !== 'main') return {};
          if (request.nth > 0) return { text: request.nth === 1 ? 'I am done.' : 'Really done.' };
          return { calls: [tools.shell('echo working')], inputTokens: fullContext };
        };
        const work = await open(longPlan, () => policy);
        const run = await work.run('do the work');
        const main = run.requests.filter(
          (request, at, all) =>
            request.kind === 'main' && !(beside && isBeside(request, all.slice(0, at))),
        );
        const told = work.diagnosis(run.sessionId);
        expect([run.exitCode, run.result, main.length], told).toEqual([0, 'Really done.', 3]);
        expect(missingIn(newText(main[2]!), 'PLAN.md')).toEqual([]);
        const continued = work.journal(run.sessionId).filter((kind) => kind === 'continued');
        expect(continued).toHaveLength(1);
      },
    );

    part(
      'subagent',
      'one that compacts gets its own brief, and the main session is not gated',
      async () => {
        const prompt = 'Count the rows of ledger_44 and never touch frozen.txt.';
        const work = await open(longPlan, (sandbox) => subagentCompacts(prompt, sandbox, driver));
        const run = await work.run('do the work', { args: host.subagent?.args });
        const told = work.diagnosis(run.sessionId);
        expect([run.exitCode, run.result, work.server.faults], told).toEqual([0, 'All done.', []]);
        const kinds = run.requests.map((request) => request.kind);
        const after = run.requests.slice(kinds.indexOf('summary') + 1);
        const within = host.subagent?.briefWithin ?? host.briefWithin;
        const own = after.filter((request) => request.kind === 'subagent')[within - 1]!;
        expect(brief.test(textOf(own)), told).toBe(true);
        expect(missingIn(textOf(own), prompt)).toEqual([]);
        for (const request of run.requests.filter(({ kind }) => kind === 'main')) {
          expect(brief.test(textOf(request))).toBe(false);
          expect(denialsIn(request, tools)).toEqual([]);
        }
        expect(existsSync(join(work.sandbox.project, 'main.txt'))).toBe(true);
      },
    );

    part(
      'two sessions',
      'in one folder stay apart while one of them recovers, and no text of one is in the other’s [case 1] [case 59]',
      async () => {
        const work = await open(longPlan, (sandbox) => bySession(sandbox, driver));
        await host.beforeTwo?.(work, client!);
        const [first, second] = await Promise.all([
          work.run('SESSION-A go'),
          work.run('SESSION-B go'),
        ]);
        expect([first.exitCode, second.exitCode, work.server.faults]).toEqual([0, 0, []]);
        const own = work.server.log.filter((request) =>
          [second.sessionId, 'SESSION-B'].includes(ownerOf(request)),
        );
        const summary = work.server.log.find((request) => request.kind === 'summary')!;
        expect(textOf(summary)).not.toContain('SESSION-B');
        const last = own.at(-1)!;
        expect(own.map((request) => request.kind)).not.toContain('summary');
        expect([denialsIn(last, tools), brief.test(textOf(last))]).toEqual([[], false]);
        expect(executedCalls(last, tools)).toHaveLength(6);
        expect(work.journal(second.sessionId)).not.toContain('armed');
        expect(work.journal(first.sessionId)).toContain('armed');
      },
    );

    for (const [name, fail] of Object.entries(host.failures ?? { 'at any event': () => {} })) {
      part('failed hook', `${name}: the client goes on, and the rules still arrive`, async () => {
        const work = await open(planOf(20), (sandbox) => compactAfter([2, 4], sandbox, driver, 1));
        fail(work);
        let run = await work.run(`do the work\n${rule}`);
        const told = work.diagnosis(run.sessionId);
        expect([run.exitCode, run.result], told).toEqual([0, 'The end.']);
        if (host.failsToPrompt) run = await work.run('go on', { resume: run.sessionId });
        const last = textOf(run.requests.at(-1)!);
        expect([brief.test(last), missingIn(last, rule)], told).toEqual([true, []]);
      });
    }

    part(
      'failed compaction',
      'leaves no gate and no brief; the one that follows is told of',
      async () => {
        let failing = true;
        const work = await open(planOf(20), (sandbox) => {
          const policy = compactAfter([2, 2], sandbox, driver, 1);
          return (request, earlier) =>
            request.kind === 'summary' && failing ? { status: 400 } : policy(request, earlier);
        });
        const first = await work.run(`do the work\n${rule}`);
        expect(driver.boundaries(first.rows)).toEqual([]);
        expect(work.journal(first.sessionId)).not.toContain('armed');
        failing = false;
        const again = await work.run('go on', { resume: first.sessionId });
        expect(again.exitCode, again.stderr).toBe(0);
        const compacted = driver.boundaries(again.rows).length;
        const last = textOf(again.requests.at(-1)!);
        expect(brief.test(last), work.diagnosis(first.sessionId)).toBe(compacted > 0);
        const armed = work.journal(first.sessionId).filter((kind) => kind === 'armed');
        expect(armed).toHaveLength(compacted);
      },
    );

    part(
      'uninstall',
      'leaves the settings byte-identical, and the client as without Holdfast [R43]',
      async () => {
        const work = await open('', (sandbox) => compactAfter([2, 2], sandbox, driver, 1), false);
        const { sandbox } = work;
        const settings = host.foreignFile?.(sandbox) ?? driver.hooksFile!(sandbox, driver.scope);
        const log = join(sandbox.root, 'foreign.log');
        const text = host.foreignSettings!(log);
        mkdirSync(dirname(settings), { recursive: true });
        writeFileSync(settings, text);
        installHoldfast(sandbox, driver.scope, driver.host);
        const run = await work.run(`Work. ${rule}`);
        expect(brief.test(textOf(run.requests.at(-1)!)), work.diagnosis(run.sessionId)).toBe(true);
        expect(readFileSync(log, 'utf8')).toMatch(/^(foreign\n)+$/);
        const scope = ['--host', driver.host, '--scope', driver.scope, '--yes'];
        holdfast(sandbox, 'uninstall', ...scope);
        expect(readFileSync(settings, 'utf8')).toBe(text);
        work.server.setPolicy(compactAfter([2, 2], sandbox, driver, 1, work.server.log.length));
        const after = await work.run(`Work. ${rule}`);
        expect(after.requests.map((request) => request.kind)).toContain('summary');
        expect([after.exitCode, brief.test(textOf(after.requests.at(-1)!))]).toEqual([0, false]);
      },
    );
  });
}

/**
 * A policy for a client that compacts beside the turn: the one request that goes out with the old history meanwhile gets a
 * harmless call, and the policy never hears of it.
 */
export function withoutBeside(policy: Policy, { tools }: ClientDriver): Policy {
  const passed = new Set<number>();
  return (request, earlier) => {
    if (request.kind !== 'main') return policy(request, earlier);
    if (isBeside(request, earlier)) {
      passed.add(request.index);
      return { calls: [tools.shell('echo working')] };
    }
    const known = earlier.filter(({ index }) => !passed.has(index));
    const nth = known.filter(({ kind }) => kind === 'main').length;
    return policy({ ...request, nth }, known);
  };
}

/** True for the request of a turn that goes out right behind a summary and still has the history from before it. */
function isBeside(request: ModelRequest, earlier: readonly ModelRequest[]): boolean {
  const own = earlier.filter((entry) => ownerOf(entry) === ownerOf(request));
  const before = own.findLast(({ kind }) => kind === 'main');
  if (own.at(-1)?.kind !== 'summary' || before === undefined) return false;
  return request.messages.length > before.messages.length;
}

/** The texts of the briefs that went out, by the journal. */
function briefsOf(work: Workplace, sessionId: string): string[] {
  return work
    .entries(sessionId)
    .filter((entry) => entry.kind === 'brief')
    .map((entry) => String(entry.text));
}

/** Place of the last request of the first compaction: a client may ask its summariser more than once for one. */
function firstCompaction(requests: readonly ModelRequest[]): number {
  return requests.findIndex(
    ({ kind }, index) => kind === 'summary' && requests[index + 1]?.kind !== 'summary',
  );
}

function compactionsIn(requests: readonly ModelRequest[]): number {
  return requests.filter(
    ({ kind }, index) => kind === 'summary' && requests[index - 1]?.kind !== 'summary',
  ).length;
}

function eventsAround(work: Workplace): string[] {
  const names = work.recorder.payloads().map((payload) => String(payload.hook_event_name));
  const rest = names.slice(names.indexOf('PreCompact'));
  const end = rest.findIndex((name) => /^(PreToolUse|Stop)$/.test(name));
  return rest.slice(0, end < 0 ? undefined : end);
}

/**
 * Makes files, fills the context at the end of each round, and says `The end.` after the last one. `rounds`: the
 * calls of each; `compactions`: how many there are, by default one a round; `from`: the log before it does not count.
 */
function compactAfter(
  rounds: number[],
  sandbox: Sandbox,
  { tools }: ClientDriver,
  compactions = rounds.length,
  from = 0,
): Policy {
  return (request, earlier) => {
    if (request.kind !== 'main') return {};
    const own = earlier.slice(from);
    const round = compactionsIn(own);
    const lastSummary = own.findLastIndex((entry) => entry.kind === 'summary');
    const since = own.slice(lastSummary + 1).filter((entry) => entry.kind === 'main').length;
    const count = rounds[round];
    if (count === undefined || since >= count) return { text: 'The end.' };
    const name = `file-${round}-${since}.txt`;
    if (since < count - 1) return { calls: [tools.write(`${sandbox.project}/${name}`, name)] };
    const full = round < compactions ? { inputTokens: fullContext } : {};
    return { calls: [tools.shell(`echo round ${round}`)], ...full };
  };
}

/** Makes more files than a short brief names, and then compacts into a summary that names one of them. */
function forgetfulSummary(sandbox: Sandbox, { tools }: ClientDriver): Policy {
  return (request) => {
    if (request.kind === 'summary') {
      return { text: 'I made long-name-of-a-file-3.txt.', inputTokens: fullContext };
    }
    if (request.kind !== 'main') return {};
    const name = `long-name-of-a-file-${request.nth}.txt`;
    const tests = tools.shell(`./run-the-tests-of-part-${request.nth}.sh --all --verbose; false`);
    if (request.nth < 40) return { calls: [tools.write(`${sandbox.project}/${name}`, 'x'), tests] };
    if (request.nth === 40) return { calls: [tools.shell('echo full')], inputTokens: fullContext };
    return request.nth < 44 ? { calls: [tools.shell('echo on')] } : { text: 'The end.' };
  };
}

function subagentCompacts(prompt: string, sandbox: Sandbox, { tools }: ClientDriver): Policy {
  return (request) => {
    if (request.kind === 'summary') return {};
    if (request.kind === 'subagent') {
      if (request.nth === 0)
        return { calls: [tools.shell('echo counting')], inputTokens: fullContext };
      return request.nth < 3 ? { calls: [tools.shell('ls')] } : { text: 'Counted.' };
    }
    const waits = tools.awaitSubagent === undefined ? 0 : 1;
    if (request.nth === 0) return { calls: [tools.subagent!(prompt)] };
    if (request.nth === waits && tools.awaitSubagent)
      return { calls: [tools.awaitSubagent(request)] };
    if (request.nth === 1 + waits)
      return { calls: [tools.shell(`echo x > '${sandbox.project}/main.txt'`)] };
    return { text: 'All done.' };
  };
}

/** Session A compacts and is gated; session B writes a file at each step and never compacts. */
function bySession(sandbox: Sandbox, driver: ClientDriver): Policy {
  const gated = badPolicies.stubborn!(taskIn(sandbox, driver));
  return (request, earlier) => {
    const own = earlier.filter((entry) => ownerOf(entry) === ownerOf(request));
    const isSecond = [request, ...own].some((entry) => textOf(entry).includes('SESSION-B go'));
    if (!isSecond) return gated(request, own);
    const nth = own.filter((entry) => entry.kind === 'main').length;
    return nth < 6
      ? { calls: [driver.tools.shell(`sleep 0.3; echo ${nth} > b-${nth}.txt`)] }
      : { text: 'B done.' };
  };
}

/** The session of a request; where the client does not tell it, by the prompt of the one that never compacts. */
function ownerOf(request: ModelRequest): string {
  return request.session ?? (textOf(request).includes('SESSION-B go') ? 'SESSION-B' : 'SESSION-A');
}
