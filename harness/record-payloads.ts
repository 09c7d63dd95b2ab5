import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { codexDriver, withSubagents } from './drivers/codex.ts';
import type { ClientDriver } from './drivers/driver.ts';
import { geminiDriver } from './drivers/gemini.ts';
import { qwenDriver } from './drivers/qwen.ts';
import type { AgentTools } from './drivers/tools.ts';
import { fetchClient } from './fetch-client.ts';
import { startModelServer } from './model-server.ts';
import { createNeutralizer } from './neutral.ts';
import { createRecorder, hookEvents, hookSettings } from './recorder.ts';
import { fullContext, type Policy } from './request.ts';
import { runClient } from './run-client.ts';
import { createSandbox, type Sandbox } from './sandbox.ts';

/**
 * Records the payloads of hosts that are driven by a driver, made neutral, as fixtures:
 * `node --import tsx harness/record-payloads.ts [host …]`. Only after a new client version.
 */
const hosts: Record<string, { driver: ClientDriver; subagentArgs?: string[]; events?: string[] }> =
  {
    codex: { driver: codexDriver, subagentArgs: withSubagents },
    qwen: { driver: qwenDriver },
    gemini: {
      driver: geminiDriver,
      events: [
        'SessionStart',
        'BeforeAgent',
        'PreCompress',
        'BeforeModel',
        'BeforeTool',
        'AfterTool',
        'AfterAgent',
        'SessionEnd',
      ],
    },
  };
const fixtures = join(import.meta.dirname, '..', 'test', 'fixtures');

/** Reads, writes, fails, is denied once, and fills the context; then goes on. */
function work(tools: AgentTools, sandbox: Sandbox): Policy {
  const steps = [
    { calls: [tools.read(`${sandbox.project}/PLAN.md`)] },
    { calls: [tools.write(`${sandbox.project}/a.txt`, 'a\n')] },
    { calls: [tools.shell('echo out; exit 3')] },
    { calls: [tools.shell('echo full')], inputTokens: fullContext },
    { calls: [tools.read(`${sandbox.project}/PLAN.md`)] },
  ];
  return (request) =>
    request.kind === 'main' ? (steps[request.nth] ?? { text: 'All done.' }) : {};
}

function withSubagent(tools: AgentTools): Policy {
  return (request) => {
    if (request.kind === 'summary') return {};
    if (request.kind === 'subagent') {
      if (request.nth === 0) return { calls: [tools.shell('echo sub')], inputTokens: fullContext };
      return request.nth === 1 ? { calls: [tools.shell('echo again')] } : { text: 'Sub done.' };
    }
    if (request.nth === 0) return { calls: [tools.subagent!('Look at PLAN.md.')] };
    if (request.nth === 1 && tools.awaitSubagent) return { calls: [tools.awaitSubagent(request)] };
    return { text: 'All done.' };
  };
}

async function record(host: string, scenario: string, args: string[] = []): Promise<void> {
  const { driver } = hosts[host]!;
  const client = await fetchClient(driver.client, { progress: console.log });
  const sandbox = createSandbox('record');
  const policy = scenario === 'subagent' ? withSubagent(driver.tools) : work(driver.tools, sandbox);
  const server = await startModelServer({ policy, dialect: driver.dialect });
  try {
    driver.prepare?.(sandbox, server.url);
    sandbox.write('PLAN.md', '# Plan\n\n- [x] step one\n- [ ] step two\n');
    const recorder = createRecorder(sandbox);
    const file = driver.hooksFile!(sandbox, 'user');
    mkdirSync(dirname(file), { recursive: true });
    const settings = {
      ...driver.settings,
      ...hookSettings(recorder.command, hosts[host]!.events ?? hookEvents),
    };
    writeFileSync(file, JSON.stringify(settings));
    const common = { client, driver, sandbox, server, args };
    const run = await runClient({ ...common, prompt: 'do the task' });
    if (run.exitCode !== 0) throw new Error(`${host} ${scenario}: ended with ${run.exitCode}`);
    const neutral = createNeutralizer(sandbox);
    const lines = recorder.payloads().map((row) => `${neutral(JSON.stringify(row))}\n`);
    const folder = join(fixtures, host, 'payloads');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${scenario}.jsonl`), lines.join(''));
    console.log(`${host} ${scenario}: ${lines.length} payloads`);
  } finally {
    await server.close();
    sandbox.remove();
  }
}

const wanted = process.argv.slice(2);
for (const [host, { driver, subagentArgs }] of Object.entries(hosts)) {
  if (wanted.length > 0 && !wanted.includes(host)) continue;
  await record(host, 'compaction');
  if (driver.tools.subagent) await record(host, 'subagent', subagentArgs);
}
