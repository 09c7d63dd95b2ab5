import type { Report } from './report.ts';

/** What says most of a report comes first; the store gives facts in no order of ours. */
const order = ['status', 'title', 'client', 'branch', 'workflow', 'step', 'compactions', 'rules'];

/** The facts of a report as they are shown, in order. */
export function orderedFacts(facts: Report['facts']): [string, string | number][] {
  const rank = (name: string): number => order.indexOf(name) + 1 || order.length + 1;
  return Object.entries(facts).sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1));
}
