import type { ToolCall } from '../tool.ts';
import { type EditMembers, readEdit } from './read-edit.ts';

/**
 * The call with what it writes, where that is told and not too large. It is read only when somebody asks for it, which few
 * events do. `input`: its arguments, or the text of a patch.
 */
export function withEdit(call: ToolCall, input: unknown, members: EditMembers): ToolCall {
  if (call.kind !== 'edit' && call.kind !== 'write') return call;
  return Object.defineProperty({ ...call }, 'edit', {
    enumerable: true,
    configurable: true,
    get: () => readEdit(input, members),
  });
}
