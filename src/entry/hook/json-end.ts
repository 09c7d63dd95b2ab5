const quote = 0x22;
const backslash = 0x5c;
const open = 0x7b;
const close = 0x7d;

/** Finds where the outermost object of a byte stream ends, chunk by chunk, without parsing it. */
export class JsonEnd {
  private depth = 0;
  private inString = false;
  private escaped = false;

  /** The place right behind the brace that closes the object, in bytes of this chunk; -1 when it is not in it. */
  behind(chunk: Uint8Array): number {
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at];
      if (this.inString) {
        if (this.escaped) this.escaped = false;
        else if (byte === backslash) this.escaped = true;
        else if (byte === quote) this.inString = false;
      } else if (byte === quote) this.inString = true;
      else if (byte === open) this.depth += 1;
      else if (byte === close && --this.depth === 0) return at + 1;
    }
    return -1;
  }
}
