import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { workerHosts } from '../src/hosts/worker-registry.ts';
import { driverOf, prepareWorker, workerEnvironment } from './drivers/index.ts';
import { clientCache, fetchClient } from './fetch-client.ts';
import { startModelServer } from './model-server.ts';
import { createNeutralizer } from './neutral.ts';
import { runWorker, type WorkerRun } from './run-worker.ts';
import { createSandbox } from './sandbox.ts';
import { type StreamScenario, streamScenarios } from './stream-scenarios.ts';

/**
 * Records what the real clients say as workers, made neutral, as fixtures:
 * `node --import tsx harness/record-streams.ts [host] [scenario …]`. Only after a new client version.
 */
const [wantedHost, ...wanted] = process.argv.slice(2);

async function record(id: string, scenario: StreamScenario): Promise<void> {
  const host = workerHosts.find((one) => one.id === id)!;
  if (scenario.fits?.(host) === false) return;
  const driver = driverOf(id);
  const client = await fetchClient(driver.client, { progress: console.log });
  const sandbox = createSandbox('streams');
  const server = await startModelServer({
    policy: scenario.resumes ?? scenario.policy(driver.tools, sandbox),
    dialect: driver.dialect,
  });
  try {
    driver.prepare?.(sandbox, server.url);
    prepareWorker(id, sandbox);
    const common = { driver, host, client, sandbox, server, env: workerEnvironment(id) };
    const { permission, prompt } = scenario;
    let resume: string | undefined;
    if (scenario.resumes) {
      const first = await runWorker({ ...common, wish: { permission, prompt: 'begin' } });
      resume = first.events.flatMap((one) => (one.type === 'session' ? [one.id] : []))[0];
      server.log.length = 0;
      server.setPolicy(scenario.policy(driver.tools, sandbox));
    }
    const run = await runWorker({
      ...common,
      wish: { permission, prompt, ...(resume === undefined ? {} : { resume }) },
      timeoutMs: scenario.timeoutMs,
      ...(scenario.onEvent && {
        onEvent: (event, control) => scenario.onEvent!(event, control, host),
      }),
    });
    if (server.faults.length > 0) throw new Error(`${scenario.name}: ${server.faults.join('\n')}`);
    save(id, scenario.name, run, createNeutralizer(sandbox));
    const kinds = run.events.map((one) => one.type).join(' ');
    const ended = run.timedOut ? 'TIMED OUT' : `ended with ${run.exitCode ?? run.signal}`;
    console.log(`${id} ${scenario.name}: ${run.lines.length} lines, ${ended}\n  ${kinds}`);
    if (run.stderr) console.log(`  stderr: ${run.stderr.slice(0, 400)}`);
  } finally {
    await server.close();
    sandbox.remove();
  }
}

function save(id: string, name: string, run: WorkerRun, neutral: (text: string) => string): void {
  const folder = join(import.meta.dirname, '..', 'test', 'fixtures', id, 'streams');
  mkdirSync(folder, { recursive: true });
  const numbered = numbering();
  const text = run.lines.map((line) => `${numbered(neutralStream(neutral(line)))}\n`).join('');
  writeFileSync(join(folder, `${name}.ndjson`), text);
}

/** What changes from run to run in a stream and not in a record. */
function neutralStream(text: string): string {
  return text
    .replaceAll(clientCache(), '/opt/clients')
    .replace(/\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z/g, '2026-01-01T00-00-00-000Z')
    .replace(/"((?:parent|target)?[Ii]d)":"[0-9a-f]{8}"/g, '"$1":"00000000"')
    .replace(/\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}\+00:00/g, '2026-01-01T00:00:00.000+00:00')
    .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:8080')
    .replace(/"(\w*(?:_ms|Ms|_seconds|Seconds))":\d+(\.\d+)?/g, '"$1":5')
    .replace(/cc-socks\/\d+/g, 'cc-socks/1')
    .replace(/\b17\d{11}\b/g, '1767225600000');
}

/** Gives ids of the form `msg_…` numbers in the order of their appearance. */
function numbering(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) =>
    text.replace(/\b(evt|msg|prt|ses|per)_[0-9A-Za-z]{20,}/g, (id, kind: string) => {
      if (!known.has(id)) known.set(id, `${kind}_${String(known.size + 1).padStart(4, '0')}`);
      return known.get(id)!;
    });
}

for (const { id } of workerHosts) {
  if (wantedHost !== undefined && id !== wantedHost) continue;
  for (const scenario of streamScenarios) {
    if (wanted.length === 0 || wanted.includes(scenario.name)) await record(id, scenario);
  }
}
