import {
  type Answer,
  fullContext,
  type ModelRequest,
  newResults,
  newText,
  type Policy,
} from '../request.ts';

/** What a policy works on: absolute paths. */
export interface PolicyTask {
  project: string;
  /** The plan that must be read after a compaction. */
  plan: string;
}

/** What a badly behaved agent does after the compaction: its turn counts from 0. */
export type Behaviour = (turn: number, request: ModelRequest) => Answer;

/** Turns after which every policy ends, so that a deadlock shows as work that was never done. */
export const lastTurn = 12;

export const bash = (command: string) => ({ name: 'Bash', input: { command } });
export const read = (file_path: string, more: Record<string, unknown> = {}) => ({
  name: 'Read',
  input: { file_path, ...more },
});
export const write = (file_path: string, content = 'changed\n') => ({
  name: 'Write',
  input: { file_path, content },
});

/** Works until the context is full, and behaves as told once the client has compacted. */
export function compactThen(behaviour: Behaviour): Policy {
  return (request, earlier) => {
    if (request.kind !== 'main') return {};
    const summaries = earlier.filter((entry) => entry.kind === 'summary');
    const compacted = summaries.at(-1);
    if (!compacted) {
      return { calls: [bash('echo working')], inputTokens: fullContext };
    }
    const turn = earlier.filter(
      (entry) => entry.kind === 'main' && entry.index > compacted.index,
    ).length;
    return turn >= lastTurn ? { text: 'I stop here.' } : behaviour(turn, request);
  };
}

/** True when a call of the model's last message was refused by a hook. */
export function wasDenied(request: ModelRequest): boolean {
  return newResults(request).some((result) => result.text.includes('hook error'));
}

/** The first absolute path that a text behind the last message of the model names and that ends so. */
export function namedPath(request: ModelRequest, ending: string): string | undefined {
  const paths = newText(request).match(/\/[^\s"'`,;:()]+/g) ?? [];
  return paths.find((path) => path.endsWith(ending));
}
