import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCodeDriver } from '../../harness/drivers/opencode.ts';
import { holdfast } from '../../harness/holdfast.ts';
import { fullContext, missingIn, newText, type Policy, textOf } from '../../harness/request.ts';
import type { Sandbox } from '../../harness/sandbox.ts';
import { openCodeServer } from '../../src/entry/opencode/server.ts';
import { bringClient } from './client.ts';
import { until, withServer } from './opencode-server.ts';
import { openWorkplace, planOf, type Workplace } from './product.ts';
import { survivalSuite } from './survival-suite.ts';

const driver = openCodeDriver;
const pluginFolder = (sandbox: Sandbox): string => join(sandbox.home, '.config/opencode/plugin');

await survivalSuite({
  driver,
  briefWithin: 1,
  async compactByHand(work, sessionId, client) {
    await withServer(work, client, async (ask) => {
      const model = { providerID: 'loopback', modelID: 'm1' };
      await ask('POST', `/session/${sessionId}/summarize`, model);
      // The client does not wait for what a plugin does behind a compaction.
      await until(() => work.journal(sessionId).includes('armed'));
    });
  },
  // Two first runs at once make the tables of its database both, and one of them fails.
  beforeTwo: (work, client) =>
    withServer(work, client, async (ask) => void (await ask('GET', '/session'))),
  failures: {
    'an error before the compaction': (work) =>
      failAt(work, 'experimental.session.compacting', 'throws'),
    'an error behind the compaction': (work) =>
      failAt(work, 'experimental.compaction.autocontinue', 'throws'),
    'no answer behind the compaction': (work) =>
      failAt(work, 'experimental.compaction.autocontinue', 'hangs'),
  },
  foreignFile: (sandbox) => join(pluginFolder(sandbox), 'foreign.js'),
  foreignSettings: (log) => `import { appendFileSync } from 'node:fs';\r
export const Foreign = async () => ({\r
  'experimental.session.compacting': async () => appendFileSync('${log}', 'foreign\\n'),\r
});\r
`,
  // A single run ends with the turn: it is tested with the client as a server.
  elsewhere: ['turn end'],
});

/** Makes the client's own answers to the plugin fail while it is in one hook. */
function failAt(work: Workplace, hook: string, how: 'throws' | 'hangs'): void {
  const path = join(pluginFolder(work.sandbox), 'holdfast.js');
  const text = readFileSync(path, 'utf8');
  const failing = text.replace('.plugin(input, ', '.plugin(failing(input), ');
  expect(failing).not.toBe(text);
  const wrapped = failing
    .replace('?? {};', '?? {}).then(watched);')
    .replace('return (await', 'return Promise.resolve((await');
  writeFileSync(
    path,
    `${wrapped}
let inside = false;
function failing(input) {
  const { session } = input.client;
  const real = session.messages.bind(session);
  session.messages = (wish) => {
    if (!inside) return real(wish);
    return ${how === 'throws' ? `Promise.reject(new Error('no answer'))` : 'new Promise(() => {})'};
  };
  return input;
}
function watched(hooks) {
  const real = hooks['${hook}'];
  hooks['${hook}'] = async (...given) => {
    inside = true;
    try {
      return await real(...given);
    } finally {
      inside = false;
    }
  };
  return hooks;
}
`,
  );
}

const client = await bringClient('opencode');

