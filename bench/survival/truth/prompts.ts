import type { BenchEvent } from '../cases/session.ts';
import type { Fact } from './fact.ts';
import { words } from './matcher.ts';
import { wordsOf } from './normalise.ts';

/** Characters of a message that count: of a pasted plan the beginning. */
const counted = 1_200;

/**
 * What the user said: seven of ten of its distinct words. Words of one or two letters do not count, nor do messages
 * with fewer than three words that do ("yes", "go on"): any text would hold them.
 */
export function promptFacts(events: readonly BenchEvent[], segment: number): Fact[] {
  return events.flatMap((event) => {
    if (event.type !== 'prompt') return [];
    const wanted = [...new Set(wordsOf(event.text.slice(0, counted)))].filter(
      (word) => word.length > 2,
    );
    if (wanted.length < 3) return [];
    return [
      {
        id: `user.prompt ${event.line}`,
        kind: 'user.prompt' as const,
        value: event.text.replace(/\s+/g, ' ').slice(0, 120),
        match: words(wanted.join(' '), 0.7),
        state: 'true_at_boundary' as const,
        source: 'prompt' as const,
        line: event.line,
        segment,
      },
    ];
  });
}
