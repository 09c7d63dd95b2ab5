import {
  mainCheckout,
  mayAskAboutPlanMode,
  pathInWorktree,
  planModeAsked,
} from '../../core/recovery/doubts.ts';
import { isChanging } from '../../core/recovery/gate.ts';
import type { Recovery } from '../../core/recovery/recovery.ts';
import type { ToolCall } from '../../core/tool.ts';
import type { Draft } from './draft.ts';
import { add } from './draft.ts';

/** Asks the person, once for each matter, where a change after a compaction may not be what was meant. */
export function askInDoubt(
  draft: Draft,
  recovery: Recovery,
  call: ToolCall,
  planMode: boolean | undefined,
): void {
  const { config } = draft.context;
  if (planMode === true && mayAskAboutPlanMode(recovery)) {
    add(draft, { kind: 'call', recovery: recovery.id, id: planModeAsked });
    return;
  }
  if (config.gate === 'off' || !isChanging(call, config.readOnlyTools)) return;
  if (planMode === false && mayAskAboutPlanMode(recovery)) {
    ask(
      draft,
      recovery,
      planModeAsked,
      'Holdfast: plan mode was on before the compaction and is off now. Is this change wanted?',
    );
    return;
  }
  const right = strayEdit(draft, recovery, call);
  if (right !== undefined) {
    ask(
      draft,
      recovery,
      `stray ${right}`,
      `Holdfast: this session works in the worktree ${recovery.worktree}, and this call changes the same file of the main checkout. The file meant is probably ${right}.`,
    );
  }
}

function ask(draft: Draft, recovery: Recovery, id: string, reason: string): void {
  add(draft, { kind: 'call', recovery: recovery.id, id });
  // A host that cannot ask would let the call through in silence: then at least the model is told.
  const { asksPerson } = draft.context.host.capabilities;
  draft.guarded.push(asksPerson ? { type: 'ask', reason } : { type: 'inject', text: reason });
}

/** The path that was probably meant by an edit in the main checkout; undefined when there is no doubt. */
function strayEdit(draft: Draft, recovery: Recovery, call: ToolCall): string | undefined {
  const { worktree, callIds } = recovery;
  if (worktree === undefined || (call.kind !== 'edit' && call.kind !== 'write')) return undefined;
  const { files } = draft.context;
  const checkout = mainCheckout(files.readText(`${worktree}/.git`) ?? '');
  if (checkout === undefined) return undefined;
  for (const named of call.paths) {
    const path = files.realPath(named) ?? named;
    const right = pathInWorktree(path, worktree, checkout);
    if (right === undefined || callIds.includes(`stray ${right}`)) continue;
    if (files.stat(right)?.kind === 'file') return right;
  }
  return undefined;
}
