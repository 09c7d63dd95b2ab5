import { Fault } from '../core/errors.ts';
import { StandardInput } from './standard-input.ts';

const limit = 1024 * 1024;

/** All of standard input as text. Throws a Fault when it is longer than 1 MB. */
export function readInput(): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const input = new StandardInput();
    const end = () =>
      resolve(
        Buffer.concat(chunks)
          .toString('utf8')
          .replace(/^\uFEFF/, ''),
      );
    for (const event of ['end', 'error', 'close'] as const) input.on(event, end);
    input.on('data', (chunk) => {
      size += chunk.length;
      if (size <= limit) chunks.push(Buffer.from(chunk));
      else {
        input.pause();
        reject(
          new Fault('usage', 'Standard input is longer than 1 MB.', {
            hint: 'Put the text into a file, and name the file.',
          }),
        );
      }
    });
  });
}
