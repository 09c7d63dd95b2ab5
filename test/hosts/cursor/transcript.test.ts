import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ConversationItem } from '../../../src/core/conversation.ts';
import { foldItem, newFold, snapshotOf } from '../../../src/core/snapshot/fold.ts';
import { cursorRecords } from '../../../src/hosts/cursor/records.ts';
import { cursorReader } from '../../../src/hosts/cursor/transcript.ts';
import { readRowsWith, sharedSamples } from '../reading.ts';

const message = (role: string, ...content: object[]) => ({ role, message: { content } });
const text = (words: string) => ({ type: 'text', text: words });
const use = (name: string, input: object) => ({ type: 'tool_use', name, input });

const read = (...rows: object[]) => readRowsWith(cursorReader(), rows);

describe('the transcript of Cursor', () => {
  it('holds what a person said, without what the client puts beside it', () => {
    const { items } = read(
      message(
        'user',
        text('<open_files>a.ts</open_files>\n<user_query>\nNever push.\n</user_query>'),
      ),
      message('user', text('Use tabs.')),
      message('user', text('<system_notice>one</system_notice>')),
      message('user', text('[Holdfast c1-abcdef] The conversation')),
    );
    const said = items.map((item) => [item.type, 'text' in item ? item.text : '']);
    expect(said).toEqual([
      ['user', 'Never push.'],
      ['user', 'Use tabs.'],
      ['injected-context', '<system_notice>one</system_notice>'],
      ['injected-context', '[Holdfast c1-abcdef] The conversation'],
    ]);
  });

  it('tells calls without results, so that no file counts as changed', () => {
    const { items } = read(
      message('assistant', text('[REDACTED]'), use('Write', { path: 'a.ts', contents: 'x' })),
      message('assistant', use('Task', { prompt: 'look around' }), use('Shell', { command: 'ls' })),
      message('assistant', text('Done.')),
      { type: 'turn_ended', status: 'success' },
    );
    expect(items.map((item) => item.type)).toEqual(['call', 'call', 'call', 'assistant']);
    const state = newFold();
    for (const item of items) foldItem(state, item as ConversationItem);
    const kinds = snapshotOf(state).facts.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind.startsWith('file.') || kind.includes('flight'))).toEqual([]);
    expect(snapshotOf(state).summary.calls).toBe(3);
  });

  it('names what it does not know, and is not stopped by it', () => {
    const { items, unknown, damaged } = readRowsWith(cursorReader(), [
      message('assistant', { type: 'custom_block', text: 'x' }),
      { type: 'compacted' },
      'user:\nthe older form',
      message('user', text('go on')),
    ]);
    expect(items).toHaveLength(1);
    expect(unknown).toEqual({ 'block custom_block': 1, compacted: 1 });
    expect(damaged).toBeGreaterThan(0);
  });

  const published = sharedSamples('agent-sessions__Cursor_test-session');
  it.skipIf(published === undefined && process.env.CI !== 'true')(
    'is read as others recorded it',
    () => {
      const rows = readFileSync(published![0]!, 'utf8').trimEnd().split('\n');
      const { items, unknown } = readRowsWith(cursorReader(), rows);
      expect(unknown).toEqual({});
      expect(items.flatMap((item) => (item.type === 'user' ? [item.text] : []))).toEqual([
        'run ls command',
        'now show me the git status',
      ]);
      expect(items.filter((item) => item.type === 'call')).toHaveLength(2);
    },
  );

  it('is known by its place, and names the conversation by its file', () => {
    const head = JSON.stringify(message('user', text('x')));
    const recognise = (path: string) =>
      cursorRecords.recognise(`/h/.cursor/projects/p/${path}`, head);
    expect(recognise('agent-transcripts/c1/c1.jsonl')).toEqual({ session: 'c1' });
    expect(recognise('agent-transcripts/c1.jsonl')).toEqual({ session: 'c1' });
    expect(recognise('agent-transcripts/c1/subagents/k.jsonl')).toMatchObject({ subagent: true });
    expect(recognise('c1.jsonl')).toBeUndefined();
  });
});
