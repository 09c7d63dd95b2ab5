import { Transform, type TransformCallback } from 'node:stream';

/**
 * Lines on their way through: those that `passes` refuses go no further. A line longer than `longest` bytes is passed on as it comes,
 * for whoever reads it to refuse.
 */
export function checkedLines(passes: (line: string) => boolean, longest: number): Transform {
  let parts: Buffer[] = [];
  let length = 0;
  const end = (stream: Transform): void => {
    const line = Buffer.concat(parts);
    parts = [];
    length = 0;
    if (passes(line.toString('utf8'))) stream.push(line);
  };
  return new Transform({
    transform(this: Transform, chunk: Buffer, _encoding: string, done: TransformCallback) {
      let from = 0;
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
        parts.push(chunk.subarray(from, at + 1));
        from = at + 1;
        end(this);
      }
      if (from < chunk.length) {
        parts.push(chunk.subarray(from));
        length += chunk.length - from;
      }
      if (length > longest) {
        for (const part of parts) this.push(part);
        parts = [];
        length = 0;
      }
      done();
    },
    flush(this: Transform, done: TransformCallback) {
      if (length > 0) end(this);
      done();
    },
  });
}
