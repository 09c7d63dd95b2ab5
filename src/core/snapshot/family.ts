import type { ConversationItem } from '../conversation.ts';
import type { Fact, Provenance } from '../fact.ts';
import type { ToolCall, ToolResult } from '../tool.ts';
import { clip } from '../trust/clip.ts';
import { redact } from '../trust/redact.ts';
import type { Choice } from './choice.ts';

/** A call that waits for its result, or that has just got it. Texts are bounded and redacted. */
export interface KnownCall {
  id: string;
  name: string;
  kind: ToolCall['kind'];
  paths: string[];
  command?: string;
  detail?: string;
  words?: string;
  /** The input of a tool that is none of the host's own, a member a line. */
  given?: string;
  background?: boolean;
  /** Index among all calls of the session, from 0. */
  index: number;
  cwd?: string;
  from: Provenance;
}

/** What a family is told beside the item. */
export interface FoldContext {
  /** Compactions before the item. */
  segment: number;
  /** Calls seen so far, the item itself not counted. */
  calls: number;
  cwd?: string;
  /** Of a call item: the call. Of a result: the call that it answers, undefined when that is not known. */
  call?: KnownCall;
  /** Of a user item: the text that a person typed, redacted; undefined when no person did. */
  said?: string;
  /** Of an agent's text: its end, redacted. */
  told?: string;
  /** The item stands in a turn that was taken back; only the family of files is told of such. */
  takenBack?: boolean;
  /** The agent's question that was open before the item. */
  question?: string;
  /** Of a user item: what it chose of the options that the agent's text offered. */
  choice?: Choice;
  from: Provenance;
}

export interface FactContext {
  calls: number;
}

/**
 * One family of facts: a fold whose state is plain, bounded data. `step` may change its own state.
 * Items that are copies of earlier ones never reach it.
 */
export interface Family<S> {
  initial(): S;
  step(state: S, item: ConversationItem, context: FoldContext): void;
  facts(state: S, context: FactContext): Fact[];
}

/** Short texts that were looked at last, since a session names the same files and commands again and again. */
const looked = new Map<string, string>();
const mostLooked = 500;
const longestLooked = 300;

/** A text as state may hold it: without secrets, at most `limit` units. */
export function keep(text: string, limit: number): string {
  // A secret that the cut would split must be found whole.
  const head = text.length > limit + 4000 ? text.slice(0, limit + 4000) : text;
  return clip(head.length <= longestLooked ? redactOnce(head) : redact(head), limit);
}

function redactOnce(text: string): string {
  const known = looked.get(text);
  if (known !== undefined) return known;
  if (looked.size >= mostLooked) looked.clear();
  const clean = redact(text);
  looked.set(text, clean);
  return clean;
}

/** The plan that a person accepted by this item: in the host's dialog, or with the conversation before it cleared. */
export function acceptedPlanOf(item: ConversationItem): ToolResult['acceptedPlan'] {
  if (item.type === 'user') return item.acceptedPlan;
  return item.type === 'result' ? item.result.acceptedPlan : undefined;
}

/** True when a shell, edit or write call ended well. */
export function succeeded(item: ConversationItem): boolean {
  return (
    item.type === 'result' && item.result.outcome === 'ok' && (item.result.exitCode ?? 0) === 0
  );
}
