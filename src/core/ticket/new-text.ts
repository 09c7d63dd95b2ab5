import { isDeviceName } from '../text/device-name.ts';
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

/** True for an id that can be a file's name everywhere and leads nowhere else. */
export function isTicketId(text: string): boolean {
  return /^[A-Za-z0-9][\w.-]{0,99}$/.test(text) && !text.includes('..') && !/[.]$/.test(text);
}

/** True for an id whose file `<id>.md` is a ticket to whoever looks into the folder, on every system. */
export function isFileId(id: string): boolean {
  return isTicketId(id) && !/\.md$|^readme$/i.test(id) && !isDeviceName(id);
}
