import type { BenchEvent, BenchSession, Boundary } from '../cases/session.ts';
import { boundariesOf } from '../cases/session.ts';
import type { Done } from './calls.ts';
import { finished } from './calls.ts';

/** The rows between two boundaries. */
export interface Segment {
  /** From 1. */
  number: number;
  session: BenchSession;
  events: BenchEvent[];
  done: Done[];
  /** First line, and the line of the boundary that ends it. */
  from: number;
  to: number;
  end: Boundary | undefined;
}

/** The segments of a session, the rest behind the last boundary included. */
export function segmentsOf(session: BenchSession): Segment[] {
  const ends: (Boundary | undefined)[] = [...boundariesOf(session), undefined];
  let from = 0;
  return ends.map((end, index) => {
    const to = end?.line ?? session.lines.length;
    const events = session.events.filter(
      (event) => event.type !== 'boundary' && event.line >= from && event.line < to,
    );
    const segment: Segment = {
      number: index + 1,
      session,
      events,
      done: finished(events),
      from,
      to,
      end,
    };
    from = end?.next ?? to;
    return segment;
  });
}
