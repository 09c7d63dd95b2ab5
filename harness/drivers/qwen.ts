import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Dialect } from '../dialects/dialect.ts';
import { openaiChat } from '../dialects/openai-chat.ts';
import { readRows } from '../record.ts';
import { fullContext, type Message } from '../request.ts';
import { isolatedEnvironment, type Sandbox } from '../sandbox.ts';
import type { ClientDriver } from './driver.ts';
import type { AgentTools } from './tools.ts';

const tools: AgentTools = {
  shell: (command) => ({
    name: 'run_shell_command',
    input: { command, description: 'work', is_background: false },
  }),
  read: (file_path, limit) => ({
    name: 'read_file',
    input: limit === undefined ? { file_path } : { file_path, limit, offset: 0 },
  }),
  write: (file_path, content = 'changed\n') => ({
    name: 'write_file',
    input: { file_path, content },
  }),
  kindOf({ name }) {
    if (name === 'run_shell_command') return 'shell';
    if (name === 'read_file') return 'read';
    return name === 'write_file' ? 'write' : 'other';
  },
  commandOf: ({ input }) => String(input.command),
  // The bare reason of the hook stands in place of a result.
  isDenial: (result) => result.startsWith('Holdfast: '),
  reasonOf: (denial) => denial.replace(/\n\n\[Holdfast [\s\S]*$/, ''),
  subagent: (prompt) => ({
    name: 'agent',
    input: {
      description: 'count rows',
      prompt,
      subagent_type: 'general-purpose',
      run_in_background: false,
    },
  }),
};

/** The order to summarise ends the request, in two forms: of a request of its own, and behind the conversation. */
const summaryOrder =
  'First, reason in your <analysis> block. Then, produce the <state_snapshot> XML.';

function asksForSummary(messages: readonly Message[]): boolean {
  const part = messages.at(-1)?.parts.at(-1);
  return part?.type === 'text' && part.text.trimEnd().endsWith(summaryOrder);
}

/** Requests carry no header that tells the session; subagents have a system prompt of their own. */
const dialect: Dialect = {
  ...openaiChat((system, _headers, messages) => {
    if (asksForSummary(messages)) return { kind: 'summary' };
    if (system.startsWith('You are Qwen Code')) return { kind: 'main' };
    return { kind: system.includes('subagent working for a parent agent') ? 'subagent' : 'side' };
  }),
  // A summary that did not take in about the whole context is thrown away as one that made it larger.
  summary: {
    text: '<analysis>a</analysis><state_snapshot>Work was going on.</state_snapshot>',
    inputTokens: fullContext - 1000,
  },
};

function writeConfig(sandbox: Sandbox): void {
  const folder = join(sandbox.home, '.qwen');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'settings.json'), `${JSON.stringify(settings, null, 2)}\n`);
}

const settings = {
  // Without it the client writes the file anew at its first start.
  $version: 4,
  security: { auth: { selectedType: 'openai' } },
  model: {
    name: 'loopback',
    generationConfig: { contextWindowSize: 900_000 },
  },
  general: { enableAutoUpdate: false, disableAutoUpdate: true },
  telemetry: { enabled: false },
  privacy: { usageStatisticsEnabled: false },
};

export const qwenDriver: ClientDriver = {
  client: 'qwen',
  host: 'qwen',
  dialect,
  tools,
  scope: 'user',
  prepare: writeConfig,
  hooksFile: (sandbox, scope) =>
    join(scope === 'user' ? sandbox.home : sandbox.project, '.qwen', 'settings.json'),
  settings,
  start(run) {
    const args = [run.client.path, '-p', run.prompt, '--output-format', 'stream-json'];
    args.push(...(run.permissions ?? ['--yolo']));
    if (run.resume) args.push('--resume', run.resume);
    args.push(...(run.args ?? []));
    const node = run.client.node ?? process.execPath;
    const env = isolatedEnvironment(run.sandbox);
    return {
      program: node,
      args,
      env: {
        ...env,
        // The client starts itself anew by the name of Node.
        PATH: `${dirname(node)}:${env.PATH}`,
        OPENAI_BASE_URL: `${run.serverUrl}/v1`,
        OPENAI_API_KEY: 'dummy-key',
        OPENAI_MODEL: 'loopback',
      },
    };
  },
  outcome(stream, sandbox) {
    const sessionId = String(stream.find((row) => row.session_id)?.session_id ?? '');
    const transcriptPath = findChat(sandbox, sessionId);
    return { sessionId, result: lastWords(transcriptPath), transcriptPath };
  },
  boundaries: (rows) =>
    rows.filter((row) => {
      const info = (row.systemPayload as { info?: { compressionStatus?: number } } | undefined)
        ?.info;
      return row.subtype === 'chat_compression' && info?.compressionStatus === 1;
    }),
};

/** The client's stream joins the answers of a turn that a hook continued; its record does not. */
function lastWords(transcriptPath: string | undefined): string {
  if (transcriptPath === undefined) return '';
  const said = readRows(transcriptPath)
    .filter((row) => row.type === 'assistant')
    .map((row) => (row.message as { parts?: { text?: string }[] }).parts ?? [])
    .flatMap((parts) => parts.flatMap(({ text }) => (text ? [text] : [])));
  return said.at(-1) ?? '';
}

function findChat(sandbox: Sandbox, sessionId: string): string | undefined {
  const folder = join(sandbox.home, '.qwen', 'projects');
  if (!existsSync(folder)) return undefined;
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const name = names.find((one) => one.endsWith(join('chats', `${sessionId}.jsonl`)));
  return name === undefined ? undefined : join(folder, name);
}
