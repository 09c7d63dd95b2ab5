import { setKey } from './edit.ts';

/** What a new ticket can be told at once. */
export interface NewTicket {
  id: string;
  title: string;
  contract?: string;
  /** Further keys of the front matter, in the order in which they are written. */
  keys: [name: string, value: string | string[]][];
}

/** The text of a new ticket: same input, same bytes. */
export function newTicketText({ id, title, contract, keys }: NewTicket): string {
  const empty = `---\n---\n\n# ${title.replace(/\s+/g, ' ').trim()}\n\n## Contract\n\n${contract ?? ''}${contract ? '\n\n' : ''}## Progress\n\n## Result\n`;
  const all: NewTicket['keys'] = [['id', id], ['title', title], ['status', 'queued'], ...keys];
  return all.reduce((text, [name, value]) => setKey(text, name, value), empty);
}

/** Latin letters that have no decomposition, in plain ones. */
const undecomposed: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd' };

/** An id made of a title: its words in lower case, as far as letters and digits go. `taken`: ids that are in use. */
export function idFromTitle(title: string, taken: (id: string) => boolean): string {
  const words = title
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđ]/g, (letter) => undecomposed[letter]!)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 48)
    .replace(/^-+|-+$/g, '');
  const base = words === '' ? 'ticket' : words;
  for (let count = 1; ; count += 1) {
    const id = count === 1 ? base : `${base}-${count}`;
    if (isFileId(id) && !taken(id)) return id;
  }
}

/** True for an id that can be a file's name everywhere and leads nowhere else. */
export function isTicketId(text: string): boolean {
  return /^[A-Za-z0-9][\w.-]{0,99}$/.test(text) && !text.includes('..') && !/[.]$/.test(text);
}

/** True for an id whose file `<id>.md` is a ticket to whoever looks into the folder. */
export function isFileId(id: string): boolean {
  return isTicketId(id) && !/\.md$|^readme$/i.test(id);
}
