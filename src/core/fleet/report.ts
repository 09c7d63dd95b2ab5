import { withoutControls } from '../trust/untrusted.ts';

/** What a machine tells the others of its work beside the tickets: facts in a few words, no texts of sessions. */
export interface Report {
  kind: ReportKind;
  id: string;
  /** Id of the ticket that it is about. */
  ticket?: string;
  facts: Record<string, string | number>;
}

/** A report as it came from a machine. */
export interface SeenReport extends Report {
  machine: string;
  /** ISO time at which it changed last, by the store's clock. */
  at: string;
}

export const reportKinds = ['worker', 'run', 'session', 'receipt'] as const;
export type ReportKind = (typeof reportKinds)[number];

/** A message to a worker of another machine. */
export interface FleetMessage {
  id: string;
  /** The machine and the worker that it is for. */
  machine: string;
  worker: string;
  /** Who wrote it, such as `the user`. */
  sender: string;
  text: string;
}

/** A message that came from another machine. */
export interface ArrivedMessage {
  id: string;
  worker: string;
  sender: string;
  from: string;
  text: string;
  /** ISO time at which it was sent, by the store's clock. */
  at: string;
}

/** How far a message has come; `gone`: the worker had ended, or there was none of that name. */
export type MessageState = 'sent' | 'arrived' | 'gone';

const mostFacts = 20;
const longest = 200;

/** Facts as another machine gave them: only short texts and numbers, without signs that steer a terminal. */
export function knownFacts(data: unknown): Report['facts'] {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return {};
  const found = Object.entries(data)
    .slice(0, mostFacts)
    .flatMap(([key, value]): [string, string | number][] => {
      if (typeof value === 'number') return [[key.slice(0, 40), value]];
      return typeof value === 'string' ? [[key.slice(0, 40), short(value)]] : [];
    });
  return Object.fromEntries(found);
}

function short(text: string): string {
  return withoutControls(text).replace(/\s+/g, ' ').slice(0, longest);
}

/** A report that may leave the machine: each text is short, and `redact` took secrets out of it. */
export function shareable(report: Report, redact: (text: string) => string): Report {
  const facts = Object.entries(report.facts).map(([key, value]): [string, string | number] => [
    key,
    typeof value === 'number' ? value : short(redact(value)),
  ]);
  return { ...report, facts: Object.fromEntries(facts) };
}
