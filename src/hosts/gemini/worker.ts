import type { WorkerHost, WorkerPermission } from '../worker-host.ts';
import { geminiStream } from './worker-stream.ts';

const modes: Record<WorkerPermission, string> = { ask: 'default', edit: 'auto_edit', full: 'yolo' };

/** Commands that keep a ticket, which a worker may run at each permission: it asks nobody, and has no shell else. */
const ticketCommands = ['holdfast ticket', 'holdfast answer'].map(
  (command) => `run_shell_command(${command})`,
);

/** Gemini CLI in its headless mode; see docs/hosts/gemini.md, "As a worker". */
export const geminiWorker: WorkerHost = {
  id: 'gemini',
  program: 'gemini',
  showsCompactions: false,

  start(wish) {
    const args = ['--output-format', 'stream-json', '--approval-mode', modes[wish.permission]];
    // In a folder that is not trusted it would not run at all, and without its hooks.
    args.push('--skip-trust');
    if (wish.permission !== 'full') {
      const further = (wish.allow ?? []).flatMap(ruleFor);
      args.push('--allowed-tools', [...ticketCommands, ...further].join(','));
    }
    for (const folder of wish.folders ?? []) args.push('--include-directories', folder);
    if (wish.model !== undefined) args.push('--model', wish.model);
    if (wish.resume !== undefined) args.push('--resume', wish.resume);
    else if (wish.sessionId !== undefined) args.push('--session-id', wish.sessionId);
    return {
      args,
      input: wish.prompt,
      keepsInput: false,
      takesSessionId: wish.resume === undefined && wish.sessionId !== undefined,
    };
  },

  atTerminal: ({ prompt, model }) => [
    ...(model === undefined ? [] : ['--model', model]),
    '--prompt-interactive',
    prompt,
  ],

  stream: geminiStream,
};

/** A pattern as this client takes it: it allows what begins with the words. One that only a whole command fits is none of these. */
function ruleFor(pattern: string): string[] {
  const inside = /^(?:Bash|shell|run_shell_command)\((.*)\)$/.exec(pattern.trim())?.[1];
  const words = (inside ?? pattern.trim()).replace(/(?::| )\*$/, '');
  return /^[\w./@=+-]+(?: [\w./@=+-]+)*$/.test(words) ? [`run_shell_command(${words})`] : [];
}
