const newline = 10;

/**
 * Bytes to lines. A line ends with a line feed and nothing else. One that grows over the limit is left out and counted,
 * so that memory stays bounded whatever a program prints.
 */
export class LineSplitter {
  /** Lines that were left out because of their length. */
  oversized = 0;
  private parts: Buffer[] = [];
  private length = 0;
  private skipping = false;

  private readonly limitBytes: number;
  private readonly onLine: (text: string) => void;

  constructor(limitBytes: number, onLine: (text: string) => void) {
    this.limitBytes = limitBytes;
    this.onLine = onLine;
  }

  push(chunk: Buffer): void {
    let from = 0;
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
      this.add(chunk.subarray(from, at));
      this.finish();
      from = at + 1;
    }
    if (from < chunk.length) this.add(chunk.subarray(from));
  }

  /** Gives the last line, which has no line end. */
  end(): void {
    if (this.hasPart) this.finish();
  }

  /** True while a line has begun and not ended. */
  get hasPart(): boolean {
    return this.length > 0 || this.skipping;
  }

  private add(part: Buffer): void {
    if (this.skipping || part.length === 0) return;
    this.length += part.length;
    if (this.length <= this.limitBytes) {
      // What Node gives may be a part of a large block, which would be held by it.
      this.parts.push(Buffer.from(part));
      return;
    }
    this.oversized += 1;
    this.skipping = true;
    this.parts = [];
    this.length = 0;
  }

  private finish(): void {
    const text = this.parts.length === 1 ? this.parts[0]! : Buffer.concat(this.parts);
    const skipped = this.skipping;
    this.parts = [];
    this.length = 0;
    this.skipping = false;
    if (!skipped) this.onLine(text.toString('utf8'));
  }
}
