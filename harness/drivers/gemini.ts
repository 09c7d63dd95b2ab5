import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Dialect } from '../dialects/dialect.ts';
import { google } from '../dialects/google.ts';
import { readRows } from '../record.ts';
import { isolatedEnvironment, type Sandbox } from '../sandbox.ts';
import type { ClientDriver } from './driver.ts';
import type { AgentTools } from './tools.ts';

const blocked = 'Tool execution blocked: ';

const tools: AgentTools = {
  shell: (command) => ({ name: 'run_shell_command', input: { command, description: 'work' } }),
  read: (file_path, limit) => ({
    name: 'read_file',
    input: limit === undefined ? { file_path } : { file_path, start_line: 1, end_line: limit },
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
  isDenial: (result) => result.startsWith(`${blocked}Holdfast: `),
  reasonOf: (denial) => denial.slice(blocked.length).replace(/\n\n\[Holdfast [\s\S]*$/, ''),
};

/** The two requests of one compression: the snapshot, and its check. */
function asksForSummary(last: string): boolean {
  return (
    last.endsWith('Then, generate the updated <state_snapshot>.') ||
    last.startsWith('Critically evaluate the <state_snapshot> you just generated.')
  );
}

const wire = google((_system, messages, stream) => {
  const part = messages.at(-1)?.parts.at(-1);
  if (part?.type === 'text' && asksForSummary(part.text)) return { kind: 'summary' };
  return { kind: stream ? 'main' : 'side' };
});

/** After 30 requests of one turn the client has a model look whether the agent goes round in circles. */
const noLoop = JSON.stringify({
  unproductive_state_analysis: 'It moves on.',
  unproductive_state_confidence: 0,
});

/** What a model writes of a conversation is never twice the same; a snapshot has the form that the client asks for. */
const dialect: Dialect = {
  ...wire,
  write(answer, request, body, serial) {
    if (request.kind === 'side') return wire.write({ text: noLoop }, request, body, serial);
    if (request.kind !== 'summary') return wire.write(answer, request, body, serial);
    const text = `<state_snapshot>${serial}: ${answer.text ?? ''}</state_snapshot>`;
    return wire.write({ ...answer, text }, request, body, serial);
  },
};

const settings = {
  security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
  general: {
    enableAutoUpdate: false,
    enableAutoUpdateNotification: false,
    // Else the start of one run removes the earlier session that another is about to go on with.
    sessionRetention: { enabled: false },
  },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
  model: { name: 'gemini-2.5-pro' },
};

/** The client names the folder of a project's chats after the project's own. */
function chatFolder(sandbox: Sandbox): string {
  return join(sandbox.home, '.gemini', 'tmp', 'proj', 'chats');
}

/**
 * An earlier conversation to go on with: this client compresses only what lies before the newest prompt, so that a run
 * with one prompt and nothing before it never does.
 */
function earlierSession(sandbox: Sandbox): string {
  const sessionId = randomUUID();
  const folder = chatFolder(sandbox);
  mkdirSync(folder, { recursive: true });
  const time = '2026-01-01T10:00:00.000Z';
  const head = { sessionId, projectHash: 'proj', startTime: time, lastUpdated: time, kind: 'main' };
  const said = 'What lies in this folder was looked at, and is as it was. '.repeat(200);
  const rows = [
    head,
    { id: randomUUID(), timestamp: time, type: 'user', content: [{ text: 'Look around first.' }] },
    { id: randomUUID(), timestamp: time, type: 'gemini', content: said, model: 'gemini-2.5-pro' },
  ];
  const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  writeFileSync(join(folder, `session-2026-01-01T10-00-${sessionId.slice(0, 8)}.jsonl`), text);
  return sessionId;
}

export const geminiDriver: ClientDriver = {
  client: 'gemini',
  host: 'gemini',
  dialect,
  tools,
  scope: 'user',
  prepare(sandbox) {
    const folder = join(sandbox.home, '.gemini');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'settings.json'), `${JSON.stringify(settings, null, 2)}\n`);
    const projects = { projects: { [sandbox.project]: 'proj' } };
    writeFileSync(join(folder, 'projects.json'), JSON.stringify(projects));
  },
  hooksFile: (sandbox, scope) =>
    join(scope === 'user' ? sandbox.home : sandbox.project, '.gemini', 'settings.json'),
  settings,
  start(run) {
    const args = [run.client.path, '-p', run.prompt, '--output-format', 'stream-json'];
    args.push(...(run.permissions ?? ['--yolo']), '--skip-trust');
    args.push('--resume', run.resume ?? earlierSession(run.sandbox), ...(run.args ?? []));
    return {
      program: process.execPath,
      args,
      env: {
        ...isolatedEnvironment(run.sandbox),
        GOOGLE_GEMINI_BASE_URL: run.serverUrl,
        GEMINI_API_KEY: 'dummy-key',
        GEMINI_CLI_NO_RELAUNCH: 'true',
      },
    };
  },
  outcome(stream, sandbox) {
    const sessionId = String(stream.find((row) => row.session_id)?.session_id ?? '');
    const folder = chatFolder(sandbox);
    const names = existsSync(folder) ? readdirSync(folder).sort() : [];
    const paths = names
      .filter((one) => one.endsWith(`-${sessionId.slice(0, 8)}.jsonl`))
      .map((one) => join(folder, one));
    const said = paths
      .flatMap((path) => readRows(path))
      .filter((row) => row.type === 'gemini' && typeof row.content === 'string' && row.content);
    return {
      sessionId,
      result: String(said.at(-1)?.content ?? ''),
      // A resumed session has a short file of its own beside, which the start names.
      transcriptPath: paths[0],
    };
  },
  boundaries(rows) {
    const seen = new Set<string>();
    return rows.filter((row) => {
      const messages = (row.$set as { messages?: { content?: unknown }[] } | undefined)?.messages;
      const found = JSON.stringify(messages ?? []).match(
        /<state_snapshot>.*?<\/state_snapshot>/,
      )?.[0];
      if (found === undefined || seen.has(found)) return false;
      seen.add(found);
      return true;
    });
  },
};
