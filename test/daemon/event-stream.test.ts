import { describe, expect, it } from 'vitest';
import { EventStream, type LiveEvent } from '../../src/entry/daemon/event-stream.ts';

const now = () => '2026-01-01T00:00:00.000Z';
const event = (count: number): LiveEvent => ({ kind: 'session', at: now(), session: `s${count}` });

function listen(stream: EventStream, lastSeen?: string) {
  const control = new AbortController();
  const parts = stream.listen(lastSeen, () => true, control.signal, now);
  const next = async (): Promise<string> => (await parts.next()).value ?? 'over';
  return { next, control };
}

describe('the stream of events', () => {
  it('lets a reader go that takes nothing, tells it so, and keeps the others', async () => {
    const stream = new EventStream('e');
    const slow = listen(stream);
    const quick = listen(stream);
    expect([await slow.next(), await quick.next()]).toEqual([': listening\n\n', ': listening\n\n']);
    let heard = 0;
    for (let count = 1; count <= 2_000; count += 1) {
      stream.publish(event(count));
      if ((await quick.next()).includes(`"s${count}"`)) heard += 1;
    }
    expect(heard).toBe(2_000);
    expect(await slow.next()).toMatch(/"kind":"gap".*too slowly/);
    expect(await slow.next()).toBe('over');
    expect(stream.readers).toBe(1);
  });

  it('gives what came behind the last event that was seen, or says that it cannot', async () => {
    const stream = new EventStream('e');
    for (let count = 1; count <= 1_005; count += 1) stream.publish(event(count));
    const back = listen(stream, 'e-1003');
    expect(await back.next()).toBe(': listening\n\n');
    expect([await back.next(), await back.next()]).toEqual([
      expect.stringContaining('id: e-1004\n'),
      expect.stringContaining('id: e-1005\n'),
    ]);
    for (const old of ['e-2', 'other-1003', 'nonsense', '']) {
      expect(await listen(stream, old).next()).toContain('"kind":"gap"');
    }
  });

  it('ends for a reader that went', async () => {
    const stream = new EventStream('e');
    const reader = listen(stream);
    await reader.next();
    const waiting = reader.next();
    reader.control.abort();
    expect(await waiting).toBe('over');
    expect(stream.readers).toBe(0);
  });
});
