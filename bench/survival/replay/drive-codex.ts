import type { BenchSession } from '../cases/session.ts';
import { boundariesOf } from '../cases/session.ts';
import { behindOf } from './behind.ts';
import { codexCall, codexHost, codexResult, threadOf } from './codex-host.ts';
import type { HookAnswer } from './deliver.ts';
import type { Behind, Delivery, Install } from './drive-claude.ts';
import { makePlace } from './place.ts';
import { pointersOf } from './pointers.ts';
import { copyRecord } from './record-copy.ts';
import { makeWorkTree } from './work-tree.ts';

/**
 * Replays a thread of Codex against a program's hooks: at each boundary the events of a compaction in the middle of a turn, then
 * what came behind it. The record is written before each hook runs.
 */
export async function driveCodex(
  session: BenchSession,
  install: Install,
  behind?: Behind,
): Promise<Delivery[]> {
  const place = makePlace(session);
  try {
    const tree = makeWorkTree(session, place);
    const thread = threadOf(session);
    const name = `.codex/sessions/2026/01/01/rollout-2026-01-01T00-00-00-${thread.id}.jsonl`;
    const record = copyRecord(session, place, name);
    const { hooks, env } = await install(place);
    const host = codexHost({ thread, place, recordPath: record.path, hooks, env });
    record.growTo(1);
    if (!thread.isAgent) await host.send('SessionStart', 'startup', { source: 'startup' });
    const deliveries: Delivery[] = [];
    for (const [index, boundary] of boundariesOf(session).entries()) {
      tree.advance(boundary.line);
      record.growTo(boundary.line);
      await host.send('PreCompact', 'auto', { trigger: 'auto' });
      record.growTo(boundary.next);
      const after = await host.send('PostCompact', 'auto', { trigger: 'auto' });
      // A subagent's brief comes with its next call, since it gets no start.
      const start = thread.isAgent
        ? []
        : await host.send('SessionStart', 'compact', { source: 'compact' });
      const { prompt, calls } = behindOf(session, boundary);
      const later: HookAnswer[] = [];
      let denied = 0;
      if (prompt !== undefined) {
        record.growTo(prompt.line);
        const said = place.toPlace(prompt.text);
        later.push(...(await host.send('UserPromptSubmit', '', { prompt: said })));
      }
      for (const { call, result } of calls) {
        record.growTo(call.line + 1);
        const payload = codexCall(session, call, place);
        const before = await host.send('PreToolUse', payload.tool_name, payload);
        later.push(...before);
        if (before.some((answer) => answer.denied)) {
          denied += 1;
          continue;
        }
        const told = { ...payload, ...codexResult(result, place) };
        later.push(...(await host.send('PostToolUse', payload.tool_name, told)));
        break;
      }
      let turns = 0;
      await behind?.(index + 1, {
        home: place.home,
        async ask(prompt) {
          turns += 1;
          const payload = { prompt, turn_id: `asked-${index}-${turns}` };
          return joined(await host.send('UserPromptSubmit', '', payload));
        },
      });
      const brief = [...after, ...start];
      const texts = { brief: joined(brief), later: joined(later) };
      deliveries.push({
        number: index + 1,
        steering: '',
        ...texts,
        given: [...brief, ...later].reduce((sum, answer) => sum + answer.given, 0),
        cut: [...brief, ...later].some((answer) => answer.cut),
        denied,
        pointers: pointersOf(`${texts.brief}\n${texts.later}`, place, []),
      });
    }
    return deliveries;
  } finally {
    place.remove();
  }
}

function joined(answers: readonly HookAnswer[]): string {
  return answers
    .map((answer) => answer.context)
    .filter((context) => context !== '')
    .join('\n');
}
