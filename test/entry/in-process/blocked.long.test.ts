import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../../harness/remove-folder.ts';
import { extension, plugin } from '../../built/plugins.ts';

let folder: string;
let state: string;
const before = process.env.XDG_CONFIG_HOME;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-blocked-'));
  state = join(folder, 'state');
  mkdirSync(join(folder, '.git'));
  mkdirSync(join(folder, 'config', 'holdfast'), { recursive: true });
  // A person's own pattern that never ends on a text like the one below.
  writeFileSync(join(folder, 'config', 'holdfast', 'config.json'), '{"redact": ["(?:a|aa)+b"]}');
  process.env.XDG_CONFIG_HOME = join(folder, 'config');
});
afterEach(() => {
  if (before === undefined) delete process.env.XDG_CONFIG_HOME;
  else process.env.XDG_CONFIG_HOME = before;
  removeFolder(folder);
});

const endless = `Never touch ${'a'.repeat(200)} again.`;
const faults = () => readFileSync(join(state, 'faults.ndjson'), 'utf8');

/** How often the loop of this thread turned while that was waited for, a tenth of a second each. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 100);
  await work();
  clearInterval(timer);
  return turns;
}

type Handler = (event: object, context: object) => Promise<unknown>;

function pi(): { fire(session: string, type: string, event?: object): Promise<unknown> } {
  const handlers: Record<string, Handler> = {};
  const on = (name: string, handler: unknown): void => {
    handlers[name] = handler as Handler;
  };
  extension({ on, sendMessage() {} }, state);
  const managers = new Map<string, object>();
  const manager = (session: string): object => {
    const file = join(folder, `${session}.jsonl`);
    const text = session === 'bad' ? endless : 'Never touch main.';
    const message = { role: 'user', content: text };
    const rows = [
      { type: 'session', version: 3, id: session, cwd: folder },
      { type: 'message', id: 'e0', parentId: null, message },
    ];
    writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    const made = {
      getSessionId: () => session,
      getSessionFile: () => file,
      getEntries: () => rows.slice(1),
    };
    managers.set(session, made);
    return made;
  };
  return {
    fire(session, type, event = {}) {
      const sessionManager = managers.get(session) ?? manager(session);
      return handlers[type]!({ type, ...event }, { cwd: folder, sessionManager });
    },
  };
}

describe('a record that is read without end', () => {
  it('in pi holds neither the thread of the client nor its other sessions, is told of, and let alone for a while', async () => {
    const { fire } = pi();
    const compact = (session: string) =>
      fire(session, 'session_before_compact', { reason: 'threshold' });
    const turns = await turnsDuring(async () => {
      let isOver = false;
      const bad = compact('bad').then(() => {
        isOver = true;
      });
      await compact('good');
      expect(isOver).toBe(false);
      await bad;
    });
    expect(turns).toBeGreaterThan(20);
    expect(faults()).toMatch(/"event":"session_before_compact","message":"(?:it was not|not) done/);
    const journal = join(state, 'sessions', 'pi', 'good', 'journal.ndjson');
    expect(readFileSync(journal, 'utf8')).toContain('"kind":"expected"');
    await compact('bad');
    expect(faults()).toContain('passed over');
  });

  it('in opencode lets the compaction go on without us', async () => {
    const sessionID = 'ses_00000001';
    const info = { id: 'msg_1', sessionID, role: 'user', time: { created: 1 } };
    const messages = [{ info, parts: [{ id: 'prt_1', type: 'text', text: endless }] }];
    const none = async () => ({});
    const session = {
      get: async () => ({ data: { id: sessionID, directory: folder } }),
      messages: async () => ({ data: messages }),
      prompt: none,
      promptAsync: none,
    };
    const hooks = plugin({ client: { session }, directory: folder }, state) as Record<
      string,
      (input: object, output: object) => Promise<void>
    >;
    const output = { context: [] };
    const turns = await turnsDuring(() =>
      hooks['experimental.session.compacting']!({ sessionID }, output),
    );
    expect(turns).toBeGreaterThan(20);
    expect(output).toEqual({ context: [] });
    expect(faults()).toContain('experimental.session.compacting');
  });
});
