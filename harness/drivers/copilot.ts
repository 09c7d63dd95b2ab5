import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Dialect } from '../dialects/dialect.ts';
import { openaiChat } from '../dialects/openai-chat.ts';
import { readRows } from '../record.ts';
import { fullContext, type Message } from '../request.ts';
import { isolatedEnvironment } from '../sandbox.ts';
import type { ClientDriver } from './driver.ts';
import type { AgentTools } from './tools.ts';

const tools: AgentTools = {
  shell: (command) => ({ name: 'bash', input: { command, description: 'work', mode: 'sync' } }),
  read: (path, limit) => ({
    name: 'view',
    input: limit === undefined ? { path } : { path, view_range: [1, limit] },
  }),
  write: (path, content = 'changed\n') => ({ name: 'create', input: { path, file_text: content } }),
  kindOf({ name }) {
    if (name === 'bash') return 'shell';
    if (name === 'view') return 'read';
    return name === 'create' ? 'write' : 'other';
  },
  commandOf: ({ input }) => String(input.command),
  isDenial: (result) => result.startsWith(denial),
  reasonOf: (text) => text.slice(denial.length).replace(/\n\n\[Holdfast [\s\S]*$/, ''),
  subagent: (prompt) => ({
    name: 'task',
    input: { name: 'count-rows', description: 'count rows', prompt, agent_type: 'general-purpose' },
  }),
};

const denial = 'Denied by preToolUse hook: ';

/** The order to summarise stands behind the conversation, in the same request. */
const summaryOrder = 'Please write the summary now, following the structure and guidelines above.';

function asksForSummary(messages: readonly Message[]): boolean {
  const part = messages.at(-1)?.parts.at(-1);
  return part?.type === 'text' && part.text.includes(summaryOrder);
}

/** No header tells the session or the agent. A compaction is asked for beside the turn, while that goes on. */
const dialect: Dialect = {
  ...openaiChat((system, _headers, messages) => {
    if (asksForSummary(messages)) return { kind: 'summary' };
    return { kind: system.startsWith('You are the GitHub Copilot CLI') ? 'main' : 'subagent' };
  }),
  compactsBeside: 1_200,
  summary: { text: '<overview>Work was going on.</overview>' },
};

export const copilotDriver: ClientDriver = {
  client: 'copilot',
  host: 'copilot',
  dialect,
  tools,
  scope: 'user',
  prepare: (sandbox) => {
    mkdirSync(join(sandbox.home, '.copilot'), { recursive: true });
  },
  hooksFile: (sandbox, scope) =>
    scope === 'user'
      ? join(sandbox.home, '.copilot', 'hooks', 'holdfast.json')
      : join(sandbox.project, '.github', 'hooks', 'holdfast.json'),
  start(run) {
    const args = ['-p', run.prompt, '--output-format', 'json'];
    if (!run.resume) args.push('--trust-folder');
    args.push(...(run.permissions ?? ['--allow-all-tools']));
    if (run.resume) args.push('--resume', run.resume);
    args.push(...(run.args ?? []));
    return {
      program: run.client.path,
      args,
      env: {
        ...isolatedEnvironment(run.sandbox),
        COPILOT_OFFLINE: 'true',
        COPILOT_AUTO_UPDATE: 'false',
        COPILOT_PROVIDER_BASE_URL: `${run.serverUrl}/v1`,
        COPILOT_PROVIDER_TYPE: 'openai',
        COPILOT_PROVIDER_API_KEY: 'dummy-key-of-nobody',
        COPILOT_MODEL: 'loopback',
        COPILOT_PROVIDER_MAX_PROMPT_TOKENS: String(fullContext + 15_000),
      },
    };
  },
  outcome(stream, sandbox) {
    const sessionId = String(stream.find((row) => row.sessionId)?.sessionId ?? '');
    const path = join(sandbox.home, '.copilot', 'session-state', sessionId, 'events.jsonl');
    const transcriptPath = existsSync(path) ? path : undefined;
    return { sessionId, result: lastWords(transcriptPath), transcriptPath };
  },
  boundaries: (rows) =>
    rows.filter((row) => {
      const data = row.data as { success?: boolean } | undefined;
      return row.type === 'session.compaction_complete' && data?.success === true;
    }),
};

function lastWords(transcriptPath: string | undefined): string {
  if (transcriptPath === undefined) return '';
  const said = readRows(transcriptPath)
    .filter((row) => row.type === 'assistant.message')
    .map((row) => (row.data as { content?: string }).content ?? '')
    .filter((text) => text !== '');
  return said.at(-1) ?? '';
}
