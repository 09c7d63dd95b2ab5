import type { WorkerHost, WorkerPermission } from '../worker-host.ts';
import { copilotStream } from './worker-stream.ts';

/** What passes unasked; a headless run denies the rest at once. */
const permissions: Record<WorkerPermission, string[]> = {
  ask: [],
  edit: ['--allow-tool', 'write'],
  full: ['--allow-all'],
};

/** GitHub Copilot CLI with its output as lines of JSON; see docs/hosts/copilot.md, "As a worker". */
export const copilotWorker: WorkerHost = {
  id: 'copilot',
  program: 'copilot',
  showsCompactions: false,

  start(wish) {
    const args = ['--output-format', 'json', '--stream', 'off', '--no-ask-user'];
    args.push(...permissions[wish.permission]);
    for (const folder of wish.folders ?? []) args.push('--add-dir', folder);
    if (wish.model !== undefined) args.push('--model', wish.model);
    // The trust of a folder is for a new session alone.
    if (wish.resume !== undefined) args.push('--resume', wish.resume);
    else args.push('--trust-folder');
    if (wish.resume === undefined && wish.sessionId !== undefined)
      args.push('--session-id', wish.sessionId);
    return {
      args,
      input: wish.prompt,
      keepsInput: false,
      takesSessionId: wish.resume === undefined && wish.sessionId !== undefined,
    };
  },

  stream: copilotStream,
};
