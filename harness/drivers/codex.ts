import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openaiResponses } from '../dialects/openai-responses.ts';
import { newText } from '../request.ts';
import { isolatedEnvironment, type Sandbox } from '../sandbox.ts';
import type { ClientDriver } from './driver.ts';
import type { AgentTools, Call } from './tools.ts';

const exec = (cmd: string): Call => ({ name: 'exec_command', input: { cmd } });
const commandOf = ({ input }: Call): string => String(input.cmd);
const agents = 'multi_agent_v1';
const blocked = /(?:Command|Tool call) blocked by PreToolUse hook: /;

/** This client reads files through its shell, and writes them with its patch tool or through the shell. */
const tools: AgentTools = {
  shell: exec,
  read: (path, firstLines) =>
    exec(firstLines === undefined ? `cat '${path}'` : `head -n ${firstLines} '${path}'`),
  write(path, content = 'changed\n') {
    const added = content.replace(/\n$/, '').replace(/^/gm, '+');
    const input = `*** Begin Patch\n*** Add File: ${path}\n${added}\n*** End Patch`;
    return { name: 'apply_patch', input: { input } };
  },
  kindOf(call) {
    if (call.name === 'apply_patch') return 'write';
    if (call.name !== 'exec_command') return 'other';
    return /^(cat|head -n \d+) '[^']+'$/.test(commandOf(call)) ? 'read' : 'shell';
  },
  commandOf,
  isDenial: (result) => blocked.test(result),
  subagent: (message) => ({
    name: 'spawn_agent',
    namespace: agents,
    input: { message, agent_type: 'default' },
  }),
  awaitSubagent(request) {
    const agent = /"agent_id":"([0-9a-f-]+)"/.exec(newText(request))?.[1] ?? '';
    const input = { targets: [agent], timeout_ms: 20_000 };
    return { name: 'wait_agent', namespace: agents, input };
  },
  reasonOf: (denial) => denial.replace(/^[\s\S]*?hook: /, '').replace(/\. Command: [\s\S]*$/, ''),
};

/** Hooks run untrusted. Without it this client passes over hooks that no person trusted, in silence. */
const bypassTrust = ['--dangerously-bypass-hook-trust'];
/** Tools run unasked. */
export const bypassAsking = '--dangerously-bypass-approvals-and-sandbox';

/** The catalogue of this client gives this model its patch tool; its requests all go to the loopback server. */
const model = 'gpt-5.5';

function writeConfig(sandbox: Sandbox, serverUrl: string): void {
  const folder = join(sandbox.home, '.codex');
  mkdirSync(folder, { recursive: true });
  const text = `model = "${model}"
model_provider = "loopback"
model_context_window = 272000
model_auto_compact_token_limit = 200000
check_for_update_on_startup = false

[model_providers.loopback]
name = "loopback"
base_url = "${serverUrl}/v1"
wire_api = "responses"
env_key = "LOOPBACK_KEY"
request_max_retries = 0
stream_max_retries = 0

[analytics]
enabled = false
`;
  writeFileSync(join(folder, 'config.toml'), text);
}

/** Arguments for a model that has the tools for subagents, and not the patch tool. */
export const withSubagents = ['-c', 'model="mock-model"'];

export const codexDriver: ClientDriver = {
  client: 'codex',
  host: 'codex',
  dialect: openaiResponses,
  tools,
  scope: 'user',
  prepare: writeConfig,
  hooksFile: (sandbox, scope) =>
    join(scope === 'user' ? sandbox.home : sandbox.project, '.codex', 'hooks.json'),
  start(run) {
    const args = ['exec', ...(run.resume ? ['resume'] : []), '--json', '--skip-git-repo-check'];
    args.push(...(run.permissions ?? [...bypassTrust, bypassAsking]));
    args.push(...(run.args ?? []));
    if (run.resume) args.push(run.resume);
    args.push(run.prompt);
    const env = { ...isolatedEnvironment(run.sandbox), LOOPBACK_KEY: 'dummy-key' };
    return { program: run.client.path, args, env };
  },
  outcome(stream, sandbox) {
    const sessionId = String(stream.find((row) => row.thread_id)?.thread_id ?? '');
    const said = stream
      .map((row) => (row.item ?? {}) as { type?: string; text?: string })
      .findLast((item) => item.type === 'agent_message');
    return { sessionId, result: said?.text ?? '', transcriptPath: findRollout(sandbox, sessionId) };
  },
  boundaries: (rows) => rows.filter((row) => row.type === 'compacted'),
};

function findRollout(sandbox: Sandbox, sessionId: string): string | undefined {
  const folder = join(sandbox.home, '.codex', 'sessions');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const name = names.find((one) => one.endsWith(`-${sessionId}.jsonl`));
  return name === undefined ? undefined : join(folder, name);
}