describe.skipIf(!client)('opencode beside the suite', () => {
  it('turn end: a turn that ends right after a compaction goes on once, and then may end [R6]', async () => {
    const policy: Policy = (request) => {
      if (request.kind !== 'main') return {};
      if (request.nth > 0) return { text: request.nth === 1 ? 'I am done.' : 'Really done.' };
      return { calls: [driver.tools.shell('echo working')], inputTokens: fullContext };
    };
    const work = await openWorkplace(client!, { plan: planOf(80), policy: () => policy, driver });
    let session = '';
    const main = () => work.server.log.filter(({ kind }) => kind === 'main');
    await withServer(work, client!, async (ask) => {
      session = ((await ask('POST', '/session', {})) as { id: string }).id;
      const parts = [{ type: 'text', text: 'do the work' }];
      await ask('POST', `/session/${session}/message`, { parts });
      await until(() => main().length >= 3);
      // A fourth request would come now.
      await new Promise((resolve) => setTimeout(resolve, 1_500));
    });
    expect(main(), work.diagnosis(session)).toHaveLength(3);
    expect(missingIn(newText(main()[2]!), 'PLAN.md')).toEqual([]);
    expect(work.journal(session).filter((kind) => kind === 'continued')).toHaveLength(1);
  });

  it('turn end: the turn that a continuation starts keeps the agent, the model and the variant [R32]', async () => {
    const policy: Policy = (request) => {
      if (request.kind !== 'main') return {};
      if (request.nth > 0) return { text: request.nth === 1 ? 'I am done.' : 'Really done.' };
      return { calls: [driver.tools.shell('echo working')], inputTokens: fullContext };
    };
    const work = await openWorkplace(client!, { plan: planOf(80), policy: () => policy, driver });
    let session = '';
    let prompts: { agent?: string; model?: object; variant?: string }[] = [];
    const main = () => work.server.log.filter(({ kind }) => kind === 'main');
    await withServer(work, client!, async (ask) => {
      session = ((await ask('POST', '/session', {})) as { id: string }).id;
      const parts = [{ type: 'text', text: 'do the work' }];
      const model = { providerID: 'loopback', modelID: 'm1' };
      const asked = { agent: 'plan', model, variant: 'high', parts };
      await ask('POST', `/session/${session}/message`, asked);
      await until(() => main().length >= 3);
      const messages = (await ask('GET', `/session/${session}/message`)) as {
        info: { role: string; agent?: string; model?: object; variant?: string };
      }[];
      prompts = messages.filter(({ info }) => info.role === 'user').map(({ info }) => info);
    });
    expect(work.journal(session), work.diagnosis(session)).toContain('continued');
    expect(prompts.length).toBeGreaterThan(2);
    const first = prompts[0]!;
    for (const { agent, model, variant } of [prompts[1]!, prompts.at(-1)!])
      expect({ agent, model, variant }).toEqual({
        agent: 'plan',
        model: first.model,
        variant: first.variant,
      });
  });

  it('shows a toast that a compaction is near, and asks the agent to write its progress down', async () => {
    const work = await openWorkplace(client!, {
      plan: '',
      policy: () => (request) =>
        request.kind === 'main' ? { text: `Answer ${request.nth}.`, inputTokens: 800_000 } : {},
      driver,
    });
    const events: string[] = [];
    await withServer(work, client!, async (ask, url) => {
      void openCodeServer(url, '')
        .follow((line) => events.push(line))
        .catch(() => {});
      const { id } = (await ask('POST', '/session', {})) as { id: string };
      for (const text of ['Never rename the column customer_ref_77.', 'Go on.']) {
        await ask('POST', `/session/${id}/message`, { parts: [{ type: 'text', text }] });
      }
      const near = /"tui\.toast\.show".*a compaction is near, the context is 90 % full/;
      await until(() => events.some((line) => near.test(line)));
      expect(events.filter((line) => near.test(line))).toHaveLength(1);
    });
    const main = work.server.log.filter(({ kind }) => kind === 'main');
    expect(main.map((one) => newText(one).includes('will soon be compacted'))).toEqual([
      false,
      true,
    ]);
  });

  it('run: a worker’s prompt, which the client quotes, keeps its task and its role through a compaction [R32]', async () => {
    const policy: Policy = (request) => {
      if (request.kind !== 'main' || request.nth > 0) return { text: 'Done.' };
      return { calls: [driver.tools.shell('echo working')], inputTokens: fullContext };
    };
    const work = await openWorkplace(client!, { plan: '', policy: () => policy, driver });
    const run = await work.run('# Planner\nTask: ts-9f3a1c\nSplit the export into parts.');
    const orders = run.requests.filter(({ kind }) => kind === 'summary').map(textOf);
    const last = run.requests.filter(({ kind }) => kind === 'main').at(-1)!;
    for (const text of [orders[0] ?? '', textOf(last)])
      expect(text, work.diagnosis(run.sessionId)).toContain('Task ts-9f3a1c, you are its planner.');
  });

  it('steering: stands in the place of the client’s own order where a person wants that, with the summary before [R34]', async () => {
    const policy: Policy = (request, earlier) => {
      const summaries = earlier.filter(({ kind }) => kind === 'summary').length;
      if (request.kind === 'summary') return { text: `Summary number ${summaries + 1}.` };
      if (request.kind !== 'main') return {};
      const full = request.nth < 2 ? { inputTokens: fullContext } : {};
      if (request.nth < 3) return { calls: [driver.tools.shell(`echo ${request.nth}`)], ...full };
      return { text: 'The end.' };
    };
    const work = await openWorkplace(client!, { plan: '', policy: () => policy, driver });
    const folder = join(work.sandbox.home, '.config', 'holdfast');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'config.json'), '{"summaryOrder": "replace"}');
    const run = await work.run('Never rename the column customer_ref_77.');
    const orders = run.requests.filter(({ kind }) => kind === 'summary').map(textOf);
    const told = work.diagnosis(run.sessionId);
    expect([run.result, orders.length], told).toEqual(['The end.', 2]);
    for (const order of orders)
      expect(missingIn(order, 'Tried and failed', 'customer_ref_77')).toEqual([]);
    expect(orders[0]).not.toContain('<previous-summary>');
    expect(orders[1]).toContain('<previous-summary>\nSummary number 1.\n</previous-summary>');
  });

  it('reads a session for the command line as its hooks read it', async () => {
    const policy: Policy = (request) => {
      if (request.kind !== 'main' || request.nth > 1) return {};
      if (request.nth === 0) return { calls: [driver.tools.write('made.txt', 'x')] };
      return { calls: [driver.tools.shell('exit 3')] };
    };
    const work = await openWorkplace(client!, { plan: '', policy: () => policy, driver });
    const run = await work.run('Never rename the column customer_ref_77.');
    const brief = holdfast(work.sandbox, 'brief', run.sessionId);
    expect(missingIn(brief, 'customer_ref_77', 'made.txt')).toEqual([]);
    expect(brief).toContain(`opencode.db#${run.sessionId}`);
    expect(brief).not.toContain('is gone');
    expect(holdfast(work.sandbox, 'status')).toContain('opencode');
  });

  it.each([
    ['empty', { text: '' }],
    ['cut', { text: '## Goal\nNever ren', cut: true }],
  ])(
    'delivers the brief where the summary is %s, and where the context is over the limit',
    async (_how, summary) => {
      const policy: Policy = (request, earlier) => {
        if (request.kind === 'summary') return summary;
        if (request.kind !== 'main') return {};
        if (request.nth === 0) return { text: 'Ready.' };
        const compacted = earlier.some(({ kind }) => kind === 'summary');
        return compacted ? { text: 'The end.' } : { status: 400, overflow: true };
      };
      const work = await openWorkplace(client!, { plan: planOf(20), policy: () => policy, driver });
      const first = await work.run('Never rename the column customer_ref_77.');
      const run = await work.run('Go on with it.', { resume: first.sessionId });
      const told = `${work.diagnosis(first.sessionId)}\n${run.requests.map(({ kind }) => kind)}`;
      expect(run.result, told).toBe('The end.');
      const last = textOf(run.requests.at(-1)!);
      expect(missingIn(last, 'customer_ref_77', 'plan-mark-20-end', 'Go on with it.')).toEqual([]);
      expect(last.split(/\[Holdfast [\w-]+\] The conversation before/), told).toHaveLength(2);
    },
  );

  it('goes on as without it when the program in the state folder is gone', async () => {
    const work = await openWorkplace(client!, {
      plan: '',
      policy: () => () => ({ text: 'Answer.' }),
      driver,
    });
    const runtime = join(work.sandbox.holdfastHome, 'runtime');
    for (const version of readdirSync(runtime)) {
      writeFileSync(join(runtime, version, 'opencode.mjs'), 'this is no program');
    }
    const run = await work.run('hello there');
    expect([run.exitCode, run.result]).toEqual([0, 'Answer.']);
  });

  it('uninstall: takes its plugin file away with the folder that was made for it', async () => {
    const work = await openWorkplace(client!, { plan: '', policy: () => () => ({}), driver });
    const folder = pluginFolder(work.sandbox);
    expect(readdirSync(folder)).toEqual(['holdfast.js']);
    holdfast(work.sandbox, 'uninstall', '--host', 'opencode', '--scope', 'user', '--yes');
    expect(existsSync(folder)).toBe(false);
  });
});
