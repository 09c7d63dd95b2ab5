import type { ConversationItem } from '../../core/conversation.ts';
import { holdfastCommand } from '../../core/shell/holdfast-command.ts';

/** Calls that wait for their result, at most. */
const most = 50;

/** Tells searches with this very command, whose results are copies of what they found. */
export class OwnSearches {
  readonly #calls = new Set<string>();

  holds(item: ConversationItem): boolean {
    if (item.type === 'result') return this.#calls.delete(item.result.callId);
    if (item.type !== 'call') return false;
    const { command, id } = item.call;
    if (command === undefined || !command.includes('holdfast')) return false;
    if (holdfastCommand(command) !== 'recall') return false;
    if (id !== undefined && this.#calls.size < most) this.#calls.add(id);
    return true;
  }
}
