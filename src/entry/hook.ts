import type { HostEvent } from '../core/event.ts';
import { keepCompiled } from '../platform/compiled-program.ts';
import { writeAnswer } from '../platform/write-answer.ts';
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

let deadline = endAfter(usualDeadline);
process.on('uncaughtException', () => process.exit(0));
process.on('unhandledRejection', () => process.exit(0));

function endAfter(ms: number): NodeJS.Timeout {
  return setTimeout(() => process.exit(0), ms);
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
    deadline = endAfter(deadlines[type] ?? usualDeadline);
  };
  void runHook(process.argv.slice(2), process.env, process.stdin, onEvent).then((answer) => {
    writeAnswer(answer);
    process.exit(0);
  });
}
