import { createShop, rules, steps } from '../../demo/project.ts';
import { claudeCodeDriver } from '../../harness/drivers/claude-code.ts';
import type { FetchedClient } from '../../harness/fetch-client.ts';
import { holdfast, installHoldfast } from '../../harness/holdfast.ts';
import { parseRows, type Row, readRows } from '../../harness/record.ts';
import { run } from '../../harness/run-client.ts';
import { createSandbox } from '../../harness/sandbox.ts';
import { type Observed, observe, projectState } from './observe.ts';

export interface Ran extends Observed {
  /** Tokens that the model read and wrote, by the client's own count. */
  tokens: number;
  /** Dollars, by the client's own count. */
  dollars: number;
  seconds: number;
}

export interface Around {
  client: FetchedClient;
  /** Where the model is. */
  url: string;
  /** The key; left out where the model is scripted. */
  key?: string;
  model?: string;
  /** Dollars that the session may cost at most, which the client holds turn by turn. */
  mostDollars: number;
  /** So long a turn may take. */
  timeoutMs: number;
}

/** What the user says, turn by turn; the second one is the client's own command. */
const prompts = [
  [
    `Please do step 2 of PLAN.md (${steps.current.replace('Step 2: ', '')}), run the tests, and stop there.`,
    rules.generated,
    rules.push,
    rules.name,
  ].join('\n'),
  '/compact',
  'Go on with the rest of the plan, up to its end.',
];

/**
 * Lets a real client do the task in folders of its own: a step, a compaction, the rest. Throws where the client fails, or did not
 * compact: such a run says nothing.
 */
export async function runSession(withHoldfast: boolean, around: Around): Promise<Ran> {
  const sandbox = createSandbox('behaviour');
  try {
    createShop(sandbox);
    if (withHoldfast) {
      installHoldfast(sandbox);
      holdfast(sandbox, 'task', 'set', 'PLAN.md');
    }
    const start = performance.now();
    const stream: Row[] = [];
    let session: string | undefined;
    for (const prompt of prompts) {
      const left = around.mostDollars - spent(stream).dollars;
      const turn = await runTurn(sandbox, { ...around, mostDollars: left }, prompt, session);
      stream.push(...turn.stream);
      session = turn.session;
    }
    const seconds = (performance.now() - start) / 1000;
    const { transcriptPath, result } = claudeCodeDriver.outcome(stream, sandbox);
    const rows = transcriptPath ? readRows(transcriptPath) : [];
    if (claudeCodeDriver.boundaries(rows).length === 0)
      throw new Error('The client did not compact, so there is nothing to compare.');
    return { ...observe(projectState(sandbox), rows, result), ...spent(stream), seconds };
  } finally {
    sandbox.remove();
  }
}

async function runTurn(
  sandbox: ReturnType<typeof createSandbox>,
  { client, url, key, model, mostDollars, timeoutMs }: Around,
  prompt: string,
  resume: string | undefined,
): Promise<{ stream: Row[]; session: string }> {
  const args = [
    ...(model ? ['--model', model] : []),
    ...(Number.isFinite(mostDollars)
      ? ['--max-budget-usd', Math.max(0.01, mostDollars).toFixed(2)]
      : []),
  ];
  const {
    program,
    args: words,
    env,
  } = claudeCodeDriver.start({
    client,
    sandbox,
    serverUrl: url,
    prompt,
    args,
    ...(resume && { resume }),
  });
  const ended = await run(program, words, {
    cwd: sandbox.project,
    env: { ...env, ...(key && { ANTHROPIC_API_KEY: key }) },
    timeoutMs,
  });
  const stream = parseRows(ended.stdout);
  const session = String(stream.find((row) => row.session_id)?.session_id ?? '');
  if (ended.code !== 0 || ended.timedOut || session === '') {
    const why = ended.timedOut ? 'took too long' : `ended with ${ended.code}`;
    const said = String(stream.at(-1)?.result ?? ended.stderr).slice(0, 400);
    // What a client says of a failed request may hold the key.
    throw new Error(`The client ${why}: ${key ? said.replaceAll(key, '[key]') : said}`);
  }
  return { stream, session };
}

interface Usage {
  input_tokens?: number;
  cache_creation_input_tokens?: number;
  cache_read_input_tokens?: number;
  output_tokens?: number;
}

/** What the client counted at the end of each turn. */
function spent(stream: readonly Row[]): { tokens: number; dollars: number } {
  let tokens = 0;
  let dollars = 0;
  for (const row of stream) {
    if (row.type !== 'result') continue;
    const usage = (row.usage ?? {}) as Usage;
    tokens +=
      (usage.input_tokens ?? 0) +
      (usage.cache_creation_input_tokens ?? 0) +
      (usage.cache_read_input_tokens ?? 0) +
      (usage.output_tokens ?? 0);
    dollars += Number(row.total_cost_usd ?? 0);
  }
  return { tokens, dollars };
}
