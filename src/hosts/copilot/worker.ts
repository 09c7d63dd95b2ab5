import type { WorkerHost, WorkerPermission } from '../worker-host.ts';
import { copilotStream } from './worker-stream.ts';

/** What passes unasked; a headless run denies the rest at once. */
const permissions: Record<WorkerPermission, string[]> = {
  ask: [],
  edit: ['--allow-tool', 'write'],
  full: ['--allow-all'],
};

/**
 * Our own command, by which a worker keeps its ticket: a rule that allows two words matches nothing. So what it may not do is
 * denied by name; a denial counts before what is allowed.
 */
const ownCommand = 'shell(holdfast:*)';
const notForWorkers = ['init', 'uninstall', 'forget', 'prune', 'release', 'trust', 'config'];
const ofSupervisors = [
  'handoff',
  'run',
  'send',
  'stop',
  'resume',
  'supervise',
  'role',
  'tracker',
  'plugin',
];

/** GitHub Copilot CLI with its output as lines of JSON; see docs/hosts/copilot.md, "As a worker". */
export const copilotWorker: WorkerHost = {
  id: 'copilot',
  program: 'copilot',
  showsCompactions: false,

  start(wish) {
    const args = ['--output-format', 'json', '--stream', 'off', '--no-ask-user'];
    args.push(...permissions[wish.permission]);
    if (wish.permission !== 'full') {
      args.push('--allow-tool', ownCommand);
      for (const rule of (wish.allow ?? []).flatMap(ruleFor)) args.push('--allow-tool', rule);
      if (!wish.coordinates) args.push('--deny-tool', 'task');
      for (const command of [...notForWorkers, ...ofSupervisors])
        args.push('--deny-tool', `shell(holdfast ${command}:*)`);
    }
    for (const folder of wish.folders ?? []) args.push('--add-dir', folder);
    if (wish.model !== undefined) args.push('--model', wish.model);
    // The client takes only one of the three: the trust of a folder is for a new session, to which it gives the id.
    if (wish.resume !== undefined) args.push('--resume', wish.resume);
    else if (wish.sessionId !== undefined) args.push('--session-id', wish.sessionId);
    else args.push('--trust-folder');
    return {
      args,
      input: wish.prompt,
      keepsInput: false,
      takesSessionId: wish.resume === undefined && wish.sessionId !== undefined,
    };
  },

  atTerminal: ({ prompt, model }) => [
    ...(model === undefined ? [] : ['--model', model]),
    '--interactive',
    prompt,
  ],

  stream: copilotStream,
};

/** A pattern as this client takes it: all of one program, or nothing, since a rule of two words matches nothing. */
function ruleFor(pattern: string): string[] {
  const inside = /^(?:Bash|shell|run_shell_command)\((.*)\)$/.exec(pattern.trim())?.[1];
  const program = /^([\w./@+-]+)(?::| )\*$/.exec(inside ?? pattern.trim())?.[1];
  return program === undefined ? [] : [`shell(${program}:*)`];
}
