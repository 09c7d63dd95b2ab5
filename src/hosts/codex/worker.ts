import type { WorkerHost, WorkerWish } from '../worker-host.ts';
import { codexStream } from './worker-stream.ts';

/** Codex CLI as `codex exec --json`; see docs/hosts/codex.md, "As a worker". */
export const codexWorker: WorkerHost = {
  id: 'codex',
  program: 'codex',
  showsCompactions: false,

  start(wish) {
    const args = ['exec', ...(wish.resume === undefined ? [] : ['resume'])];
    args.push('--json', '--skip-git-repo-check', ...permissionArgs(wish));
    // A login shell begins PATH anew, and does not find what the worker was given on it.
    args.push('-c', 'allow_login_shell=false');
    if (wish.model !== undefined) args.push('--model', wish.model);
    if (wish.resume !== undefined) args.push(wish.resume);
    args.push('-');
    return { args, input: wish.prompt, keepsInput: false, takesSessionId: false };
  },

  atTerminal: ({ prompt, model }) => [...(model === undefined ? [] : ['--model', model]), prompt],

  stream: codexStream,
};

/** This client asks nobody in a headless run: its walls let a call pass, or it fails at once. */
function permissionArgs({ permission, folders = [] }: WorkerWish): string[] {
  if (permission === 'full') return ['--dangerously-bypass-approvals-and-sandbox'];
  return [...setting('approval_policy', 'never'), ...walls(permission, folders)];
}

/** What commands and edits may write to. */
function walls(permission: 'ask' | 'edit', folders: readonly string[]): string[] {
  if (permission === 'edit') {
    const further = `sandbox_workspace_write.writable_roots=${JSON.stringify(folders)}`;
    return [...setting('sandbox_mode', 'workspace-write'), '-c', further];
  }
  if (folders.length === 0) return setting('sandbox_mode', 'read-only');
  // Nothing but the further folders; of the two modes above, one opens its own folder and the other none.
  const rules = [':root', ...folders].map(
    (path, index) => `${JSON.stringify(path)}=${index === 0 ? '"read"' : '"write"'}`,
  );
  const profile = `permissions.holdfast.filesystem={${rules.join(',')}}`;
  return [...setting('default_permissions', 'holdfast'), '-c', profile];
}

/** `resume` has no option for the sandbox, so both are given as settings. */
function setting(name: string, value: string): string[] {
  return ['-c', `${name}="${value}"`];
}
