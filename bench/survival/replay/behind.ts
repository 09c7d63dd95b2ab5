import type { BenchEvent, BenchSession, Boundary, Prompt } from '../cases/session.ts';
import { boundariesOf } from '../cases/session.ts';
import type { Done } from '../truth/calls.ts';
import { finished } from '../truth/calls.ts';

/** What came behind a boundary, up to the next one. */
export interface Behind {
  /** What the person said before any call had a result. */
  prompt?: Prompt;
  /** The first calls with their results. */
  calls: Done[];
}

/** Tool calls behind a boundary that are sent until one brings its result. */
const laterCalls = 20;

export function behindOf(session: BenchSession, boundary: Boundary): Behind {
  const end =
    boundariesOf(session).find((one) => one.line > boundary.line)?.line ?? session.lines.length;
  const part = session.events.filter((one) => one.line >= boundary.next && one.line < end);
  const first = part.find((event) => event.type === 'prompt' || event.type === 'result');
  return { ...promptOf(first), calls: finished(part).slice(0, laterCalls) };
}

function promptOf(event: BenchEvent | undefined): { prompt?: Prompt } {
  return event?.type === 'prompt' ? { prompt: event } : {};
}
