import { clipMarked } from '../trust/clip.ts';
import { redact } from '../trust/redact.ts';
import { neutralise, withoutControls } from '../trust/untrusted.ts';
import type { Piece } from './turns.ts';

const mostOfConclusion = 2_000;

const speakers = {
  typed: 'The user said',
  queued: 'The user said while the agent worked',
  'mid-turn': 'The user said while the agent worked',
  command: 'The user gave the command',
  injected: 'The host said',
  program: 'The program that runs this session said',
} as const;

/** A message word for word, without its secrets and what shows as nothing, between fences that nothing in it can close. */
export function userBlock(piece: Piece & { type: 'user' }, patterns: readonly RegExp[]): string {
  return `${speakers[piece.origin]}:\n${fenced(withoutControls(redact(piece.text, patterns)))}`;
}

/** What the agent said at the end of a turn; of a long one the beginning. */
export function conclusionBlock(
  piece: Piece & { type: 'conclusion' },
  handle: string,
  patterns: readonly RegExp[],
): string {
  const text = neutralise(redact(piece.text, patterns));
  const cut = text.length > mostOfConclusion ? ` (whole: ${handle})` : '';
  return `The agent concluded${cut}:\n${fenced(clipMarked(text, mostOfConclusion))}`;
}

function fenced(text: string): string {
  let longest = 2;
  for (const run of text.match(/`{3,}/g) ?? []) longest = Math.max(longest, run.length);
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}
