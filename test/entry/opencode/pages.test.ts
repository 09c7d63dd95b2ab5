import { describe, expect, it } from 'vitest';
import type { ClientMessage, OpenCodeClient } from '../../../src/entry/opencode/client.ts';
import { messagesIn, pagesOf } from '../../../src/entry/opencode/pages.ts';

const message = (at: number): ClientMessage => ({
  info: { id: `msg_${at}`, sessionID: 'ses_1', role: 'user' },
  parts: [{ id: `prt_${at}`, type: 'text', text: `${at} ${'é'.repeat(at)}` }],
});

type Messages = OpenCodeClient['session']['messages'];

const clientOf = (messages: Messages): OpenCodeClient =>
  ({ session: { messages } }) as unknown as OpenCodeClient;

describe('the messages of a session in opencode', () => {
  it('are asked for page by page, whatever their number, and come in their order', async () => {
    const all = Array.from({ length: 431 }, (_, at) => message(at));
    const asked: number[] = [];
    const client = clientOf(async ({ query, parseAs }) => {
      expect(parseAs).toBe('arrayBuffer');
      const { limit, before } = query!;
      asked.push(limit);
      const end = before === undefined ? all.length : Number(before);
      const from = Math.max(0, end - limit);
      const data = new TextEncoder().encode(JSON.stringify(all.slice(from, end))).buffer;
      const headers = new Headers(from === 0 ? {} : { 'x-next-cursor': String(from) });
      return { data, response: { headers } };
    });
    expect(messagesIn(await pagesOf(client, 'ses_1'))).toEqual(all);
    expect(asked.length).toBeGreaterThan(2);
    expect(Math.max(...asked)).toBeLessThan(all.length);
  });

  it('are taken whole from a client that gives them so', async () => {
    const all = [message(1), message(2)];
    const client = clientOf(async () => ({ data: all }));
    expect(messagesIn(await pagesOf(client, 'ses_1'))).toEqual(all);
  });

  it('are none where the client gives none', async () => {
    expect(
      await pagesOf(
        clientOf(async () => ({})),
        'ses_1',
      ),
    ).toEqual([]);
    const strange = new TextEncoder().encode('{"error":1}').buffer;
    const client = clientOf(async () => ({ data: strange }));
    expect(messagesIn(await pagesOf(client, 'ses_1'))).toEqual([]);
  });
});
