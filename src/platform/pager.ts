import { spawnSync } from 'node:child_process';
import { terminalText } from '../core/trust/terminal-text.ts';
import { unhurried } from './at-work.ts';
import { ownStyle } from './own-style.ts';
import { isTerminal } from './terminal.ts';

/**
 * Shows a long text page by page on a terminal, by the program that PAGER names, else by `less`, which ends by itself where all fits on
 * the screen. False where nothing was shown: there is no terminal, the text fits, the user wants no pager, or none can be started.
 */
export function showPaged(
  text: string,
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  if (!isTerminal(0) || !isTerminal(1) || env.TERM === 'dumb' || env.PAGER === '') return false;
  const rows = process.stdout.rows || 24;
  if (text.split('\n').length < rows) return false;
  const pager = env.PAGER ?? 'less';
  // Ctrl-C is for the pager: this program waits until that gives the terminal back.
  const ignore = (): void => {};
  process.on('SIGINT', ignore);
  try {
    // However long somebody reads: the alarm is for a command that is stuck.
    const { status, error } = unhurried(() =>
      spawnSync('sh', ['-c', `command -v ${firstWord(pager)} >/dev/null || exit 127; ${pager}`], {
        input: terminalText(text, ownStyle),
        stdio: ['pipe', 'inherit', 'inherit'],
        env: { ...env, LESS: env.LESS ?? 'FRX' },
      }),
    );
    return error === undefined && status !== 127 && status !== 126;
  } finally {
    process.off('SIGINT', ignore);
  }
}

/** The program of a command, as one word that no shell reads more into. */
function firstWord(command: string): string {
  return `'${(command.trim().split(/\s+/)[0] ?? '').replaceAll("'", "'\\''")}'`;
}
