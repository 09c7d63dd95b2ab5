import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { header, openaiChat } from '../dialects/openai-chat.ts';
import type { Row } from '../record.ts';
import { isolatedEnvironment, type Sandbox } from '../sandbox.ts';
import type { ClientDriver } from './driver.ts';
import { messagesOf } from './opencode-database.ts';
import type { AgentTools } from './tools.ts';

/** Refusals of this client are the bare text of the error that the plugin threw. */
const ours = /^(?:Error: )?Holdfast: /;

const tools: AgentTools = {
  shell: (command) => ({ name: 'bash', input: { command, description: 'work' } }),
  read: (filePath, limit) => ({
    name: 'read',
    input: limit === undefined ? { filePath } : { filePath, limit },
  }),
  write: (filePath, content = 'changed\n') => ({ name: 'write', input: { filePath, content } }),
  kindOf({ name }) {
    if (name === 'bash') return 'shell';
    return name === 'read' || name === 'write' ? name : 'other';
  },
  commandOf: ({ input }) => String(input.command),
  isDenial: (result) => ours.test(result),
  reasonOf: (denial) => denial.replace(/^Error: /, ''),
  subagent: (prompt) => ({
    name: 'task',
    input: { description: 'count', prompt, subagent_type: 'general' },
  }),
};

/** The summariser and the title are agents of their own here, told by their system prompts. */
const dialect = openaiChat((system, headers) => {
  const session = header(headers, 'x-session-id');
  if (system.startsWith('You are a title generator')) return { kind: 'side', session };
  if (system.startsWith('You are a context summarization')) return { kind: 'summary', session };
  const parent = header(headers, 'x-parent-session-id');
  if (parent === undefined) return { kind: 'main', session };
  return { kind: 'subagent', session: parent, agent: session };
});

function writeConfig(sandbox: Sandbox, serverUrl: string): void {
  const folder = join(sandbox.home, '.config', 'opencode');
  mkdirSync(folder, { recursive: true });
  const limit = { context: 900_000, output: 8_000 };
  const config = {
    $schema: 'https://opencode.ai/config.json',
    provider: {
      loopback: {
        npm: '@ai-sdk/openai-compatible',
        options: { baseURL: `${serverUrl}/v1`, apiKey: 'dummy-key' },
        models: { m1: { tool_call: true, limit } },
      },
    },
    model: 'loopback/m1',
    small_model: 'loopback/m1',
    permission: { '*': 'allow' },
  };
  writeFileSync(join(folder, 'opencode.json'), `${JSON.stringify(config, null, 2)}\n`);
}

/** Everything that this client would fetch by itself is switched off, or finds nobody. */
export function openCodeEnvironment(sandbox: Sandbox): Record<string, string> {
  return {
    ...isolatedEnvironment(sandbox),
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    npm_config_fetch_retries: '0',
    npm_config_registry: 'http://127.0.0.1:9/',
  };
}

export const openCodeDriver: ClientDriver = {
  client: 'opencode',
  host: 'opencode',
  dialect,
  tools,
  scope: 'user',
  prepare: writeConfig,
  start(run) {
    const args = ['run', '--format', 'json', ...(run.resume ? ['-s', run.resume] : [])];
    args.push(...(run.args ?? []), run.prompt);
    return { program: run.client.path, args, env: openCodeEnvironment(run.sandbox) };
  },
  outcome(stream, sandbox) {
    const sessionId = String(stream.find((row) => row.sessionID)?.sessionID ?? '');
    const said = stream
      .map((row) => (row.part ?? {}) as { type?: string; text?: string })
      .findLast((part) => part.type === 'text');
    const data = join(sandbox.home, '.local', 'share', 'opencode', 'opencode.db');
    return { sessionId, result: said?.text ?? '', transcriptPath: `${data}#${sessionId}` };
  },
  rows: messagesOf,
  // Also one that hangs on a wrong message, as after a compaction that failed: the client shows it as done.
  boundaries: (rows) => rows.filter(({ info }) => isFinishedSummary(info as Row)),
};

function isFinishedSummary({ summary, role, finish, error }: Row): boolean {
  return summary === true && role === 'assistant' && finish !== undefined && !error;
}
