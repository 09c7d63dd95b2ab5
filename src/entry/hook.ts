import type { HostEvent } from '../core/event.ts';
import { writeAnswer } from '../platform/write-answer.ts';
import { runHook } from './hook/run-hook.ts';
import { warmUp } from './hook/warm.ts';

/** Given by the loader: keeps compiled code for the next start; with `true` even where some is kept. */
declare const holdfastKeepCode: ((always: boolean) => void) | undefined;

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

const keepCode = typeof holdfastKeepCode === 'undefined' ? () => {} : holdfastKeepCode;
let deadline = endAfter(usualDeadline);
process.on('uncaughtException', () => process.exit(0));
process.on('unhandledRejection', () => process.exit(0));

function endAfter(ms: number): NodeJS.Timeout {
  return setTimeout(() => process.exit(0), ms);
}

function finish(always: boolean): void {
  keepCode(always);
  process.exit(0);
}

if (process.argv[2] === '--warm') {
  void warmUp(process.env).then(() => finish(true));
} else {
  const onEvent = (type: HostEvent['type']): void => {
    clearTimeout(deadline);
    deadline = endAfter(deadlines[type] ?? usualDeadline);
  };
  void runHook(process.argv.slice(2), process.env, process.stdin, onEvent).then((answer) => {
    clearTimeout(deadline);
    writeAnswer(answer);
    finish(false);
  });
}
