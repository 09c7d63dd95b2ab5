import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type ClientName, clients } from './clients.ts';
import type { ClientDriver } from './drivers/driver.ts';
import { openCodeDriver } from './drivers/opencode.ts';
import { piDriver } from './drivers/pi.ts';
import { fetchClient } from './fetch-client.ts';
import { startModelServer } from './model-server.ts';
import { createNeutralizer } from './neutral.ts';
import { fullContext, type Policy } from './request.ts';
import { runClient } from './run-client.ts';
import { createSandbox, type Sandbox } from './sandbox.ts';

/**
 * Records what the clients that run plugins hand to them, made neutral, as fixtures:
 * `node --import tsx harness/record-plugins.ts`. Only after a new client version.
 */
const fixtures = join(import.meta.dirname, '..', 'test', 'fixtures');

/** A plugin that keeps what every hook is given before and after it, as lines of JSON. */
const recorders: Record<'opencode' | 'pi', { place: string; text(log: string): string }> = {
  opencode: {
    place: '.config/opencode/plugin/recorder.js',
    text: (log) => `import { appendFileSync } from 'node:fs';
const names = ['chat.message', 'tool.execute.before', 'tool.execute.after',
  'experimental.chat.messages.transform', 'experimental.session.compacting',
  'experimental.compaction.autocontinue', 'experimental.text.complete'];
const keep = (row) => appendFileSync('${log}', JSON.stringify(row, (key, value) =>
  key === 'provider' ? undefined : value) + '\\n');
const events = /^session\\.(created|compacted|idle|deleted|error)$/;
export default { id: 'recorder', async server() {
  const hooks = Object.fromEntries(names.map((hook) =>
    [hook, async (input, output) => keep({ hook, input, output })]));
  hooks.event = async ({ event }) => {
    if (events.test(event.type)) keep({ hook: event.type, input: event.properties });
  };
  return hooks;
} };
`,
  },
  pi: {
    place: '.pi/agent/extensions/recorder.js',
    text: (log) => `import { appendFileSync } from 'node:fs';
const names = ['session_start', 'before_agent_start', 'context', 'tool_call', 'tool_result',
  'session_before_compact', 'session_compact', 'session_compact_failed', 'agent_before_settle',
  'session_shutdown'];
const fields = ['type', 'reason', 'willRetry', 'messageType', 'prompt', 'toolName', 'toolCallId', 'input',
  'content', 'details', 'structuredContent', 'isError', 'outcome', 'continue'];
export default function recorder(pi) {
  for (const hook of names) {
    pi.on(hook, (event, { cwd, sessionManager }) => {
      const session = sessionManager.getSessionId();
      const file = sessionManager.getSessionFile();
      // The client's own prose, which events hold too, is none of ours.
      const told = Object.fromEntries(fields.flatMap((name) => name in event ? [[name, event[name]]] : []));
      const { id, summary, tokensBefore } = event.compactionEntry ?? {};
      if (event.compactionEntry) told.compactionEntry = { type: 'compaction', id, summary, tokensBefore };
      appendFileSync('${log}', JSON.stringify({ hook, session, file, cwd, event: told }) + '\\n');
    });
  }
}
`,
  },
};

/** Writes, fails, reads, fills the context and ends; where the client has subagents, one of them runs a command. */
function policy(sandbox: Sandbox, { tools }: ClientDriver): Policy {
  const made = join(sandbox.project, 'made.txt');
  const steps = [
    { calls: [tools.write(made, 'one\ntwo\n'), tools.shell('echo hi')] },
    { calls: [tools.shell('echo bad; exit 3')] },
    { calls: [tools.read(join(sandbox.project, 'missing.txt'))] },
    ...(tools.subagent ? [{ calls: [tools.subagent('Count the files.')] }] : []),
    { calls: [tools.read(made)], inputTokens: fullContext },
  ];
  return (request) => {
    if (request.kind === 'subagent') {
      return request.nth === 0 ? { calls: [tools.shell('ls')] } : { text: 'One file.' };
    }
    if (request.kind !== 'main') return {};
    return steps[request.nth] ?? { text: 'The end.' };
  };
}

async function record(name: 'opencode' | 'pi', driver: ClientDriver): Promise<void> {
  const client = await fetchClient(name as ClientName, { progress: console.log });
  const sandbox = createSandbox('record');
  const server = await startModelServer({
    policy: policy(sandbox, driver),
    dialect: driver.dialect,
  });
  try {
    driver.prepare?.(sandbox, server.url);
    const log = join(sandbox.root, 'recorded.jsonl');
    const place = join(sandbox.home, recorders[name].place);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, recorders[name].text(log));
    const run = await runClient({ client, driver, sandbox, server, prompt: 'Work. Never push.' });
    if (run.exitCode !== 0 || run.result !== 'The end.') {
      throw new Error(`${name} ended with ${run.exitCode}: ${run.result} ${run.stderr}`);
    }
    const target = join(fixtures, name, `hooks-${clients[name].version}.jsonl`);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, neutral(sandbox, readFileSync(log, 'utf8')));
    console.log(`${name}: ${target}`);
  } finally {
    await server.close();
    sandbox.remove();
  }
}

/** Ids by order of appearance, times and durations fixed, paths below /home/dev. */
function neutral(sandbox: Sandbox, text: string): string {
  const ids = new Map<string, string>();
  return createNeutralizer(sandbox)(text)
    .replace(/\b(ses|msg|prt|evt)_[0-9A-Za-z]{20,}\b/g, (found, kind: string) => {
      const known = ids.get(found) ?? `${kind}_${String(ids.size + 1).padStart(24, '0')}`;
      ids.set(found, known);
      return known;
    })
    .replace(/"([a-zA-Z]*)":1[5-9]\d{11}\b/g, '"$1":1790000000000')
    .replaceAll(sandbox.project.slice(1), 'home/dev/proj')
    .replaceAll(sandbox.root.replaceAll('/', '-').replace(/^-/, ''), 'home-dev')
    .replace(/_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.jsonl/g, '_session.jsonl')
    .replace(/\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z/g, '2026-01-01T00-00-00-000Z')
    .replace(/"slug":"[^"]*"/g, '"slug":"quiet-stone"');
}

await record('opencode', openCodeDriver);
await record('pi', piDriver);
