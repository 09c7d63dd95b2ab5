import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandHostById, commandHostIds } from '../../src/hosts/command-hosts.ts';

const fixtures = join(import.meta.dirname, '..', 'fixtures');
/** No text and no number can be made of it. */
const neither = { toString: 'x', valueOf: 'x' };

/** The payload once for each member in it, with such a value in its place. */
function changed(payload: unknown): unknown[] {
  const all: unknown[] = [];
  const walk = (at: unknown, path: string[]): void => {
    if (typeof at !== 'object' || at === null) return;
    for (const name of Object.keys(at)) {
      const copy = structuredClone(payload);
      let holder = copy as Record<string, unknown>;
      for (const step of path) holder = holder[step] as Record<string, unknown>;
      holder[name] = structuredClone(neither);
      all.push(copy);
      if (path.length < 4) walk((at as Record<string, unknown>)[name], [...path, name]);
    }
  };
  walk(payload, []);
  return all;
}

describe.each(commandHostIds)('a payload of %s with a value of which no text can be made', (id) => {
  const folder = join(fixtures, id, 'payloads');
  const host = commandHostById(id)!;
  const payloads = readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8').trimEnd().split('\n').slice(0, 6),
  );

  it('is read all the same', () => {
    const wrong: string[] = [];
    let tried = 0;
    for (const line of payloads) {
      const payload = JSON.parse(line);
      const own = { ...payload, tool_input: { ...payload.tool_input, mode: 'x' } };
      if (typeof payload.toolArgs === 'object') own.toolArgs = { ...payload.toolArgs, mode: 'x' };
      const event = String(payload.hook_event_name ?? payload.hookEventName ?? 'x');
      for (const one of changed(own)) {
        try {
          host.decode(one as never, event);
        } catch (error) {
          wrong.push(`${event}: ${error}`);
        }
        tried += 1;
      }
    }
    expect(wrong).toEqual([]);
    expect(tried).toBeGreaterThan(50);
  });
});
