import type { HostEvent } from '../core/event.ts';
import { keepCompiled } from '../platform/compiled-program.ts';
import { StandardInput } from '../platform/standard-input.ts';
import { letLauncherGo, writeAnswer } from '../platform/write-answer.ts';
import { runHook } from './hook/run-hook.ts';
import { warmUp } from './hook/warm.ts';

/** Given when this program is being compiled to be kept: to be called when everything was run once. */
declare const compiledFrom: (() => void) | undefined;

/** Time that a hook may take in all, in milliseconds: less than what its host allows for the event. */
const deadlines: Partial<Record<HostEvent['type'], number>> = {
  'tool.requested': 8_000,
  'tool.finished': 8_000,
  'batch.finished': 8_000,
  'session.ended': 1_400,
  'compaction.starting': 27_000,
  'compaction.finished': 27_000,
};
const usualDeadline = 13_000;

const input = new StandardInput();
let deadline = endAfter(usualDeadline);
process.on('uncaughtException', end);
process.on('unhandledRejection', end);

function endAfter(ms: number): NodeJS.Timeout {
  return setTimeout(end, ms);
}

/** Ends this process, also while a read waits for a host that holds our standard input open. */
function end(): void {
  if (input.waiting) {
    process.removeAllListeners('SIGALRM');
    process.kill(process.pid, 'SIGALRM');
  }
  process.exit(0);
}

if (typeof compiledFrom === 'function') {
  void warmUp(process.env).then(() => {
    compiledFrom();
    process.exit(0);
  });
} else if (process.argv[2] === '--warm') {
  keepCompiled(__filename);
} else {
  const onEvent = (type: HostEvent['type']): void => {
    clearTimeout(deadline);
    const ms = deadlines[type] ?? usualDeadline;
    deadline = endAfter(ms);
    // The signals of the launcher's alarm that would come too early for this event.
    if (ms > 8_000) process.on('SIGUSR2', () => {});
    if (ms > usualDeadline) process.on('SIGALRM', () => {});
  };
  let later: (() => Promise<unknown>) | undefined;
  const afterwards = (work: () => Promise<unknown>): void => {
    later = work;
  };
  void runHook(process.argv.slice(2), process.env, input, onEvent, afterwards).then((answer) => {
    writeAnswer(answer);
    if (later === undefined) return end();
    letLauncherGo(process.env);
    void later().then(end, end);
  });
}
