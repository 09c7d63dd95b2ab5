import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openaiChat } from '../dialects/openai-chat.ts';
import { isolatedEnvironment, type Sandbox } from '../sandbox.ts';
import type { ClientDriver } from './driver.ts';
import type { AgentTools } from './tools.ts';

const tools: AgentTools = {
  shell: (command) => ({ name: 'bash', input: { command } }),
  read: (path, limit) => ({
    name: 'read',
    input: limit === undefined ? { path } : { path, limit },
  }),
  write: (path, content = 'changed\n') => ({ name: 'write', input: { path, content } }),
  kindOf({ name }) {
    if (name === 'bash') return 'shell';
    return name === 'read' || name === 'write' ? name : 'other';
  },
  commandOf: ({ input }) => String(input.command),
  isDenial: (result) => result.startsWith('Holdfast: '),
  reasonOf: (denial) => denial,
};

const dialect = openaiChat((system) => ({
  kind: system.startsWith('You are a context summarization') ? 'summary' : 'main',
}));

function writeConfig(sandbox: Sandbox, serverUrl: string): void {
  const folder = join(sandbox.home, '.pi', 'agent');
  mkdirSync(folder, { recursive: true });
  const write = (name: string, value: object): void =>
    writeFileSync(join(folder, name), `${JSON.stringify(value, null, 2)}\n`);
  const model = { id: 'm1', contextWindow: 900_000, maxTokens: 8_000, input: ['text'] };
  const provider = { baseUrl: `${serverUrl}/v1`, apiKey: 'dummy-key', api: 'openai-completions' };
  write('models.json', { providers: { loopback: { ...provider, models: [model] } } });
  const compaction = { reserveTokens: 8_000, keepRecentTokens: 1 };
  write('settings.json', { defaultProvider: 'loopback', defaultModel: 'm1', compaction });
}

/** Everything that this client would fetch by itself is switched off. */
export function piEnvironment(sandbox: Sandbox): Record<string, string> {
  return {
    ...isolatedEnvironment(sandbox),
    PI_OFFLINE: '1',
    PI_SKIP_VERSION_CHECK: '1',
    PI_TELEMETRY: '0',
  };
}

export const piDriver: ClientDriver = {
  client: 'pi',
  host: 'pi',
  dialect,
  tools,
  scope: 'user',
  prepare: writeConfig,
  start(run) {
    const args = [run.client.path, '-p', '--mode', 'json'];
    if (run.resume) args.push('--session', run.resume);
    args.push(...(run.args ?? []), run.prompt);
    return { program: run.client.node!, args, env: piEnvironment(run.sandbox) };
  },
  outcome(stream, sandbox) {
    const sessionId = String(stream.find((row) => row.type === 'session')?.id ?? '');
    const said = stream
      .filter((row) => row.type === 'message_end')
      .map((row) => row.message as { role: string; content: { type: string; text?: string }[] })
      .findLast(({ role }) => role === 'assistant');
    const texts = said?.content.filter(({ type }) => type === 'text').map(({ text }) => text);
    const result = texts?.join('\n') ?? '';
    return { sessionId, result, transcriptPath: sessionFile(sandbox, sessionId) };
  },
  boundaries: (rows) => rows.filter((row) => row.type === 'compaction'),
};

function sessionFile(sandbox: Sandbox, sessionId: string): string | undefined {
  const folder = join(sandbox.home, '.pi', 'agent', 'sessions');
  if (!existsSync(folder)) return undefined;
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const name = names.find((one) => one.endsWith(`_${sessionId}.jsonl`));
  return name === undefined ? undefined : join(folder, name);
}
