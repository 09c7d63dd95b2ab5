import { runHook } from './hook/run-hook.ts';

/** Time that a hook may take in all, in milliseconds; the hosts' own limits are longer. */
const deadlineMs = 25_000;

const deadline = setTimeout(() => process.exit(0), deadlineMs);
process.stdout.on('error', () => process.exit(0));
process.on('uncaughtException', () => process.exit(0));
process.on('unhandledRejection', () => process.exit(0));

void runHook(process.argv.slice(2), process.env, process.stdin).then((answer) => {
  clearTimeout(deadline);
  if (answer === '') process.exit(0);
  process.stdout.write(answer, () => process.exit(0));
});
