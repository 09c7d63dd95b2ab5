import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openCodeExportItems } from '../../../src/hosts/opencode/transcript-export.ts';
import { openCodeMessages } from '../../../src/hosts/opencode/transcript-messages.ts';
import { only, reported } from '../reading.ts';
import { assistant, readMessages, tool, user } from './transcript-reading.ts';

const session = {
  info: { id: 'ses_1', version: '1.2.5', directory: '/p' },
  messages: [
    user('say "hi" {now}'),
    assistant([{ type: 'text', text: 'a \\ " } b' }, tool('bash', { command: 'ls' })]),
    user('bye'),
  ],
};

const read = (text: string) => reported((sink) => openCodeExportItems(text, sink));

describe('wrong shapes', () => {
  it('counts and names messages, parts and roles that it does not know', () => {
    const { items, unknown } = readMessages([
      null,
      7,
      {},
      { info: [] },
      { info: { role: 'system' }, parts: [] },
      { info: { role: 'user' }, parts: 'none' },
      user([{ type: 'hologram' }, { text: 'no type' }, null as never]),
      assistant([{ type: 'hologram' }]),
    ]);
    expect(unknown).toEqual({
      'message without a role': 4,
      'message/system': 1,
      'part/hologram': 2,
      'part/no type': 2,
    });
    expect(only(items, 'user')).toEqual([]);
  });

  it('never throws, whatever the messages hold', () => {
    const values = fc.letrec((tie) => ({
      leaf: fc.oneof(
        fc.constantFrom('user', 'assistant', 'text', 'tool', 'compaction', 'completed', 'bash'),
        fc.double(),
        fc.string(),
        fc.constant(null),
        fc.boolean(),
      ),
      any: fc.oneof(
        { maxDepth: 4 },
        tie('leaf'),
        fc.array(tie('any'), { maxLength: 3 }),
        fc.record(
          Object.fromEntries(
            [
              'info',
              'parts',
              'role',
              'type',
              'time',
              'created',
              'state',
              'input',
              'tool',
              'text',
            ].map((name) => [name, tie('any')]),
          ),
          { requiredKeys: [] },
        ),
      ),
    })).any;
    fc.assert(
      fc.property(fc.array(values, { maxLength: 4 }), (messages) => {
        expect(readMessages(messages).damaged).toBe(0);
      }),
      { numRuns: 300 },
    );
  });

  it('replaces half characters and times that are none', () => {
    const { items } = readMessages([user('a\ud800b', { time: { created: 9e15 } })]);
    expect(only(items, 'user')).toMatchObject([{ text: 'a\ufffdb' }]);
    expect(only(items, 'user')[0]?.time).toBeUndefined();
  });
});

describe('an export', () => {
  it('is read with its version, whatever stands before its first brace', () => {
    const { items, damaged } = read(
      `\ufeffExporting session: ses_1\r\n${JSON.stringify(session, null, 2)}\n`,
    );
    expect(damaged).toBe(0);
    expect(only(items, 'place')).toMatchObject([{ cwd: '/home/dev/proj', hostVersion: '1.2.5' }]);
    expect(only(items, 'user').map((item) => item.text)).toEqual(['say "hi" {now}', 'bye']);
  });

  it('of a child session holds a program’s prompts', () => {
    const child = { ...session, info: { ...session.info, parentID: 'ses_0' } };
    expect(only(read(JSON.stringify(child)).items, 'user')[0]?.origin).toBe('program');
  });

  it('gives its whole messages where it is torn, and counts the tear', () => {
    const text = JSON.stringify(session, null, 1);
    const torn = read(text.slice(0, text.lastIndexOf('bye')));
    expect(torn.damaged).toBe(1);
    expect(only(torn.items, 'user').map((item) => item.text)).toEqual(['say "hi" {now}']);
    expect(only(torn.items, 'call')).toHaveLength(1);
    expect(only(torn.items, 'place')[0]?.hostVersion).toBe('1.2.5');
  });

  it('cut anywhere never throws and never tells more than the whole', () => {
    const text = JSON.stringify(session);
    const most = read(text).items.length;
    for (let at = 0; at < text.length; at += 7) {
      expect(read(text.slice(0, at)).items.length).toBeLessThanOrEqual(most);
    }
  });

  it('of another shape is named, of other bytes damaged, of none nothing', () => {
    expect(read('{"messages":{}}').unknown).toEqual({ 'no messages': 1 });
    expect(read('\u001f\ufffd\u0000 no json {"').damaged).toBe(1);
    expect(read(' \n').damaged).toBe(0);
  });
});

describe('rows of the database', () => {
  it('become the same messages, in the order of time and id', () => {
    const messageRows = session.messages.map(({ info: { id, sessionID, ...data } }) => ({
      id,
      session_id: sessionID,
      time_created: (data.time as { created: number }).created,
      data: JSON.stringify(data),
    }));
    const partRows = session.messages.flatMap(({ parts }) =>
      parts.map(({ id, messageID, ...data }) => ({ id, message_id: messageID, data })),
    );
    const joined = openCodeMessages(messageRows.reverse(), partRows.reverse());
    expect(readMessages(joined).items).toEqual(readMessages(session.messages).items);
  });

  it('with data that is no JSON are counted', () => {
    const joined = openCodeMessages(
      [{ id: 'msg_1', data: '{half' }, null],
      [{ id: 'prt_1', data: 7 }],
    );
    expect(readMessages(joined).unknown).toEqual({ 'message without a role': 2 });
  });
});
