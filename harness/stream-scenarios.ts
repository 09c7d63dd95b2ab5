import type { WorkerEvent } from '../src/core/worker/event.ts';
import type { WorkerHost, WorkerPermission } from '../src/hosts/worker-host.ts';
import type { AgentTools } from './drivers/tools.ts';
import { type Answer, fullContext, type ModelRequest, type Policy } from './request.ts';
import type { WorkerControl } from './run-worker.ts';
import type { Sandbox } from './sandbox.ts';

/** One run of a client as a worker, whose stream is recorded. */
export interface StreamScenario {
  name: string;
  permission: WorkerPermission;
  prompt: string;
  policy(tools: AgentTools, sandbox: Sandbox): Policy;
  /** A run before it, whose session it goes on with. */
  resumes?: Policy;
  /** Default: that of a run. Some clients try long. */
  timeoutMs?: number;
  /** False where the client cannot be in this scenario. */
  fits?(host: WorkerHost): boolean;
  /** What the supervisor does at an event; default: it closes standard input at the result. */
  onEvent?(event: WorkerEvent, control: WorkerControl, host: WorkerHost): void;
}

/** Answers the main requests with these in order, then ends the turn. */
export function answering(list: Answer[], end = 'All done.'): Policy {
  return (request: ModelRequest) =>
    request.kind === 'main' ? (list[request.nth] ?? { text: end }) : {};
}

const failing =
  (status: number): Policy =>
  () => ({ status });

const seeing =
  (react: (event: WorkerEvent, control: WorkerControl, host: WorkerHost) => void) =>
  (event: WorkerEvent, control: WorkerControl, host: WorkerHost): void => {
    react(event, control, host);
    if (event.type === 'result') control.end();
  };

/** Allows what does not name a path outside of the project. */
function answerRequests(event: WorkerEvent, control: WorkerControl, host: WorkerHost): void {
  if (event.type !== 'permission') return;
  const { request } = event;
  const outside = `${request.about} ${request.paths.join(' ')}`.includes('outside.txt');
  control.write(host.answer!(request, !outside, 'The path is outside of the work tree.'));
}

/** An edit, commands, failures, a change outside of the project, and a compaction. */
const working = (tools: AgentTools, { project, root }: Sandbox): Policy =>
  answering([
    { text: 'I begin.', calls: [tools.write(`${project}/a.txt`)] },
    { calls: [tools.shell('mkdir -p made && node -e 0')] },
    { calls: [tools.shell('echo out; exit 3')] },
    { calls: [tools.read(`${project}/missing.txt`)] },
    { calls: [tools.write(`${root}/outside.txt`)] },
    { calls: [tools.shell('echo step')], inputTokens: fullContext },
    { text: 'Behind the compaction.', calls: [tools.shell('echo again')] },
  ]);

export const streamScenarios: StreamScenario[] = [
  {
    name: 'work-ask',
    permission: 'ask',
    prompt: '- do the task\nand "no more"',
    policy: working,
    onEvent: seeing(answerRequests),
  },
  {
    name: 'work-edit',
    permission: 'edit',
    prompt: '--help is no option but the task',
    policy: working,
    onEvent: seeing(answerRequests),
  },
  { name: 'work-full', permission: 'full', prompt: 'do the task', policy: working },
  {
    name: 'resumed',
    permission: 'edit',
    prompt: 'go on with the task',
    resumes: answering([], 'First.'),
    policy: () => answering([], 'Second.'),
  },
  ...[500, 401, 429].map(
    (status): StreamScenario => ({
      name: `error-${status}`,
      permission: 'edit',
      prompt: 'do the task',
      policy: () => failing(status),
      timeoutMs: 240_000,
    }),
  ),
  {
    name: 'over-the-context',
    permission: 'edit',
    prompt: 'do the task',
    policy: () => () => ({ status: 400, overflow: true }),
  },
  {
    name: 'terminated',
    permission: 'full',
    prompt: 'do the task',
    policy: (tools) => answering([{ calls: [tools.shell('echo on && sleep 20')] }]),
    onEvent: seeing((event, control) => {
      if (event.type === 'tool.started') setTimeout(() => control.kill('SIGTERM'), 900);
    }),
  },
  {
    name: 'interrupted',
    permission: 'full',
    prompt: 'do the task',
    policy: (tools) => answering([{ calls: [tools.shell('echo on && sleep 20')] }]),
    fits: (host) => host.interrupt !== undefined,
    onEvent: seeing((event, control, host) => {
      if (event.type === 'tool.started') setTimeout(() => control.write(host.interrupt!()), 700);
    }),
  },
  {
    name: 'message',
    permission: 'full',
    prompt: 'do the task',
    policy: (tools) => answering([{ calls: [tools.shell('echo on && sleep 1.5')] }]),
    fits: (host) => host.message !== undefined,
    onEvent: seeing((event, control, host) => {
      if (event.type === 'tool.started') control.write(host.message!('Also do this.'));
    }),
  },
];
