import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ConversationItem } from '../../src/core/conversation.ts';
import { isLeft, type Left } from '../../src/core/rewind/left.ts';
import { claudeCodeReader } from '../../src/hosts/claude-code/transcript.ts';
import { codexReader } from '../../src/hosts/codex/transcript.ts';
import { copilotReader } from '../../src/hosts/copilot/transcript.ts';
import { geminiReader } from '../../src/hosts/gemini/transcript.ts';
import type { RecordReader } from '../../src/hosts/host.ts';
import { piReader } from '../../src/hosts/pi/transcript.ts';
import { qwenReader } from '../../src/hosts/qwen/transcript.ts';
import { readRowsWith } from './reading.ts';

const folder = resolve(import.meta.dirname, '../fixtures');

/** Rows of a record that the client of a host made. */
function recorded(path: string): string[] {
  return readFileSync(resolve(folder, path), 'utf8').trimEnd().split('\n');
}

/** What the person said that counts at the end, and what does not. */
function said(items: readonly ConversationItem[]): { counts: string[]; left: string[] } {
  const last = items.findLast((item) => item.type === 'rewind');
  const ranges: Left = last?.type === 'rewind' ? last.left : [];
  const texts = (wanted: boolean) =>
    items.flatMap((item) =>
      item.type === 'user' &&
      (item.origin === 'typed' || item.origin === 'queued') &&
      !item.replayed &&
      isLeft(ranges, item.at.offset) === wanted
        ? [item.text]
        : [],
    );
  return { counts: texts(false), left: texts(true) };
}

/** Reads the rows in two, with what the first reading hands to the second. */
function inTwo(rows: readonly (string | object)[], cut: number, make: () => RecordReader) {
  const first = make();
  const head = readRowsWith(first, rows.slice(0, cut) as string[]);
  const next = make();
  next.restore?.(first.memory?.() ?? '');
  const bytes = rows
    .slice(0, cut)
    .map((row) => Buffer.byteLength(typeof row === 'string' ? row : JSON.stringify(row)) + 1)
    .reduce((sum, one) => sum + one, 0);
  const tail = readRowsWith(next, rows.slice(cut) as string[], bytes);
  return [...head.items, ...tail.items];
}

function message(role: string, text: string): object {
  const type = role === 'user' ? 'input_text' : 'output_text';
  return { type: 'response_item', payload: { type: 'message', role, content: [{ type, text }] } };
}

const codexRows = [
  { type: 'session_meta', payload: { id: 's', cwd: '/w' } },
  message('user', 'one'),
  message('assistant', 'Ok.'),
  message('user', 'two'),
  message('assistant', 'Ok.'),
  message('user', 'three'),
  { type: 'event_msg', payload: { type: 'thread_rolled_back', num_turns: 2 } },
  message('user', 'four'),
];
const geminiRows = [
  { sessionId: 's', projectHash: 'x', kind: 'main' },
  { id: 'u0', type: 'user', timestamp: '2026-01-01T00:00:01Z', content: [{ text: 'one' }] },
  { id: 'm0', type: 'gemini', timestamp: '2026-01-01T00:00:02Z', content: 'Ok.' },
  { id: 'u1', type: 'user', timestamp: '2026-01-01T00:00:03Z', content: [{ text: 'two' }] },
  { id: 'm1', type: 'gemini', timestamp: '2026-01-01T00:00:04Z', content: 'Ok.' },
  { id: 'u2', type: 'user', timestamp: '2026-01-01T00:00:05Z', content: [{ text: 'three' }] },
  { $rewindTo: 'u1' },
  { id: 'u3', type: 'user', timestamp: '2026-01-01T00:00:06Z', content: [{ text: 'four' }] },
];
const qwenRow = (type: string, uuid: string, parentUuid: string | null, more: object) => ({
  uuid,
  parentUuid,
  type,
  sessionId: 's',
  cwd: '/w',
  timestamp: '2026-01-01T00:00:01Z',
  ...more,
});
const parts = (role: string, text: string) => ({ message: { role, parts: [{ text }] } });
const qwenRows = [
  qwenRow('user', 'u0', null, parts('user', 'one')),
  qwenRow('assistant', 'm0', 'u0', parts('model', 'Ok.')),
  qwenRow('user', 'u1', 'm0', parts('user', 'two')),
  qwenRow('assistant', 'm1', 'u1', parts('model', 'Ok.')),
  qwenRow('user', 'u2', 'm1', parts('user', 'three')),
  qwenRow('system', 's0', 'm0', { subtype: 'rewind', systemPayload: { truncatedCount: 3 } }),
  qwenRow('user', 'u3', 's0', parts('user', 'four')),
];
const event = (id: string, type: string, data: object) => ({
  id,
  type,
  timestamp: '2026-01-01T00:00:01Z',
  data,
});
const copilotRows = [
  event('e0', 'user.message', { content: 'one' }),
  event('e1', 'assistant.message', { content: 'Ok.' }),
  event('e2', 'user.message', { content: 'two' }),
  event('e3', 'user.message', { content: 'three' }),
  event('e4', 'session.snapshot_rewind', { upToEventId: 'e2', eventsRemoved: 2 }),
  event('e5', 'user.message', { content: 'four' }),
];
const piRow = (id: string, parentId: string | null, text: string, role = 'user') => ({
  type: 'message',
  id,
  parentId,
  timestamp: '2026-01-01T00:00:01Z',
  message: { role, content: [{ type: 'text', text }], stopReason: 'stop' },
});
const piRows = [
  { type: 'session', version: 3, id: 's', timestamp: '2026-01-01T00:00:00Z', cwd: '/w' },
  piRow('a', null, 'one'),
  piRow('b', 'a', 'Ok.', 'assistant'),
  piRow('c', 'b', 'two'),
  piRow('d', 'c', 'Ok.', 'assistant'),
  piRow('e', 'd', 'three'),
  piRow('f', 'b', 'four'),
];

