import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { driveAll, drives } from '../../bench/survival/arms/other-hosts.ts';
import { readCodex } from '../../bench/survival/cases/codex.ts';
import { sessionsOf, withBoundaries } from '../../bench/survival/cases/find.ts';
import { readPi } from '../../bench/survival/cases/pi.ts';
import { codexCall } from '../../bench/survival/replay/codex-host.ts';
import { driveCodex } from '../../bench/survival/replay/drive-codex.ts';
import { drivePi } from '../../bench/survival/replay/drive-pi.ts';
import { hookEntries } from '../../bench/survival/replay/hooks.ts';
import { makePlace } from '../../bench/survival/replay/place.ts';
import { removeFolder } from '../../harness/remove-folder.ts';

const timestamp = '2026-01-01T08:00:00.000Z';
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-drive-'));
});
afterEach(() => removeFolder(folder));

function put(name: string, rows: object[]): string {
  const path = join(folder, name);
  writeFileSync(path, rows.map((row) => `${JSON.stringify({ timestamp, ...row })}\n`).join(''));
  return path;
}

function codexSession(source: unknown) {
  const rows = [
    { type: 'session_meta', payload: { id: 't1', cwd: '/home/dev/proj', source } },
    { type: 'event_msg', payload: { type: 'user_message', message: 'Never push.' } },
    { type: 'compacted', payload: { message: 'Work.' } },
    {
      type: 'response_item',
      payload: {
        type: 'function_call',
        name: 'shell',
        call_id: 'c',
        arguments: '{"command":"ls"}',
      },
    },
    { type: 'response_item', payload: { type: 'function_call_output', call_id: 'c', output: 'a' } },
  ];
  return readCodex(put('r.jsonl', rows), 'r');
}

/** Hooks that write down what they are given, and say a text of so many letters. */
function talking(events: string[], letters: number, limit?: number) {
  const file = join(folder, 'seen');
  writeFileSync(file, '');
  const hooks = Object.fromEntries(
    events.map((event) => {
      const answer = join(folder, `${event}.json`);
      const hookSpecificOutput = { hookEventName: event, additionalContext: 'x'.repeat(letters) };
      writeFileSync(answer, JSON.stringify({ hookSpecificOutput }));
      const command = `cat >> '${file}'; echo >> '${file}'; cat '${answer}'`;
      const own = limit === undefined ? {} : { additionalContextLimit: limit };
      return [event, [{ hooks: [{ type: 'command', command, ...own }] }]];
    }),
  );
  return {
    install: () => ({ hooks: hookEntries({ hooks }), env: {} }),
    seen: () =>
      readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
  };
}

describe('the replay on Codex', () => {
  it('sends the events of a compaction in the middle of a turn, then what came behind it', async () => {
    const events = ['SessionStart', 'PreCompact', 'PostCompact', 'PreToolUse', 'PostToolUse'];
    const { install, seen } = talking(events, 10, 0);
    const [one] = await driveCodex(codexSession('cli'), install);
    const payloads = seen();
    expect(payloads.map(({ hook_event_name, source }) => source ?? hook_event_name)).toEqual([
      'startup',
      'PreCompact',
      'PostCompact',
      'compact',
      'PreToolUse',
      'PostToolUse',
    ]);
    expect(payloads.at(-1)).toMatchObject({
      session_id: 't1',
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
      tool_response: 'a',
    });
    expect([one!.brief !== '', one!.later !== '', one!.cut]).toEqual([true, true, false]);
  });

  it('cuts a text in its middle as the host does, unless its settings say otherwise', async () => {
    const session = codexSession('cli');
    const [cut] = await driveCodex(session, talking(['SessionStart'], 20_000).install);
    expect([cut!.cut, cut!.given, cut!.brief.length]).toEqual([true, 20_000, 10_003]);
    const [whole] = await driveCodex(session, talking(['SessionStart'], 20_000, 0).install);
    expect([whole!.cut, whole!.brief.length]).toEqual([false, 20_000]);
  });

  it('gives a subagent no start: what it is told comes with its next call', async () => {
    const { install, seen } = talking(['SessionStart', 'PreToolUse'], 10, 0);
    const source = { subagent: { thread_spawn: { parent_thread_id: 'root' } } };
    const [one] = await driveCodex(codexSession(source), install);
    expect([one!.brief, one!.later]).toEqual(['', 'x'.repeat(10)]);
    expect(seen()).toMatchObject([{ session_id: 'root', agent_id: 't1' }]);
  });
});

describe('a call of Codex as its hooks are told it', () => {
  it('holds a patch by itself, out of a script too', () => {
    const patch = '*** Begin Patch\n*** Add File: a.txt\n+a\n*** End Patch';
    const input = `const r = await tools.apply_patch(\`${patch}\`);\ntext(r);`;
    const rows = [
      { type: 'session_meta', payload: { id: 't1', cwd: '/home/dev/proj' } },
      {
        type: 'response_item',
        payload: { type: 'custom_tool_call', name: 'exec', call_id: 'c', input },
      },
    ];
    const session = readCodex(put('r.jsonl', rows), 'r');
    const call = session.events.find((event) => event.type === 'call');
    const place = makePlace(session);
    const told = call?.type === 'call' ? codexCall(session, call, place) : undefined;
    place.remove();
    expect(told).toMatchObject({ tool_name: 'apply_patch', tool_input: { command: patch } });
  });
});

describe('the replay on pi', () => {
  it('runs the installed extension, and takes what it sends, gives back and blocks', async () => {
    const message = (row: object) => ({ type: 'message', message: row });
    const call = (id: string, name: string) => ({ type: 'toolCall', id, name, arguments: {} });
    const session = readPi(
      put('p.jsonl', [
        { type: 'session', id: 's1', cwd: '/home/dev/proj', version: 3 },
        message({ role: 'user', content: 'Never push.' }),
        { type: 'compaction', summary: 'Work.' },
        message({ role: 'assistant', content: [call('a', 'edit'), call('b', 'bash')] }),
        ...['a', 'b'].map((toolCallId) =>
          message({ role: 'toolResult', toolCallId, content: [{ type: 'text', text: 'done' }] }),
        ),
      ]),
      'p',
    );
    const extension = join(folder, 'extension.mjs');
    writeFileSync(
      extension,
      `export default (pi) => {
        pi.on('session_compact', ({ compactionEntry }) => {
          pi.sendMessage({ content: 'brief of ' + compactionEntry.summary });
        });
        pi.on('tool_call', ({ toolName }) =>
          toolName === 'edit' ? { block: true, reason: 'read first' } : undefined);
        pi.on('tool_result', ({ content }) => ({ content: [...content, { type: 'text', text: 'more' }] }));
      };`,
    );
    const [one] = await drivePi(session, () => ({ extension, env: {} }));
    expect(one).toMatchObject({ brief: 'brief of Work.', later: 'read first\nmore', denied: 1 });
  });
});

describe('the installed product on other hosts', () => {
  it.each(['codex', 'pi'] as const)(
    'tells something at every boundary of %s, and the host cuts nothing of it',
    async (host) => {
      const { deliveries } = await driveAll(withBoundaries(sessionsOf(host)), drives[host]!.drive);
      expect(deliveries.size).toBeGreaterThan(0);
      for (const one of deliveries.values()) {
        expect(`${one.brief}${one.later}`).toContain('[Holdfast c');
        expect(one.cut).toBe(false);
      }
    },
    60_000,
  );
});
