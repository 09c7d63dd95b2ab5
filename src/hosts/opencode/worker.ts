import type { WorkerHost, WorkerPermission, WorkerWish } from '../worker-host.ts';
import { openCodeStream } from './worker-stream.ts';

/** opencode as `opencode run --format json`; see docs/hosts/opencode.md, "As a worker". */
export const openCodeWorker: WorkerHost = {
  id: 'opencode',
  program: 'opencode',
  showsCompactions: true,

  start(wish) {
    const args = ['run', '--format', 'json'];
    if (wish.permission === 'full') args.push('--auto');
    if (wish.model !== undefined) args.push('--model', wish.model);
    if (wish.resume !== undefined) args.push('--session', wish.resume);
    const env = { OPENCODE_PERMISSION: JSON.stringify(rules(wish.permission, wish)) };
    return { args, env, input: wish.prompt, keepsInput: false, takesSessionId: false };
  },

  stream: openCodeStream,
};

type Rule = 'allow' | 'deny';

/**
 * What the client may do. Never `ask`: a headless run refuses what it would ask for and ends there, in the middle of its turn,
 * while a denial is told to the model, which goes on. The last rule that matches counts.
 */
function rules(
  permission: WorkerPermission,
  { folders = [] }: WorkerWish,
): Record<string, Rule | Record<string, Rule>> {
  if (permission === 'full') return { '*': 'allow', question: 'deny' };
  const further = Object.fromEntries(folders.map((folder) => [`${folder}/*`, 'allow' as const]));
  return {
    '*': 'deny',
    read: 'allow',
    grep: 'allow',
    glob: 'allow',
    list: 'allow',
    lsp: 'allow',
    skill: 'allow',
    todoread: 'allow',
    todowrite: 'allow',
    edit: permission === 'edit' ? 'allow' : 'deny',
    bash: { '*': 'deny', 'holdfast ticket *': 'allow', 'holdfast answer *': 'allow' },
    external_directory: { '*': 'deny', ...further },
  };
}
