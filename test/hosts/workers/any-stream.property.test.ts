import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WorkerEvent } from '../../../src/core/worker/event.ts';
import type { WorkerHost } from '../../../src/hosts/worker-host.ts';
import { workerHosts } from '../../../src/hosts/worker-registry.ts';

const fixtures = join(import.meta.dirname, '..', '..', 'fixtures');

function recordedLines(id: string): string[] {
  const folder = join(fixtures, id, 'streams');
  return readdirSync(folder)
    .sort()
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .filter((line) => line !== '');
}

/** What every event keeps to, whatever the client said. */
function expectBounded(events: WorkerEvent[]): void {
  for (const event of events) {
    const lines: string[] = [];
    if (event.type === 'tool.started') lines.push(event.about, event.tool);
    if (event.type === 'permission') lines.push(event.request.about, event.request.tool);
    if (event.type === 'unknown') lines.push(event.kind);
    for (const line of lines) {
      expect(line.length).toBeLessThanOrEqual(200);
      expect(line).not.toMatch(/\p{Cc}/u);
    }
    if ('text' in event) expect(event.text.length).toBeLessThanOrEqual(4_000);
    if (event.type === 'usage')
      for (const value of Object.values(event.usage))
        expect(value === true || value === false || Number.isFinite(value)).toBe(true);
  }
}

/** A value somewhere inside of a recorded row is another one than the client would write. */
function mutated(value: unknown, pick: number, given: unknown): unknown {
  const places: { parent: Record<string, unknown>; key: string }[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, child] of Object.entries(node)) {
      places.push({ parent: node as Record<string, unknown>, key });
      visit(child);
    }
  };
  visit(value);
  const place = places[pick % Math.max(1, places.length)];
  if (place) place.parent[place.key] = given;
  return value;
}

function read(host: WorkerHost, lines: string[]): WorkerEvent[] {
  const stream = host.stream();
  return [...lines.flatMap((line) => stream.line(line)), ...(stream.end?.(1) ?? [])];
}

describe.each(workerHosts.map((host) => [host.id, host] as const))(
  'the stream of a %s worker, whatever comes',
  (id, host) => {
    const recorded = recordedLines(id);

    it('never throws at any text, and says that it is unknown', () => {
      fc.assert(
        fc.property(fc.string({ unit: 'binary' }), (line) => {
          expectBounded(read(host, [line]));
        }),
      );
      expect(read(host, ['garbage'])).toMatchObject([{ type: 'unknown' }]);
    });

    it('never throws at any JSON', () => {
      fc.assert(
        fc.property(fc.json(), (line) => {
          expectBounded(read(host, [line]));
        }),
      );
    });

    it('never throws at half lines of what the client says', () => {
      fc.assert(
        fc.property(fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }), (pick, part) => {
          const line = recorded[pick % recorded.length]!;
          expectBounded(read(host, [line.slice(0, Math.floor(part * line.length))]));
        }),
      );
    });

    it('never throws at rows with a value of another kind, and keeps texts bounded', () => {
      const given = fc.oneof(
        fc.jsonValue(),
        fc.constantFrom('x'.repeat(100_000), 'a\nb\u0007\ud800', -1, 1e300),
      );
      fc.assert(
        fc.property(fc.array(fc.tuple(fc.nat(), fc.nat(), given)), (changes) => {
          const lines = changes.map(([pick, place, value]) =>
            JSON.stringify(mutated(JSON.parse(recorded[pick % recorded.length]!), place, value)),
          );
          expectBounded(read(host, lines));
        }),
        { numRuns: 300 },
      );
    });

    it('takes no number that is endless for an amount', () => {
      for (const line of recorded)
        expectBounded(read(host, [line.replace(/:\d+(?=[,}])/g, ':1e999')]));
    });

    it('reads lines of ten million characters and JSON of a hundred thousand levels', () => {
      const deep = '['.repeat(100_000) + ']'.repeat(100_000);
      expectBounded(read(host, ['x'.repeat(10_000_000), deep]));
      for (const line of recorded.slice(0, 40)) {
        expectBounded(
          read(host, [line.replace(/"(content|text|input|params|data)":/, `"$1":${deep},"_":`)]),
        );
      }
    });
  },
);
