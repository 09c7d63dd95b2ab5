import type { PermissionRequest } from '../../core/worker/event.ts';
import type { WorkerHost, WorkerPermission } from '../worker-host.ts';
import { qwenStream } from './worker-stream.ts';

/** The client's own mode for edits lets them through wherever they land; so each is asked for, and the one who answers looks. */
const modes: Record<WorkerPermission, string> = { ask: 'default', edit: 'default', full: 'yolo' };

/** Qwen Code with both streams as lines of JSON; see docs/hosts/qwen.md, "As a worker". */
export const qwenWorker: WorkerHost = {
  id: 'qwen',
  program: 'qwen',
  showsCompactions: false,

  start(wish) {
    const args = ['--input-format', 'stream-json', '--output-format', 'stream-json'];
    args.push('--approval-mode', modes[wish.permission]);
    // A question to a person, which nobody here answers.
    const agents = wish.coordinates ? [] : ['agent', 'task', 'create_sub_session'];
    args.push('--exclude-tools', ['ask_user_question', ...agents].join(','));
    for (const folder of wish.folders ?? []) args.push('--include-directories', folder);
    if (wish.model !== undefined) args.push('--model', wish.model);
    if (wish.resume !== undefined) args.push('--resume', wish.resume);
    else if (wish.sessionId !== undefined) args.push('--session-id', wish.sessionId);
    return {
      args,
      // Without the first line the client waits for ever instead of asking.
      input: requestLine('begin', 'initialize') + messageLine(wish.prompt),
      keepsInput: true,
      takesSessionId: wish.resume === undefined && wish.sessionId !== undefined,
    };
  },

  atTerminal: ({ prompt, model }) => [
    ...(model === undefined ? [] : ['--model', model]),
    '--prompt-interactive',
    prompt,
  ],

  stream: qwenStream,
  message: messageLine,
  answer: answerLine,
  interrupt: () => requestLine('interrupt', 'interrupt'),
};

function messageLine(text: string): string {
  const message = { role: 'user', content: [{ type: 'text', text }] };
  return lineFor({ type: 'user', session_id: '', message, parent_tool_use_id: null });
}

function requestLine(id: string, subtype: string): string {
  return lineFor({ type: 'control_request', request_id: id, request: { subtype } });
}

function answerLine({ id }: PermissionRequest, allowed: boolean, reason: string): string {
  const response = allowed ? { behavior: 'allow' } : { behavior: 'deny', message: reason };
  return lineFor({
    type: 'control_response',
    response: { subtype: 'success', request_id: id, response },
  });
}

function lineFor(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
