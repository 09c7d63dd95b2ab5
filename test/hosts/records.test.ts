import { existsSync, readdirSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recordStores, storesOf } from '../../src/hosts/record-registry.ts';

const folder = join(import.meta.dirname, '..', '..', 'src', 'hosts');

describe('the stores of records', () => {
  it('are there for every host whose transcript can be read', () => {
    const readable = readdirSync(folder).filter((name) =>
      existsSync(join(folder, name, 'transcript.ts')),
    );
    expect(readable.length).toBeGreaterThan(6);
    for (const host of readable) expect(storesOf(host).length, host).toBeGreaterThan(0);
    expect([...new Set(recordStores.map((store) => store.host))].sort()).toEqual(readable.sort());
  });

  it('name absolute places, moved by the environment, and none twice', () => {
    const machine = { env: {}, home: '/home/dev', platform: 'linux' };
    const places = recordStores.flatMap((store) => store.usualPlaces(machine));
    expect(places.filter((place) => !isAbsolute(place) || !place.startsWith('/home/dev/'))).toEqual(
      [],
    );
    expect(new Set(places).size).toBe(places.length);
  });

  it('take no row for their own that another store takes for its own', () => {
    const time = '2026-01-01T00:00:00Z';
    const rows: Record<string, object> = {
      'claude-code': {
        type: 'user',
        uuid: 'u',
        parentUuid: null,
        isSidechain: false,
        sessionId: 's',
        cwd: '/w',
        timestamp: time,
        message: { role: 'user', content: 'x' },
      },
      codex: {
        timestamp: time,
        type: 'response_item',
        payload: { type: 'message', role: 'user', content: [] },
      },
      qwen: {
        type: 'user',
        uuid: 'u',
        parentUuid: null,
        sessionId: 's',
        cwd: '/w',
        timestamp: time,
        message: { role: 'user', parts: [] },
      },
      gemini: { sessionId: 's', projectHash: 'a'.repeat(64), startTime: time },
      copilot: { type: 'user.message', id: 'e', timestamp: time, data: { content: 'x' } },
      pi: { type: 'session', id: 's', version: 3, timestamp: time, cwd: '/w' },
    };
    for (const [host, row] of Object.entries(rows)) {
      const taking = recordStores.filter((store) =>
        store.recognise('/x.jsonl', JSON.stringify(row)),
      );
      expect(
        taking.map((store) => store.host),
        host,
      ).toEqual([host]);
    }
  });

  it('take none of the shapes that are near theirs', () => {
    const near = [
      { type: 'message', id: 'm', message: { role: 'user', content: 'droid' } },
      { role: 'user', content: [{ type: 'text', text: 'cursor' }] },
      { type: 'system', content: 'You are an agent' },
      { type: 'user', sessionId: 's', text: 'no id' },
      { display: 'history', sessionId: 's', project: '/w' },
      { session_id: 's', ts: 1, text: 'history' },
      { step_index: 0, source: 'USER', type: 'USER_INPUT' },
      { type: 'session.start' },
      {},
    ];
    for (const row of near) {
      const taking = recordStores.filter((store) =>
        store.recognise('/x.jsonl', JSON.stringify(row)),
      );
      expect(
        taking.map((store) => store.host),
        JSON.stringify(row),
      ).toEqual([]);
    }
  });
});
