import { join } from 'node:path';
import { daemonFiles, daemonFolder } from '../../app/daemon/files.ts';
import { Fault } from '../../core/errors.ts';
import { redact } from '../../core/trust/redact.ts';
import { withoutControls } from '../../core/trust/untrusted.ts';
import { readSmall } from '../../platform/small-files.ts';
import type { Outcome } from './command.ts';
import type { CliContext } from './context.ts';

/** The last lines of the daemon's log, and behind them what its process printed where it broke. */
export function showDaemonLog(context: CliContext, options: { lines: string }): Outcome {
  const count = Number(options.lines);
  if (!Number.isInteger(count) || count < 1 || count > 100_000) {
    throw new Fault('usage', `--lines is "${options.lines}", which is not a number of lines.`);
  }
  const folder = join(context.paths.home, daemonFolder);
  const read = (name: string): string[] =>
    (readSmall(join(folder, name)) ?? '').split('\n').filter((line) => line !== '');
  const log = [...read(`${daemonFiles.log}.1`), ...read(daemonFiles.log)].slice(-count);
  const broke = read(daemonFiles.output).slice(-count);
  const lines = broke.length === 0 ? log : [...log, 'What its process printed:', ...broke];
  return {
    text:
      lines.length === 0
        ? 'The daemon wrote nothing yet.'
        : lines.map((line) => withoutControls(redact(line))).join('\n'),
    verbatim: true,
  };
}
