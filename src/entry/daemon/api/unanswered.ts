import type { NoAnswer } from '../../../platform/helper.ts';
import type { CommandWish } from './command-helper.ts';

/** Why a request has no answer of its command, and what to do. */
export function unanswered(
  { why }: NoAnswer,
  { words, changes }: Pick<CommandWish, 'words' | 'changes'>,
): { code: string; message: string; hint: string } {
  const command = `"holdfast ${words.filter((word) => word !== '--').join(' ')}"`;
  const message =
    why === 'ended'
      ? `The process that ran ${command} ended before it had an answer.`
      : `${command} was not done in time, so it was ended.`;
  const again = `Run ${command} in a terminal, where it may take as long as it needs.`;
  const hint = changes ? `What it did before stays: look at that first. ${again}` : again;
  return { code: why === 'ended' ? 'fault' : 'late', message, hint };
}
