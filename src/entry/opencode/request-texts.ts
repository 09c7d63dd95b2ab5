import type { ClientMessage } from './client.ts';

interface RequestText {
  text: string;
  /** The message that it stands in; absent until the first request. */
  anchor?: string;
}

/**
 * Texts that could not be stored in the conversation. Each is put into every request from now on, always at the same
 * place, until the message that it stands in leaves the context.
 */
export class RequestTexts {
  readonly #texts = new Map<string, RequestText[]>();

  add(session: string, text: string): void {
    const known = this.#texts.get(session);
    if (known === undefined) this.#texts.set(session, [{ text }]);
    else known.push({ text });
  }

  /** Texts that went out with a request and stand in the context. */
  sent(session: string): string[] {
    const all = this.#texts.get(session) ?? [];
    return all.filter(({ anchor }) => anchor !== undefined).map(({ text }) => text);
  }

  /** True where a session has no text to put in. */
  isEmpty(session: string): boolean {
    return !this.#texts.has(session);
  }

  forget(session: string): void {
    this.#texts.delete(session);
  }

  /** Puts the texts into the messages of a request, in place. */
  putInto(session: string, messages: readonly ClientMessage[]): void {
    const texts = this.#texts.get(session);
    if (texts === undefined) return;
    const last = messages.findLast(({ info }) => info.role === 'user');
    const left = texts.filter((one) => {
      const wanted = one.anchor;
      const host = wanted === undefined ? last : messages.find(({ info }) => info.id === wanted);
      if (host === undefined) return wanted === undefined;
      one.anchor = host.info.id;
      host.parts.push(partFor(host, one.text));
      return true;
    });
    if (left.length > 0) this.#texts.set(session, left);
    else this.#texts.delete(session);
  }
}

function partFor({ info }: ClientMessage, text: string): ClientMessage['parts'][number] {
  const { id: messageID, sessionID } = info;
  return { id: `prt_${messageID}`, messageID, sessionID, type: 'text', synthetic: true, text };
}
