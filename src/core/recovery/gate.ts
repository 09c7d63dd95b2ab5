import { isAllowedHoldfastCommand, ownToolWords, passesGate } from '../shell/holdfast-command.ts';
import { isPlainlyReadOnly } from '../shell/read-only.ts';
import type { ToolCall } from '../tool.ts';
import type { Recovery } from './recovery.ts';
import { isOpen, isOwed } from './recovery.ts';

export type GateMode = 'auto' | 'always' | 'off';

export interface GateSettings {
  gate: GateMode;
  /** Names of tools that a person counts as read-only. */
  readOnlyTools: readonly string[];
}

/** Not skills: one may run commands when it is loaded, or work as an agent of its own. */
const alwaysPass = new Set(['read', 'search', 'question', 'discovery', 'todo', 'web', 'plan']);

/** True for a call that may change something, so that an open obligation holds it back. */
export function isChanging(call: ToolCall, readOnlyTools: readonly string[]): boolean {
  if (alwaysPass.has(call.kind) || readOnlyTools.some((name) => isNamed(call.name, name)))
    return false;
  if (call.kind !== 'shell') return !isOwnTool(call.name);
  const command = call.command ?? '';
  if (call.background === true || (call.otherShell === true && !isPlainWords(command))) return true;
  return !(isPlainlyReadOnly(command) || isAllowedHoldfastCommand(command));
}

/** Our own tools over MCP that change nothing but what is asked for, by the name that a host gives them. */
function isOwnTool(name: string): boolean {
  const words = ownToolWords(name);
  return words !== undefined && passesGate(words);
}

/** True for words that every shell reads alike: letters, digits and what stands in paths and options, on one line. */
function isPlainWords(command: string): boolean {
  return /^[\w ./\\:=+-]*$/.test(command);
}

/** A `*` in the setting stands for any letters. */
function isNamed(tool: string, setting: string): boolean {
  const parts = setting.split('*');
  if (parts.length === 1) return tool === setting;
  let at = 0;
  for (const [index, part] of parts.entries()) {
    const found = index === parts.length - 1 ? tool.lastIndexOf(part) : tool.indexOf(part, at);
    if (found < at || (index === 0 && found !== 0)) return false;
    at = found + part.length;
  }
  return at === tool.length;
}

/** True when the gate holds this call back. */
export function isGated(
  recovery: Recovery | undefined,
  call: ToolCall,
  settings: GateSettings,
): recovery is Recovery {
  return (
    settings.gate !== 'off' &&
    isOpen(recovery) &&
    isOwed(recovery) &&
    isChanging(call, settings.readOnlyTools)
  );
}

/** Denied turns after which the next denial carries the files themselves, where the host leaves room for so many. */
const deniedTurnsBeforeEscalation = 3;
/** Denials within one turn that end it on hosts that do not tell when a turn's batch is over. */
const denialsPerTurn = 12;

export type DenialStep = 'point' | 'escalate' | 'escalated-same-turn' | 'let-go';

/** What the next denial does: name the call, carry the files, or (after that) let go. */
export function denialStep(
  recovery: Recovery,
  deniedTurns = deniedTurnsBeforeEscalation,
): DenialStep {
  if (recovery.escalated) {
    return recovery.deniedThisTurn > 0 && recovery.deniedThisTurn < denialsPerTurn
      ? 'escalated-same-turn'
      : 'let-go';
  }
  const overfull = Math.floor(recovery.deniedThisTurn / denialsPerTurn);
  return recovery.deniedTurns + overfull >= deniedTurns ? 'escalate' : 'point';
}
