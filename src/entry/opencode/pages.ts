import type { ClientMessage, OpenCodeClient } from './client.ts';

/**
 * Some messages of a session, oldest first: as the client's bytes, which another thread parses and which are not copied on their
 * way there, or parsed by the client.
 */
export type Page = SharedArrayBuffer | readonly ClientMessage[];

/** Messages of the first page, and the most of any. */
const firstCount = 20;
const mostCount = 200;
/** What a page should hold: the client makes it in the thread that also runs all else of it. */
const pageBytes = 512 * 1024;
/** A client that never comes to the first message is not asked for ever. */
const mostPages = 10_000;

/**
 * All messages of a session as the client has stored them, what was before a compaction too, the oldest page first. Asked for
 * page by page, with a turn of the client's own thread between two.
 */
export async function pagesOf(client: OpenCodeClient, session: string): Promise<Page[]> {
  const pages: Page[] = [];
  let limit = firstCount;
  let before: string | undefined;
  while (pages.length < mostPages) {
    const query = { limit, ...(before !== undefined && { before }) };
    const wish = { path: { id: session }, query, parseAs: 'arrayBuffer' } as const;
    const { data, response } = await client.session.messages(wish);
    if (data instanceof ArrayBuffer) pages.push(shared(data));
    else if (Array.isArray(data)) pages.push(data as ClientMessage[]);
    else break;
    before = response?.headers?.get('x-next-cursor') ?? undefined;
    if (before === undefined) break;
    if (data instanceof ArrayBuffer) limit = nextCount(limit, data.byteLength);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return pages.reverse();
}

function shared(bytes: ArrayBuffer): SharedArrayBuffer {
  const page = new SharedArrayBuffer(bytes.byteLength);
  new Uint8Array(page).set(new Uint8Array(bytes));
  return page;
}

function nextCount(count: number, bytes: number): number {
  const wanted = Math.floor((count * pageBytes) / Math.max(1, bytes));
  return Math.max(1, Math.min(wanted, count * 2, mostCount));
}

/** The messages of pages, oldest first. What is no list of messages counts as none. */
export function messagesIn(pages: readonly Page[]): ClientMessage[] {
  return pages.flatMap((page) => {
    if (!(page instanceof SharedArrayBuffer)) return page;
    const value: unknown = JSON.parse(new TextDecoder().decode(new Uint8Array(page).slice()));
    return Array.isArray(value) ? (value as ClientMessage[]) : [];
  });
}
