import type { PermissionRequest } from '../../core/worker/event.ts';
import type { WorkerHost, WorkerWish } from '../worker-host.ts';
import { permissionAnswer } from './worker-question.ts';
import { dialogOf, piStream } from './worker-stream.ts';

/** pi in its RPC mode; see docs/hosts/pi.md, "As a worker". */
export const piWorker: WorkerHost = {
  id: 'pi',
  program: 'pi',
  showsCompactions: true,
  // Earlier ones never tell that a turn is over, so that a run would not end.
  leastVersion: '0.80.6',
  library: {
    package: '@earendil-works/pi-coding-agent',
    node: [22, 19],
    script: 'pi-in-process.mjs',
  },

  start(wish) {
    const args = ['--mode', 'rpc', ...permissionArgs(wish)];
    if (wish.model !== undefined) args.push('--model', wish.model);
    // Older versions (0.73) end at `--session-id`, and every version tells its session when it is asked.
    if (wish.resume !== undefined) args.push('--session', wish.resume);
    return {
      args,
      env: {
        HOLDFAST_WORKER_PERMISSION: wish.permission,
        HOLDFAST_WORKER_FOLDERS: JSON.stringify(wish.folders ?? []),
      },
      input:
        commandLine({ id: 'state', type: 'get_state' }) +
        commandLine({ id: 'prompt', type: 'prompt', message: wish.prompt }),
      keepsInput: true,
      takesSessionId: false,
    };
  },

  atTerminal: ({ prompt, model }) => [...(model === undefined ? [] : ['--model', model]), prompt],

  stream: piStream,
  // While a turn runs it comes before the model's next answer; else it begins one.
  message: (message) =>
    commandLine({ id: 'message', type: 'prompt', message, streamingBehavior: 'steer' }),
  answer: answerLine,
  interrupt: () => commandLine({ id: 'interrupt', type: 'abort' }),
};

/** The client has no permissions of its own: our extension asks, and where it is not there changing tools are taken away. */
function permissionArgs({ permission, programs }: WorkerWish): string[] {
  if (permission === 'full') return [];
  if (programs === undefined) return ['--tools', 'read,grep,find,ls', '--no-mcp'];
  return ['--extension', `${programs}/pi-worker.mjs`];
}

function answerLine({ id }: PermissionRequest, allowed: boolean, reason: string): string {
  const dialog = dialogOf(id);
  const answer = { type: 'extension_ui_response', id: dialog.id };
  if (dialog.method === 'ours')
    return commandLine({ ...answer, value: permissionAnswer(allowed, reason) });
  if (dialog.method === 'confirm') return commandLine({ ...answer, confirmed: allowed });
  // Whoever asks for a text or a choice gets none from a headless worker.
  return commandLine({ ...answer, cancelled: true });
}

function commandLine(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
