import { describe, expect, test } from 'vitest';
import {
  clearLastKnown,
  clearSetTask,
  readLastKnown,
  readSetTask,
  type StateStore,
  writeLastKnown,
  writeSetTask,
} from '../../../src/app/task/store.ts';

function memoryStore(): StateStore & { texts: Map<string, string> } {
  const texts = new Map<string, string>();
  return {
    texts,
    read: (name) => texts.get(name),
    write: (name, text) => void texts.set(name, text),
    remove: (name) => void texts.delete(name),
  };
}

const task = { path: '/p/PLAN.md', when: '2026-01-02T03:04:05Z', by: 'person' };
const last = {
  path: '/p/PLAN.md',
  when: 't',
  session: 'h/s1',
  confidence: 'high',
  method: 'tool-calls',
  evidence: 'e',
};

describe('the task that a person set', () => {
  test('is found again, replaced and cleared, for its project only', () => {
    const store = memoryStore();
    writeSetTask(store, '/p', task);
    expect(readSetTask(store, '/p')).toEqual({ record: task });
    expect(readSetTask(store, '/q')).toEqual({});
    writeSetTask(store, '/p', { ...task, path: '/p/b.md' });
    expect(readSetTask(store, '/p').record?.path).toBe('/p/b.md');
    clearSetTask(store, '/p');
    expect(readSetTask(store, '/p')).toEqual({});
  });

  test('[case 38] is the same for both Unicode forms of the project’s path', () => {
    const store = memoryStore();
    writeSetTask(store, '/Jos\u00e9', task);
    expect(readSetTask(store, '/Jose\u0301').record).toEqual(task);
  });

  test('[R20] whose record is damaged is said in one line; a record of another project counts for none', () => {
    const store = memoryStore();
    writeSetTask(store, '/p', task);
    const [name] = [...store.texts.keys()];
    for (const text of ['', '{', '[]', 'null', '{"root":"/p"}', '{"root":"/p","path":7}']) {
      store.texts.set(name!, text);
      const found = readSetTask(store, '/p');
      expect(found.record).toBeUndefined();
    }
    expect(readSetTask(store, '/p').problem).toMatch(
      /^The task record tasks\/p-p-\w+\.json .* damaged/,
    );
    store.texts.set(name!, JSON.stringify({ root: '/q', ...task }));
    expect(readSetTask(store, '/p')).toEqual({});
  });
});

describe('the task last known', () => {
  test('[R21] is there for its session and for no other one, later or beside it', () => {
    const store = memoryStore();
    writeLastKnown(store, '/p', last);
    expect(readLastKnown(store, '/p', 'h/s2')).toEqual({ problem: undefined });
    expect(readLastKnown(store, '/p', '')).toEqual({});
    expect(readLastKnown(store, '/q', 'h/s1')).toEqual({ problem: undefined });
    expect(readLastKnown(store, '/p', 'h/s1').record).toEqual(last);
    const [name] = [...store.texts.keys()];
    store.texts.set(name!, JSON.stringify({ root: '/p', ...last, session: 'h/s2' }));
    expect(readLastKnown(store, '/p', 'h/s1').record).toBeUndefined();
    clearLastKnown(store, '/p', 'h/s1');
    expect(readLastKnown(store, '/p', 'h/s1').record).toBeUndefined();
  });

  test('[R14] is written so that a person can read it', () => {
    const store = memoryStore();
    writeLastKnown(store, '/p', last);
    expect(JSON.parse([...store.texts.values()][0]!)).toEqual({ root: '/p', ...last });
  });
});
