import { closeSync, readSync } from 'node:fs';
import { openRegular } from './open-regular.ts';

const blockBytes = 16 * 1024 * 1024;

/** The identity of a file and bytes of it; undefined when it is absent or no regular file. */
export interface OpenLines {
  inode: number;
  size: number;
  /** Text of some bytes. */
  text(from: number, length: number): string;
  /** Gives the whole lines from a byte on, several at a time, each time with the byte behind them; answers with where they end. */
  blocks(from: number, onBlock: (text: string, end: number) => void): number;
  close(): void;
}

/** Opens a file of lines that may be too large for one text. Never throws; a fault while reading counts as its end. */
export function openLines(path: string): OpenLines | undefined {
  let opened: ReturnType<typeof openRegular>;
  try {
    opened = openRegular(path);
  } catch {
    return undefined;
  }
  if (opened === undefined) return undefined;
  const { descriptor, stat } = opened;
  const bytes = (from: number, length: number): Buffer => {
    const buffer = Buffer.allocUnsafe(length);
    return buffer.subarray(0, readOrNone(descriptor, buffer, from));
  };
  return {
    inode: stat.ino,
    size: stat.size,
    text: (from, length) => bytes(from, length).toString('utf8'),
    blocks(from, onBlock) {
      let at = from;
      let wanted = blockBytes;
      for (;;) {
        const block = bytes(at, wanted);
        const end = block.lastIndexOf(10) + 1;
        if (end > 0) {
          onBlock(block.toString('utf8', 0, end), at + end);
          at += end;
          wanted = blockBytes;
        } else if (block.length < wanted || wanted >= blockBytes * 16) return at;
        else wanted *= 4;
      }
    },
    close: () => closeSync(descriptor),
  };
}

function readOrNone(descriptor: number, buffer: Buffer, from: number): number {
  try {
    return readSync(descriptor, buffer, 0, buffer.length, from);
  } catch {
    return 0;
  }
}
