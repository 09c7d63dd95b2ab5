import type { PermissionRequest } from '../../core/worker/event.ts';
import type { WorkerHost, WorkerPermission, WorkerWish } from '../worker-host.ts';
import { openCodeStream } from './worker-stream.ts';

/** opencode's server, with a program of ours before it; see docs/hosts/opencode.md, "As a worker". */
export const openCodeWorker: WorkerHost = {
  id: 'opencode',
  program: 'opencode',
  driver: 'opencode-worker.mjs',
  showsCompactions: true,

  start(wish) {
    const args: string[] = [];
    if (wish.model !== undefined) args.push('--model', wish.model);
    if (wish.resume !== undefined) args.push('--session', wish.resume);
    const env = { OPENCODE_PERMISSION: JSON.stringify(rules(wish.permission, wish)) };
    return {
      args,
      env,
      input: messageLine(wish.prompt),
      keepsInput: true,
      takesSessionId: false,
    };
  },

  atTerminal: ({ prompt, model }) => [
    ...(model === undefined ? [] : ['--model', model]),
    '--prompt',
    prompt,
  ],

  stream: openCodeStream,
  message: messageLine,
  answer: answerLine,
  interrupt: () => lineFor({ type: 'abort' }),
};

type Rule = 'allow' | 'ask' | 'deny';

/** What the client does unasked, before the person's own rules. The last rule that matches counts. */
function rules(
  permission: WorkerPermission,
  { folders = [], coordinates = false }: WorkerWish,
): Record<string, Rule | Record<string, Rule>> {
  const alone: Record<string, Rule> = coordinates ? {} : { task: 'deny' };
  if (permission === 'full') return { '*': 'allow', question: 'deny', ...alone };
  const further = Object.fromEntries(folders.map((folder) => [`${folder}/*`, 'allow' as const]));
  return {
    '*': 'ask',
    read: 'allow',
    grep: 'allow',
    glob: 'allow',
    list: 'allow',
    lsp: 'allow',
    skill: 'allow',
    todoread: 'allow',
    todowrite: 'allow',
    edit: permission === 'edit' ? 'allow' : 'ask',
    external_directory: { '*': 'ask', ...further },
    // A person's dialog, and nobody is there.
    question: 'deny',
    ...alone,
  };
}

function messageLine(message: string): string {
  return lineFor({ type: 'prompt', message });
}

function answerLine({ id, tool }: PermissionRequest, allowed: boolean, reason: string): string {
  return lineFor(
    tool === 'question' ? { type: 'question', id } : { type: 'permission', id, allowed, reason },
  );
}

function lineFor(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