const hosts: [string, () => RecordReader, object[]][] = [
  ['Codex', () => codexReader(), codexRows],
  ['Gemini CLI', () => geminiReader(), geminiRows],
  ['Qwen Code', () => qwenReader(), qwenRows],
  ['Copilot CLI', () => copilotReader(), copilotRows],
  ['pi', () => piReader(), piRows],
];

describe('turns that a person took back', () => {
  it.each(hosts)(
    'are told of a record of %s, wherever a reading of it ended before',
    (_, make, rows) => {
      const wanted = { counts: ['one', 'four'], left: ['two', 'three'] };
      expect(said(readRowsWith(make(), rows).items)).toEqual(wanted);
      for (let cut = 1; cut < rows.length; cut += 1) {
        expect([cut, said(inTwo(rows, cut, make))]).toEqual([cut, wanted]);
      }
    },
  );

  it('come back on pi where the person goes on from a branch that was left', () => {
    const rows = [...piRows, piRow('g', 'e', 'five')];
    const wanted = { counts: ['one', 'two', 'three', 'five'], left: ['four'] };
    expect(said(readRowsWith(piReader(), rows).items)).toEqual(wanted);
    const summary = { type: 'branch_summary', id: 'h', parentId: 'b', fromId: 'g', summary: 'x' };
    const again = readRowsWith(piReader(), [...rows, summary, piRow('i', 'h', 'six')]);
    expect(said(again.items).counts).toEqual(['one', 'six']);
  });

  it('are those off the way to the last row in a file of the session manager of pi 1.6.0', () => {
    const rows = recorded('pi/records/tree.jsonl');
    const at = (text: string) => rows.findIndex((row) => row.includes(text));
    const counts = (end: number) => said(readRowsWith(piReader(), rows.slice(0, end)).items).counts;
    const [mysql, postgres] = ['Use MySQL and never touch Postgres.', 'Use Postgres for this.'];
    expect(counts(at(postgres))).toEqual(['Fix the parser.', mysql]);
    expect(counts(at('branch_summary'))).toEqual(['Fix the parser.', postgres]);
    expect(counts(at('All anew.'))).toEqual(['Fix the parser.', mysql, 'MySQL after all.']);
    expect(counts(rows.length)).toEqual(['All anew.']);
    for (let cut = 1; cut < rows.length; cut += 1) {
      expect(said(inTwo(rows, cut, () => piReader())).counts).toEqual(['All anew.']);
    }
  });

  it('are unsure where a reading goes on so late that it does not know the row any more', () => {
    const many = Array.from({ length: 100 }, (_, at) => ({
      id: `n${at}`,
      type: 'user',
      timestamp: '2026-01-01T00:00:05Z',
      content: [{ text: `more ${at}` }],
    }));
    const rows = [...geminiRows.slice(0, 4), ...many, { $rewindTo: 'u1' }];
    const late = inTwo(rows, rows.length - 1, () => geminiReader()).at(-1);
    expect(late).toMatchObject({ type: 'rewind', unsure: true });
    expect(said(readRowsWith(geminiReader(), rows).items).counts).toEqual(['one']);
  });

  it('are all of them on Gemini CLI where the client does not know the message either', () => {
    const rows = [...geminiRows.slice(0, 4), { $rewindTo: 'unknown' }, geminiRows.at(-1)!];
    expect(said(readRowsWith(geminiReader(), rows).items).counts).toEqual(['four']);
  });
});

