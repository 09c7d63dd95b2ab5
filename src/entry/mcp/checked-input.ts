import { Transform, type TransformCallback } from 'node:stream';

/** The answer to a line that is no message, as JSON-RPC has it; undefined for one that is. */
export function faultOf(line: string): object | undefined {
  if (line.trim() === '') return undefined;
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch {
    return fault(null, -32700, 'Parse error: the line is no JSON.');
  }
  const { id, jsonrpc, method, result, error } = (
    typeof message === 'object' && message !== null ? message : {}
  ) as Record<string, unknown>;
  const isCall = jsonrpc === '2.0' && typeof method === 'string';
  const isAnswer = jsonrpc === '2.0' && (result !== undefined || error !== undefined);
  if (!Array.isArray(message) && (isCall || isAnswer)) return undefined;
  const known = typeof id === 'string' || typeof id === 'number' ? id : null;
  return fault(
    known,
    -32600,
    'Invalid request: a message needs "jsonrpc": "2.0" and a method, and stands alone on its line.',
  );
}

function fault(id: string | number | null, code: number, message: string): object {
  return { jsonrpc: '2.0', id, error: { code, message } };
}

/**
 * Lines of a client on their way to the server: what is no message is answered by `answer` and goes no further. A line longer than
 * `longest` bytes is passed on as it comes, for the server refuses it.
 */
export function checkedInput(answer: (message: object) => void, longest: number): Transform {
  let parts: Buffer[] = [];
  let length = 0;
  const end = (stream: Transform): void => {
    const line = Buffer.concat(parts);
    parts = [];
    length = 0;
    const wrong = faultOf(line.toString('utf8'));
    if (wrong === undefined) stream.push(line);
    else answer(wrong);
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
