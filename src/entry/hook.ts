import { writeAnswer } from '../platform/write-answer.ts';
import { runHook } from './hook/run-hook.ts';
import { warmUp } from './hook/warm.ts';

/** Given by the loader: keeps compiled code for the next start; with `true` even where some is kept. */
declare const holdfastKeepCode: ((always: boolean) => void) | undefined;

/** Time that a hook may take in all, in milliseconds; the hosts' own limits are longer. */
const deadlineMs = 25_000;

const keepCode = typeof holdfastKeepCode === 'undefined' ? () => {} : holdfastKeepCode;
const deadline = setTimeout(() => process.exit(0), deadlineMs);
process.on('uncaughtException', () => process.exit(0));
process.on('unhandledRejection', () => process.exit(0));

function finish(always: boolean): void {
  keepCode(always);
  process.exit(0);
}

if (process.argv[2] === '--warm') {
  void warmUp(process.env).then(() => finish(true));
} else {
  void runHook(process.argv.slice(2), process.env, process.stdin).then((answer) => {
    clearTimeout(deadline);
    writeAnswer(answer);
    finish(false);
  });
}
