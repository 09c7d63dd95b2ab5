import type { WorkerHost, WorkerPermission } from '../worker-host.ts';
import { codexStream } from './worker-stream.ts';

/** This client asks nobody in a headless run: its sandbox allows, or the call fails at once. */
const permissions: Record<WorkerPermission, string[]> = {
  ask: setting('sandbox_mode', 'read-only'),
  edit: setting('sandbox_mode', 'workspace-write'),
  full: ['--dangerously-bypass-approvals-and-sandbox'],
};

/** Codex CLI as `codex exec --json`; see docs/hosts/codex.md, "As a worker". */
export const codexWorker: WorkerHost = {
  id: 'codex',
  program: 'codex',
  showsCompactions: false,

  start(wish) {
    const args = ['exec', ...(wish.resume === undefined ? [] : ['resume'])];
    args.push('--json', '--skip-git-repo-check', ...permissions[wish.permission]);
    if (wish.permission !== 'full') args.push(...setting('approval_policy', 'never'));
    if (wish.permission === 'edit' && wish.folders?.length)
      args.push('-c', `sandbox_workspace_write.writable_roots=${JSON.stringify(wish.folders)}`);
    // A login shell begins PATH anew, and does not find what the worker was given on it.
    args.push('-c', 'allow_login_shell=false');
    if (wish.model !== undefined) args.push('--model', wish.model);
    if (wish.resume !== undefined) args.push(wish.resume);
    args.push('-');
    return { args, input: wish.prompt, keepsInput: false, takesSessionId: false };
  },

  stream: codexStream,
};

/** `resume` has no option for the sandbox, so both are given as settings. */
function setting(name: string, value: string): string[] {
  return ['-c', `${name}="${value}"`];
}