describe('turns that a person took back in Claude Code', () => {
  const prompts = ['First prompt, look around.', 'Use MySQL and never touch Postgres. MAKEFILE'];
  const make = () => claudeCodeReader();

  it('are those behind the parent of the next prompt, and all where it has none', () => {
    const rows = recorded('claude-code/records/rewind.jsonl');
    const wanted = {
      counts: ['All anew please.'],
      left: [...prompts, 'Third prompt with more.', 'Use Postgres for this.'],
    };
    expect(said(readRowsWith(make(), rows).items)).toEqual(wanted);
    for (let cut = 1; cut < rows.length; cut += 1) {
      expect([cut, said(inTwo(rows, cut, make))]).toEqual([cut, wanted]);
    }
    const until = rows.findIndex((row) => row.includes('All anew please.'));
    const before = said(readRowsWith(make(), rows.slice(0, until)).items);
    expect(before.counts).toEqual([prompts[0], 'Use Postgres for this.']);
  });

  it('are told at a compaction that comes before the next prompt', () => {
    const rows = recorded('claude-code/records/rewind-compaction.jsonl');
    const { items } = readRowsWith(make(), rows);
    expect(said(items).left).toEqual([prompts[1], 'Third prompt with more.']);
    const kinds = items.map(({ type }) => type);
    expect(kinds.indexOf('rewind')).toBe(kinds.indexOf('boundary') - 1);
  });

  it.each(['summarize-from', 'summarize-up-to'])(
    'are none where the client summarises a part of the conversation: %s',
    (name) => {
      const { items } = readRowsWith(make(), recorded(`claude-code/records/${name}.jsonl`));
      expect(said(items).left).toEqual([]);
    },
  );

  it('are none in a record whose rows name no parents, nor for a row that stands there twice', () => {
    const row = (uuid: string, parentUuid: string | null, content: string) => ({
      type: 'user',
      uuid,
      parentUuid,
      message: { role: 'user', content },
    });
    const flat = [row('a', null, 'one'), row('b', null, 'two'), row('c', null, 'three')];
    expect(said(readRowsWith(make(), flat).items).left).toEqual([]);
    const twice = [row('a', null, 'one'), row('b', 'a', 'two'), row('c', 'b', 'three')];
    expect(said(readRowsWith(make(), [...twice, twice[1]!]).items).left).toEqual([]);
  });

  it('are told of the command of the client that is the first row behind a rewind', () => {
    const row = (uuid: string, parentUuid: string | null, content: string, more = {}) => ({
      type: 'user',
      uuid,
      parentUuid,
      message: { role: 'user', content },
      ...more,
    });
    const rows = [
      row('a', null, 'one'),
      row('b', 'a', 'two'),
      row('c', 'b', 'three'),
      row('d', 'a', '<local-command-caveat>of the client</local-command-caveat>', { isMeta: true }),
      row('e', 'd', '<command-name>/model</command-name>\n<command-args></command-args>'),
      row('f', 'e', 'four'),
    ];
    expect(said(readRowsWith(make(), rows).items)).toEqual({
      counts: ['one', 'four'],
      left: ['two', 'three'],
    });
  });
});

const shared = process.env.HOLDFAST_SHARED ?? resolve(folder, '../../../shared');

describe('records of real sessions', () => {
  it('show no rewind but those that are in them', () => {
    const found = ['claude', 'derived'].flatMap((name) =>
      readdirSync(resolve(shared, 'transcripts', name))
        .filter((file) => file.endsWith('.jsonl') && (name === 'claude' || /^claude/.test(file)))
        .flatMap((file) => {
          const path = resolve(shared, 'transcripts', name, file);
          const rows = readFileSync(path, 'latin1').split('\n');
          const { items } = readRowsWith(claudeCodeReader(), rows);
          return items.some(({ type }) => type === 'rewind') ? [file] : [];
        }),
    );
    expect(found).toEqual([
      'daaain_claude-code-log__dag_compact_after_rewind.jsonl',
      'daaain_claude-code-log__dag_compact_after_rewind_preserved.jsonl',
      'kvsankar_agent-history__forks_claude_forked_session.jsonl',
    ]);
  });
});
