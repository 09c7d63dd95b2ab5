import { endOfValue, spells, walkArray, walkObject } from './transcript-bytes.ts';
import { keepString, stringAt } from './transcript-text.ts';

/** One block of a message's content: the places of its members, -1 where it has none. */
export interface Block {
  type: string;
  text: number;
  id: number;
  name: number;
  input: number;
  toolUseId: number;
  content: number;
  isError: boolean;
}

/** The places of the members of `message`. */
export interface Message {
  id: number;
  model: number;
  content: number;
  usage: number;
}

export function messageAt(bytes: Buffer, from: number, limit: number): Message {
  const message: Message = { id: -1, model: -1, content: -1, usage: -1 };
  if (bytes[from] !== 123) return message;
  walkObject(bytes, from, limit, (start, end, value) => {
    if (spells(bytes, start, end, 'id')) message.id = value;
    else if (spells(bytes, start, end, 'model')) message.model = value;
    else if (spells(bytes, start, end, 'content')) message.content = value;
    else if (spells(bytes, start, end, 'usage')) message.usage = value;
    return endOfValue(bytes, value, limit);
  });
  return message;
}

/** The blocks of the list that begins at `from`, in order; elements that are no objects are left out. */
export function blocksAt(bytes: Buffer, from: number, limit: number): Block[] {
  const blocks: Block[] = [];
  if (bytes[from] !== 91) return blocks;
  walkArray(bytes, from, limit, (element) => {
    if (bytes[element] !== 123) return endOfValue(bytes, element, limit);
    const block: Block = {
      type: '',
      text: -1,
      id: -1,
      name: -1,
      input: -1,
      toolUseId: -1,
      content: -1,
      isError: false,
    };
    const end = walkObject(bytes, element, limit, (start, stop, value) => {
      member(block, bytes, start, stop, value, limit);
      return endOfValue(bytes, value, limit);
    });
    if (end > 0) blocks.push(block);
    return end;
  });
  return blocks;
}

function member(
  block: Block,
  bytes: Buffer,
  start: number,
  end: number,
  value: number,
  limit: number,
): void {
  if (spells(bytes, start, end, 'type')) block.type = stringAt(bytes, value, limit) ?? '';
  else if (spells(bytes, start, end, 'text')) block.text = value;
  else if (spells(bytes, start, end, 'id')) block.id = value;
  else if (spells(bytes, start, end, 'name')) block.name = value;
  else if (spells(bytes, start, end, 'input')) block.input = value;
  else if (spells(bytes, start, end, 'tool_use_id')) block.toolUseId = value;
  else if (spells(bytes, start, end, 'content')) block.content = value;
  else if (spells(bytes, start, end, 'is_error')) block.isError = bytes[value] === 116;
}

/** The text of a result's content (a string or a list of blocks), cut to about `limit` bytes, with its whole length. */
export function resultText(
  bytes: Buffer,
  from: number,
  end: number,
  limit: number,
): { text: string; length: number } {
  if (from < 0) return { text: '', length: 0 };
  if (bytes[from] === 34) return keepString(bytes, from, end, limit) ?? { text: '', length: 0 };
  const texts: string[] = [];
  let length = 0;
  for (const block of blocksAt(bytes, from, end)) {
    const kept = block.text < 0 ? undefined : keepString(bytes, block.text, end, limit);
    if (kept === undefined) continue;
    texts.push(kept.text);
    length += kept.length;
  }
  return { text: texts.join('\n'), length: length + Math.max(0, texts.length - 1) };
}
