import { record, rowsOf, text } from '../cases/rows.ts';
import type { BenchSession } from '../cases/session.ts';
import { boundariesOf } from '../cases/session.ts';
import { behindOf } from './behind.ts';
import type { Behind, Delivery } from './drive-claude.ts';
import { piEntries, piHost } from './pi-host.ts';
import type { Place } from './place.ts';
import { makePlace } from './place.ts';
import { pointersOf } from './pointers.ts';
import { copyRecord } from './record-copy.ts';
import { makeWorkTree } from './work-tree.ts';

/** Installs an extension into a place; gives its file and the environment of the client. */
export type InstallExtension = (place: Place) => { extension: string; env: Record<string, string> };

/** What the person says where a record ends right behind its boundary: the brief waits for a prompt. */
const nextPrompt = 'go on';

/** Replays a session of pi against an extension: the events around each compaction, and what came behind it. */
export async function drivePi(
  session: BenchSession,
  install: InstallExtension,
  tried?: Behind,
): Promise<Delivery[]> {
  const place = makePlace(session);
  try {
    const tree = makeWorkTree(session, place);
    const sessionId = text(rowsOf(session.lines[0] ?? '')[0]?.id);
    const copy = copyRecord(session, place, `.pi/agent/sessions/--proj--/${sessionId}.jsonl`);
    const host = piHost({ place, sessionId, recordPath: copy.path, ...install(place) });
    const entriesTo = (line: number) =>
      piEntries(session.lines.slice(0, line).flatMap((one) => rowsOf(place.toPlace(one))));
    copy.growTo(1);
    await host.send({ type: 'session_start', reason: 'startup' }, []);
    const deliveries: Delivery[] = [];
    for (const [index, boundary] of boundariesOf(session).entries()) {
      tree.advance(boundary.line);
      copy.growTo(boundary.line);
      const how = { reason: 'threshold', willRetry: false };
      await host.send({ type: 'session_before_compact', ...how }, entriesTo(boundary.line));
      copy.growTo(boundary.next);
      const compactionEntry = record(rowsOf(session.lines[boundary.line] ?? '')[0]);
      const compacted = { type: 'session_compact', ...how, compactionEntry };
      const brief = (await host.send(compacted)).texts;
      const { prompt, calls } = behindOf(session, boundary);
      const later: string[] = [];
      let denied = 0;
      if (prompt !== undefined || calls.length === 0) {
        const said = place.toPlace(prompt?.text ?? nextPrompt);
        const start = { type: 'before_agent_start', messageType: 'user', prompt: said };
        const { texts } = await host.send(start);
        // What a prompt brings stands in the first request behind the boundary.
        brief.push(...texts);
      }
      later.push(...(await host.send({ type: 'context', messages: [] })).texts);
      for (const { call, result } of calls) {
        const input = JSON.parse(place.toPlace(JSON.stringify(call.input)));
        const about = { toolName: call.tool, toolCallId: call.id, input };
        const before = await host.send({ type: 'tool_call', ...about });
        later.push(...before.texts);
        if (before.blocked) {
          denied += 1;
          continue;
        }
        const content = [{ type: 'text', text: place.toPlace(result.text) }];
        const after = { type: 'tool_result', ...about, content, isError: result.failed };
        later.push(...(await host.send(after)).texts.filter((one) => one !== result.text));
        break;
      }
      await tried?.(index + 1, {
        home: place.home,
        async ask(prompt) {
          const start = { type: 'before_agent_start', messageType: 'user', prompt };
          return (await host.send(start)).texts.join('\n');
        },
      });
      const texts = { brief: brief.join('\n'), later: later.join('\n') };
      deliveries.push({
        number: index + 1,
        steering: '',
        ...texts,
        // Messages of an extension reach the model whole on this client.
        given: texts.brief.length + texts.later.length,
        cut: false,
        denied,
        pointers: pointersOf(`${texts.brief}\n${texts.later}`, place, []),
      });
    }
    await host.send({ type: 'session_shutdown', reason: 'quit' });
    await host.end();
    return deliveries;
  } finally {
    place.remove();
  }
}
