import { type Worked, workedFor, workedFrom, workedText } from '../../core/at-hand/worked.ts';
import { fingerprint } from '../../core/hash.ts';
import { lastRecovery } from '../../core/recovery/session-state.ts';
import type { ToolCall } from '../../core/tool.ts';
import { workedFile } from '../at-hand/ports.ts';
import type { HookContext, HookDeps } from './context.ts';
import { add, agentOf, type Draft } from './draft.ts';

const longestFile = 64 * 1024;

/** What is kept of the form in which a command is about to run: known by a small file, without the journal. */
export function workedBefore(
  { config, files, host, store }: HookDeps,
  call: ToolCall,
): Worked | undefined {
  if (config.memoryAtUse === 'off' || call.kind !== 'shell' || call.command === undefined)
    return undefined;
  if (!host.capabilities.tellsBeforeTool) return undefined;
  const text = files.readText(`${store.folder}/${workedFile}`, longestFile);
  return text === undefined ? undefined : workedFor(workedFrom(text), call.command);
}

/** The same as a decision: told once until the next compaction, and not beside what holds the call back or asks about it. */
export function tellWorked(
  context: HookContext,
  call: ToolCall,
): ((draft: Draft) => void) | undefined {
  const found = context.event.agentId === undefined ? workedBefore(context, call) : undefined;
  if (found === undefined) return undefined;
  return (draft) => {
    const recovery = lastRecovery(agentOf(draft));
    const key = fingerprint(`worked ${found.failed}`);
    const isKnown = recovery?.broughtUp?.some(({ keys }) => keys.includes(key));
    if (recovery === undefined || isKnown || isHeld(draft)) return;
    const text = workedText(found);
    add(draft, {
      kind: 'brought-up',
      recovery: recovery.id,
      via: 'call',
      keys: [key],
      length: text.length,
    });
    draft.guarded.push({ type: 'inject', text });
  };
}

function isHeld({ replies, guarded }: Draft): boolean {
  return [...replies, ...guarded].some(({ type }) => type === 'deny' || type === 'ask');
}
