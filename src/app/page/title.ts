import type { ConversationItem } from '../../core/conversation.ts';
import type { RecordRef } from '../records/find.ts';
import type { RecordDisk } from '../records/ports.ts';
import { readConversation } from '../records/read.ts';

/** What the beginning of a transcript tells. */
export interface Beginning {
  title?: string;
  cwd?: string;
  branch?: string;
}

/** So much of a transcript is looked through for what the user said first. */
const mostBytes = 32 * 1024 * 1024;
const mostItems = 20_000;
const longestTitle = 140;

class Enough extends Error {}

/** Reads a transcript until the user said something, however long its first rows are. */
export function beginningOf(disk: RecordDisk, ref: RecordRef): Beginning {
  const found: Beginning = ref.cwd === undefined ? {} : { cwd: ref.cwd };
  let items = 0;
  try {
    readConversation(disk, ref, (item) => {
      items += 1;
      take(found, item);
      const isFar = item.at.offset > mostBytes || items > mostItems;
      if (isFar || (found.title !== undefined && found.cwd !== undefined)) throw new Enough();
    });
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
  }
  return found;
}

function take(found: Beginning, item: ConversationItem): void {
  if (item.type === 'place') {
    found.cwd ??= item.cwd;
    found.branch ??= item.branch;
  } else if (item.type === 'user' && saidByUser.has(item.origin) && item.replayed !== true) {
    found.title ??= titleOf(item.text);
  }
}

const saidByUser = new Set(['typed', 'queued', 'mid-turn', 'command']);

/** A text in one line, cut at a word where it is long; undefined where nothing is in it. */
export function titleOf(text: string): string | undefined {
  const line = text.slice(0, 4_000).replace(/\s+/g, ' ').trim();
  if (line === '') return undefined;
  if (line.length <= longestTitle) return line;
  const cut = line.slice(0, longestTitle);
  const border = cut.lastIndexOf(' ');
  return `${(border > longestTitle / 2 ? cut.slice(0, border) : cut).replace(/[\ud800-\udbff]$/, '')}…`;
}
