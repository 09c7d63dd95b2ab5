import { join } from 'node:path';
import { addRecall } from '../../../src/entry/cli/recall.ts';
import type { ShownHit } from '../../../src/entry/cli/recall-hit.ts';
import { type SessionWish, sessionText } from '../../app/audit/record-kit.ts';
import type { Bench } from './bench.ts';

/** Where the records of Claude Code lie on a test machine. */
export function recordPath(bench: Bench, session: string, project = '-work-proj'): string {
  return join(bench.home, '.claude', 'projects', project, `${session}.jsonl`);
}

export function putSession(bench: Bench, wish: SessionWish): string {
  const path = recordPath(bench, wish.session);
  bench.write(path, sessionText(wish));
  return path;
}

/** What a search gives to programs. */
export interface Answer {
  found: number;
  onlySome: boolean;
  more: boolean;
  hits: ShownHit[];
  notices: string[];
}

export async function search(bench: Bench, ...argv: string[]): Promise<Answer> {
  const { data } = await bench.run(addRecall, 'recall', '--json', ...argv);
  return data as Answer;
}

/** The excerpts of what was found, best first. */
export async function excerpts(bench: Bench, ...argv: string[]): Promise<string[]> {
  return (await search(bench, ...argv)).hits.map(({ excerpt }) => excerpt);
}

export function recall(bench: Bench, ...argv: string[]) {
  return bench.run(addRecall, 'recall', ...argv);
}

/** A row with the result of a call, and the row with the call. */
export function callRows(
  session: string,
  number: number,
  name: string,
  input: Record<string, unknown>,
  content: unknown,
): string {
  const id = `toolu_${number}_${session}`;
  const row = (type: string, message: unknown, at: number) =>
    `${JSON.stringify({
      type,
      uuid: `${number}.${at}-${session}`,
      isSidechain: false,
      sessionId: session,
      cwd: '/code/proj',
      version: '2.1.39',
      timestamp: new Date(Date.UTC(2026, 0, 2, 0, number, at)).toISOString(),
      message,
    })}\n`;
  return (
    row('assistant', { id: `msg_${number}`, content: [{ type: 'tool_use', id, name, input }] }, 0) +
    row('user', { content: [{ type: 'tool_result', tool_use_id: id, content }] }, 1)
  );
}
