import type { BenchEvent } from '../cases/session.ts';
import { randomFrom } from '../score/bootstrap.ts';

/** The conversation as plain text, a line break between its parts. */
export function plainText(events: readonly BenchEvent[]): string {
  return events
    .flatMap((event) => {
      if (event.type === 'prompt') return [`User: ${event.text}`];
      if (event.type === 'said') return [`Agent: ${event.text}`];
      if (event.type === 'call') return [`${event.tool} ${JSON.stringify(event.input)}`];
      if (event.type === 'result') return [event.text];
      return [];
    })
    .join('\n');
}

export function tailOf(events: readonly BenchEvent[], length: number): string {
  return plainText(events).slice(-length);
}

/** So many characters of the conversation, in pieces from anywhere in it; the same ones for the same `seed`. */
export function randomPieces(events: readonly BenchEvent[], length: number, seed: number): string {
  const whole = plainText(events);
  const random = randomFrom(seed);
  const piece = 200;
  const pieces: string[] = [];
  for (let taken = 0; taken < length && whole.length > 0; taken += piece) {
    const from = Math.floor(random() * Math.max(1, whole.length - piece));
    pieces.push(whole.slice(from, from + Math.min(piece, length - taken)));
  }
  return pieces.join('\n').slice(0, length);
}
