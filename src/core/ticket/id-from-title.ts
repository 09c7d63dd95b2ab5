import anyAscii from 'any-ascii';
import { isFileId } from './new-text.ts';

const longest = 48;

/** An id made of a title: its words in lower case and Latin letters, whatever script they are in. `taken`: ids that are in use. */
export function idFromTitle(title: string, taken: (id: string) => boolean): string {
  const words = latin(title)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, longest)
    .replace(/-$/, '');
  const base = words === '' ? 'ticket' : words;
  for (let count = 1; ; count += 1) {
    const id = count === 1 ? base : `${base}-${count}`;
    if (isFileId(id) && !taken(id)) return id;
  }
}

/** Letters and digits in plain Latin ones: Latin words lose their marks, others are written as they sound. */
function latin(title: string): string {
  return title
    .normalize('NFKC')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .replace(/[^\x20-\x7e]+/g, (run) =>
      // Each letter of Han is a word of its own, which the sound of begins with a capital.
      anyAscii(run.normalize('NFC'))
        .replace(/[^A-Za-z0-9 ]/g, '')
        .replace(/(?<=[a-z0-9])(?=[A-Z])/g, '-'),
    );
}
