import { wellFormedValue } from '../../core/rows/well-formed.ts';
import { JsonEnd } from './json-end.ts';

/** Bytes of standard input that are taken; a longer payload is no payload. */
const byteLimit = 64 * 1024 * 1024;
/** How long to wait for the first or the next byte of a payload that is not whole, in milliseconds. */
const silenceMs = 1_500;

/** A stream of bytes, as far as it is used here. */
export interface ByteStream {
  on(event: 'data', listener: (chunk: Buffer) => void): unknown;
  on(event: 'end' | 'close' | 'error', listener: () => void): unknown;
  pause(): unknown;
}

/**
 * The one JSON object of a hook's standard input, taken as soon as it is whole: the end of the stream is
 * never waited for. Undefined for anything else, and when nothing comes in time.
 */
export function readPayload(stream: ByteStream): Promise<Record<string, unknown> | undefined> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const end = new JsonEnd();
    let total = 0;
    let timer = setTimeout(() => finish(undefined), silenceMs);

    const finish = (value: Record<string, unknown> | undefined): void => {
      clearTimeout(timer);
      stream.pause();
      resolve(value);
    };
    const whole = (): Record<string, unknown> | undefined => parseObject(Buffer.concat(chunks));

    stream.on('data', (chunk) => {
      total += chunk.length;
      if (total > byteLimit) return finish(undefined);
      chunks.push(chunk);
      const behind = end.behind(chunk);
      if (behind >= 0) {
        // What follows the object is not for us.
        chunks[chunks.length - 1] = chunk.subarray(0, behind);
        return finish(whole());
      }
      clearTimeout(timer);
      timer = setTimeout(() => finish(undefined), silenceMs);
    });
    for (const event of ['end', 'close', 'error'] as const) stream.on(event, () => finish(whole()));
  });
}

function parseObject(bytes: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? wellFormedValue(value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
