import { join } from 'node:path';
import { anthropic } from '../dialects/anthropic.ts';
import { boundariesOf, findTranscript } from '../record.ts';
import { clientEnvironment } from '../sandbox.ts';
import type { ClientDriver } from './driver.ts';
import type { AgentTools } from './tools.ts';

const tools: AgentTools = {
  shell: (command) => ({ name: 'Bash', input: { command } }),
  read: (file_path, limit) => ({
    name: 'Read',
    input: limit === undefined ? { file_path } : { file_path, limit },
  }),
  write: (file_path, content = 'changed\n') => ({ name: 'Write', input: { file_path, content } }),
  kindOf({ name }) {
    if (name === 'Bash') return 'shell';
    if (name === 'Read') return 'read';
    return name === 'Write' ? 'write' : 'other';
  },
  commandOf: ({ input }) => String(input.command),
  isDenial: (result) => result.includes('hook error'),
  reasonOf: (denial) => denial.replace(/^PreToolUse:\w+ hook error: /, ''),
  subagent: (prompt) => ({
    name: 'Agent',
    input: {
      prompt,
      description: 'count',
      subagent_type: 'general-purpose',
      run_in_background: false,
    },
  }),
};

export const claudeCodeDriver: ClientDriver = {
  client: 'claude-code',
  host: 'claude-code',
  dialect: anthropic,
  tools,
  scope: 'project',
  hooksFile: (sandbox, scope) =>
    join(scope === 'user' ? sandbox.home : sandbox.project, '.claude', 'settings.json'),
  start(run) {
    const args = ['-p', run.prompt, '--output-format', 'stream-json', '--verbose'];
    args.push(...(run.permissions ?? ['--dangerously-skip-permissions']));
    if (run.resume) args.push('--resume', run.resume);
    args.push(...(run.args ?? []));
    return { program: run.client.path, args, env: clientEnvironment(run.sandbox, run.serverUrl) };
  },
  outcome(stream, sandbox) {
    const sessionId = String(stream.find((row) => row.session_id)?.session_id ?? '');
    return {
      sessionId,
      result: String(stream.findLast((row) => row.type === 'result')?.result ?? ''),
      transcriptPath: findTranscript(sandbox.home, sessionId),
    };
  },
  boundaries: boundariesOf,
};
