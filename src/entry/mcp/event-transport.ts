import type { Transport } from '@modelcontextprotocol/server';
import { type EventCall, eventIn } from './event-call.ts';

/** By this a request of the protocol's newer form (2026) is known, whose results say that they are whole. */
const newer = 'io.modelcontextprotocol/protocolVersion';

/**
 * A transport that takes calls with events out of what a client sends, answers them, and passes on the rest. So the tool
 * for events is in no list, and no check of the library stands between an event and its answer. `before`: sees each message
 * that is passed on.
 */
export function withEvents(
  inner: Transport,
  answer: (event: EventCall) => Promise<string>,
  before: (message: unknown) => void = () => {},
): Transport {
  const outer: Transport = {
    async start() {
      inner.onclose = () => outer.onclose?.();
      inner.onerror = (error) => outer.onerror?.(error);
      inner.onmessage = (message, extra) => {
        const event = eventIn(message);
        if (event === undefined) {
          before(message);
          outer.onmessage?.(message, extra);
        } else void answer(event).then((text) => reply(message, event.id, text));
      };
      await inner.start();
    },
    send: (message, options) => inner.send(message, options),
    close: () => inner.close(),
    setProtocolVersion: (version) => inner.setProtocolVersion?.(version),
  };
  return outer;

  async function reply(message: object, id: unknown, text: string): Promise<void> {
    const { _meta: meta } = (message as { params?: { _meta?: object } }).params ?? {};
    const result = {
      content: [{ type: 'text', text }],
      ...(meta !== undefined && newer in meta ? { resultType: 'complete' } : {}),
    };
    try {
      await inner.send({ jsonrpc: '2.0', id: id as string, result });
    } catch {
      // The client is gone, and with it whoever waited.
    }
  }
}
