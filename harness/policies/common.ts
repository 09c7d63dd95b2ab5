import type { AgentTools } from '../drivers/tools.ts';
import { type Answer, fullContext, type ModelRequest, newText, type Policy } from '../request.ts';

export { wasDenied } from '../drivers/tools.ts';

/** What a policy works on: absolute paths. */
export interface PolicyTask {
  project: string;
  /** The plan that must be read after a compaction. */
  plan: string;
  /** The tools of the client that the agent works with. */
  tools: AgentTools;
}

/** What a badly behaved agent does after the compaction: its turn counts from 0. */
export type Behaviour = (turn: number, request: ModelRequest) => Answer;

/** Turns after which every policy ends, so that a deadlock shows as work that was never done. */
export const lastTurn = 12;

/** Works until the context is full, and behaves as told once the client has compacted. */
export function compactThen({ tools }: PolicyTask, behaviour: Behaviour): Policy {
  return (request, earlier) => {
    if (request.kind !== 'main') return {};
    const summaries = earlier.filter((entry) => entry.kind === 'summary');
    const compacted = summaries.at(-1);
    if (!compacted) {
      return { calls: [tools.shell('echo working')], inputTokens: fullContext };
    }
    const turn = earlier.filter(
      (entry) => entry.kind === 'main' && entry.index > compacted.index,
    ).length;
    return turn >= lastTurn ? { text: 'I stop here.' } : behaviour(turn, request);
  };
}

/** The first absolute path that a text behind the last message of the model names and that ends so. */
export function namedPath(request: ModelRequest, ending: string): string | undefined {
  const paths = newText(request).match(/\/[^\s"'`,;:()]+/g) ?? [];
  return paths.find((path) => path.endsWith(ending));
}
