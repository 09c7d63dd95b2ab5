import type { ClientMessage } from './client.ts';

/** Tokens of a conversation at which the client compacts it, by provider and model. */
export type Windows = Readonly<Record<string, number>>;

/** The part of `chat.params` that is read: the model that the next request goes to. */
export interface RequestModel {
  id?: unknown;
  providerID?: unknown;
  limit?: { context?: unknown; input?: unknown; output?: unknown };
}

/** What the client (1.18.34) takes a model to answer with at most, and what it leaves free of a separate limit of the input. */
const mostOutput = 32_000;
const mostFree = 20_000;

/** The window of a model, by the client's own count; empty where it compacts nothing by itself. */
export function windowOf({ id, providerID, limit }: RequestModel): Windows {
  const context = Number(limit?.context);
  if (!(context > 0)) return {};
  const output = Math.min(Number(limit?.output) || mostOutput, mostOutput);
  const input = Number(limit?.input);
  const tokens = input > 0 ? input - Math.min(output, mostFree) : context - output;
  return tokens > 0 ? { [keyOf(providerID, id)]: tokens } : {};
}

/**
 * How full the context was with a session's newest answer, in percent of what the client compacts at; undefined where nothing
 * was answered since a compaction, and for a model whose window is not known.
 */
export function fullnessOf(
  messages: readonly ClientMessage[],
  windows: Windows,
): number | undefined {
  for (const { info } of messages.toReversed()) {
    if (info.role !== 'assistant') continue;
    if (info.summary) return undefined;
    const tokens = tokensOf(info.tokens);
    // An answer that failed has none.
    if (tokens === 0) continue;
    const window = windows[keyOf(info.providerID, info.modelID)];
    return window === undefined ? undefined : Math.min(100, (tokens / window) * 100);
  }
  return undefined;
}

function keyOf(provider: unknown, model: unknown): string {
  return `${provider}/${model}`;
}

function tokensOf(told: unknown): number {
  const { total, input, output, cache } = (told ?? {}) as {
    total?: number;
    input?: number;
    output?: number;
    cache?: { read?: number; write?: number };
  };
  const parts = [input, output, cache?.read, cache?.write];
  return total || parts.reduce<number>((sum, part) => sum + (part ?? 0), 0);
}
