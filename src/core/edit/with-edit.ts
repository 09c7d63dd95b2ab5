import type { ToolCall } from '../tool.ts';
import { foreignChanges } from './foreign-changes.ts';
import { type EditMembers, readEdit } from './read-edit.ts';

/**
 * The call with what it writes, where that is told and not too large. It is read only when somebody asks for it, which few
 * events do. Of a tool that is none of the client's own: with the files that it changes. `input`: its arguments, or the text of a patch.
 */
export function withEdit(call: ToolCall, input: unknown, members: EditMembers): ToolCall {
  if (call.kind === 'other') {
    const changes = foreignChanges(call, input);
    return changes.length === 0 ? call : { ...call, changes };
  }
  if (call.kind !== 'edit' && call.kind !== 'write') return call;
  return Object.defineProperty({ ...call }, 'edit', {
    enumerable: true,
    configurable: true,
    get: () => readEdit(input, members),
  });
}
