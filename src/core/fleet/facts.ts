import { frontMatter } from '../task/front-matter.ts';
import { listValue } from '../task/values.ts';
import { parseTicketFile } from '../ticket/parse.ts';
import type { TicketStatus } from '../ticket/ticket.ts';

/** What a fleet looks for in a ticket. */
export interface TicketFacts {
  status: TicketStatus;
  /** A machine takes the ticket by itself only where it has those of these that machines have (`labels: [linux, gpu]`). */
  labels: string[];
  host?: string;
  dependsOn: string[];
}

/** The facts of a ticket's text. */
export function factsOf(text: string, id: string): TicketFacts {
  const { status = 'queued', host, dependsOn } = parseTicketFile(text, `${id}.md`);
  const labels = listValue(frontMatter(text)?.data ?? {}, 'labels').flatMap((each) =>
    each.split(/[\s,]+/),
  );
  return {
    status,
    labels: labels.filter((each) => each !== ''),
    dependsOn: dependsOn.filter((each) => each !== ''),
    ...(host !== undefined && { host }),
  };
}
