import type { Answer } from '../../hosts/opencode/encode.ts';
import type { ClientMessage } from './client.ts';

/** What the client lets a plugin say to its summariser. A `prompt` drops the client's order, every `context`, and the summary before. */
export interface SummaryOrder {
  context: string[];
  prompt?: string;
}

/** Text of the summary that a session's newest whole compaction left; undefined where there is none. */
export function lastSummary(messages: readonly ClientMessage[]): string | undefined {
  const found = messages.findLast(
    ({ info, parts }) => info.role === 'assistant' && info.summary === true && textOf(parts) !== '',
  );
  return found && textOf(found.parts);
}

/**
 * Puts our text where the summariser gets it, whatever another plugin did before. `before`: the text of the summary that the
 * last compaction left.
 */
export function tellSummariser(
  answer: Answer,
  output: SummaryOrder,
  before: string | undefined,
): void {
  const { context, order } = answer;
  const other = output.prompt;
  if (order !== undefined && !other) {
    const carried =
      before === undefined
        ? ''
        : `\n\n${carry}\n<previous-summary>\n${before}\n</previous-summary>`;
    // The client drops these, which another plugin put there.
    const others = output.context.map((text) => `\n\n${text}`).join('');
    output.prompt = order + others + carried;
    return;
  }
  const text = order ?? context;
  if (text === undefined) return;
  if (other) output.prompt = `${other}\n\n${text}`;
  else output.context.push(text);
}

const carry = 'The summary before this one. Carry on what still holds of it:';

function textOf(parts: ClientMessage['parts']): string {
  return parts
    .map((part) => part.text ?? '')
    .join('')
    .trim();
}
