import type { WorkerHost, WorkerPermission } from '../worker-host.ts';
import { claudeCodeStream } from './worker-stream.ts';

const modes: Record<WorkerPermission, string> = {
  ask: 'default',
  edit: 'acceptEdits',
  full: 'bypassPermissions',
};

/** Tools that wait for a person's dialog, which a headless run has not; without them the client does not offer them. */
const dialogs = 'AskUserQuestion,EnterPlanMode,ExitPlanMode';

/** Tools by which it starts others and talks to them. A name that a version does not know changes nothing. */
const coordinating = 'Agent,Task,Workflow,SendMessage,ListAgents,TeamCreate,TeamDelete';

/** Variables that the client takes on its input; it refuses every other, an API key too. */
const rotated = [
  'CLAUDE_CODE_OAUTH_TOKEN',
  'CLAUDE_CODE_SESSION_ACCESS_TOKEN',
  'CLAUDE_CODE_SESSIONS_OAUTH_TOKEN',
];

/** Claude Code in print mode with both streams as lines of JSON; see docs/hosts/claude-code.md, "As a worker". */
export const claudeCodeWorker: WorkerHost = {
  id: 'claude-code',
  program: 'claude',
  showsCompactions: true,

  start(wish) {
    const args = ['-p', '--input-format', 'stream-json', '--output-format', 'stream-json'];
    args.push('--verbose', '--replay-user-messages', '--permission-prompt-tool', 'stdio');
    const without = wish.coordinates ? dialogs : `${dialogs},${coordinating}`;
    args.push('--permission-mode', modes[wish.permission], '--disallowedTools', without);
    for (const folder of wish.folders ?? []) args.push('--add-dir', folder);
    if (wish.model !== undefined) args.push('--model', wish.model);
    if (wish.resume !== undefined) args.push('--resume', wish.resume);
    else if (wish.sessionId !== undefined) args.push('--session-id', wish.sessionId);
    return {
      args,
      input: messageLine(wish.prompt),
      keepsInput: true,
      takesSessionId: wish.resume === undefined && wish.sessionId !== undefined,
    };
  },

  atTerminal: ({ prompt, model }) => [...(model === undefined ? [] : ['--model', model]), prompt],

  stream: claudeCodeStream,

  message: messageLine,
  // Older versions (2.1.197) take an answer only with the input in it, newer ones with and without.
  answer: ({ id, input = {} }, allowed, reason) =>
    lineFor({
      type: 'control_response',
      response: {
        subtype: 'success',
        request_id: id,
        response: allowed
          ? { behavior: 'allow', updatedInput: input }
          : { behavior: 'deny', message: reason },
      },
    }),
  interrupt: () =>
    lineFor({
      type: 'control_request',
      request_id: 'interrupt',
      request: { subtype: 'interrupt' },
    }),
  rotateSecret: (name, value) =>
    rotated.includes(name)
      ? lineFor({ type: 'update_environment_variables', variables: { [name]: value } })
      : undefined,
};

function messageLine(text: string): string {
  return lineFor({ type: 'user', message: { role: 'user', content: [{ type: 'text', text }] } });
}

function lineFor(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
