import { textOf } from '../../core/rows/fields.ts';
import type { ToolResult } from '../../core/tool.ts';
import type { State } from './transcript-state.ts';

const approval = /^The plan at (.+) has been approved, you can now edit files/;

/**
 * The plan that a person accepted in the dialog of `plan_exit`. The call's result does not name it; the message that
 * the client writes beside it does, with a path below the project's root.
 */
export function acceptedPlan(state: State): ToolResult['acceptedPlan'] {
  for (const { info, parts } of state.messages.slice(state.index + 1)) {
    if (info.role !== 'user') continue;
    for (const part of parts) {
      const path =
        part.synthetic === true ? approval.exec(textOf(part.text) ?? '')?.[1] : undefined;
      if (path !== undefined) return { text: '', path };
    }
    return undefined;
  }
  return undefined;
}
