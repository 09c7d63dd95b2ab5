/**
 * How long a tool call takes on the real client with events as commands and over MCP, and what our server costs. Run by
 * hand: node --import tsx bench/transports.ts [rounds]
 */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { claudeCodeDriver } from '../harness/drivers/claude-code.ts';
import { codexDriver } from '../harness/drivers/codex.ts';
import type { ClientDriver } from '../harness/drivers/driver.ts';
import { type FetchedClient, fetchClient } from '../harness/fetch-client.ts';
import { holdfast } from '../harness/holdfast.ts';
import { startModelServer } from '../harness/model-server.ts';
import { fullContext } from '../harness/request.ts';
import { runClient } from '../harness/run-client.ts';
import { createSandbox, type Sandbox } from '../harness/sandbox.ts';

const rounds = Number(process.argv[2] ?? 3);
const calls = 30;
const steps = Array.from({ length: 400 }, (_, index) => `- [ ] step ${index}: the mark ${index}`);

const ways = ['none', 'command', 'mcp'] as const;
type Way = (typeof ways)[number];

interface Measured {
  /** Milliseconds from one request of the model to the next, in the middle of the run. */
  perCall: number[];
  /** Bytes that our server holds alone, and in all. */
  memory: { own: number; all: number } | undefined;
}

/** A session of `calls` tool calls. `open`: behind a compaction whose task was not read, so that changes are held back. */
async function session(driver: ClientDriver, client: FetchedClient, way: Way, open: boolean) {
  const sandbox = createSandbox('bench');
  const times: number[] = [];
  let memory: Measured['memory'];
  const { tools } = driver;
  const server = await startModelServer({
    dialect: driver.dialect,
    policy: (request, earlier) => {
      if (request.kind !== 'main') return {};
      const nth = earlier.filter(({ kind }) => kind === 'main').length;
      times.push(performance.now());
      if (nth === calls) memory = memoryOf(sandbox);
      if (nth > calls) return { text: 'Done.' };
      const inputTokens = open && nth === 0 ? fullContext : undefined;
      return { calls: [tools.shell('true')], ...(inputTokens ? { inputTokens } : {}) };
    },
  });
  try {
    driver.prepare?.(sandbox, server.url);
    if (way !== 'none') {
      holdfast(sandbox, 'init', '--host', driver.host, '--transport', way, '--yes');
      sandbox.write('PLAN.md', `# Plan\n\n${steps.join('\n')}\n`);
      if (open) holdfast(sandbox, 'task', 'set', 'PLAN.md');
    }
    await runClient({ client, driver, sandbox, server, prompt: 'go', timeoutMs: 120_000 });
  } finally {
    await server.close();
    sandbox.remove();
  }
  const between = times.slice(4).map((time, index) => time - times[index + 3]!);
  return { perCall: between, memory };
}

/** Our server of this sandbox, by its environment. */
function memoryOf({ holdfastHome }: Sandbox): Measured['memory'] {
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const line = readFileSync(`/proc/${id}/cmdline`, 'utf8');
      const env = readFileSync(`/proc/${id}/environ`, 'utf8').split('\0');
      if (!line.includes('\0mcp\0--host\0') || !env.includes(`HOLDFAST_HOME=${holdfastHome}`))
        continue;
      const rollup = readFileSync(`/proc/${id}/smaps_rollup`, 'utf8');
      const kilobytes = (name: string) =>
        [...rollup.matchAll(new RegExp(`^${name}:\\s+(\\d+) kB`, 'gm'))].reduce(
          (sum, [, found]) => sum + Number(found),
          0,
        );
      return { own: kilobytes('Private_\\w+') / 1024, all: kilobytes('Rss') / 1024 };
    } catch {
      // It ended meanwhile, or is another's.
    }
  }
  return undefined;
}

/** Milliseconds from the start of our server to its answer to the client's opening. */
async function start(): Promise<number> {
  const cli = new URL('../dist/cli.js', import.meta.url).pathname;
  const began = performance.now();
  const child = spawn(process.execPath, [cli, 'mcp'], { stdio: ['pipe', 'pipe', 'ignore'] });
  const params = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'b', version: '1' },
  };
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
  await new Promise((resolve) => child.stdout.once('data', resolve));
  const took = performance.now() - began;
  child.stdin.end();
  await new Promise((resolve) => child.once('close', resolve));
  return took;
}

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

const starts: number[] = [];
for (let nth = 0; nth < 11; nth += 1) starts.push(await start());
console.log(`start of the server: ${median(starts).toFixed(0)} ms`);
for (const driver of [claudeCodeDriver, codexDriver]) {
  const client = await fetchClient(driver.client);
  for (const open of [false, true]) {
    const measured = new Map<Way, Measured[]>(ways.map((way) => [way, []]));
    // In turn, so that what else the machine does falls on all of them.
    for (let round = 0; round < rounds; round += 1) {
      for (const way of ways) measured.get(way)!.push(await session(driver, client, way, open));
    }
    for (const way of ways) {
      const all = measured.get(way)!;
      const time = median(all.flatMap(({ perCall }) => perCall)).toFixed(1);
      const own = median(all.flatMap(({ memory }) => (memory ? [memory.own] : []))).toFixed(0);
      const rss = median(all.flatMap(({ memory }) => (memory ? [memory.all] : []))).toFixed(0);
      const said = `${driver.host}, ${open ? 'a recovery open' : 'nothing open'}, ${way}: ${time} ms a call`;
      console.log(
        own === 'NaN' ? said : `${said}; the server holds ${own} MB alone, ${rss} MB in all`,
      );
    }
  }
}
