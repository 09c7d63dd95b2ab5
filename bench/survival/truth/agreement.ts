import type { BenchSession } from '../cases/session.ts';
import { agreedLabels, labelCandidates, labelFileOf } from './labels.ts';

export interface Agreement {
  /** Messages that were read twice. */
  messages: number;
  /** Share on which both readings say alike whether there is something in it. */
  same: number;
  /** The same, without what chance would give (Cohen's kappa). */
  kappa: number;
  /** Labels of the first reading, and how many of them the second gave with the same kind. */
  labels: number;
  confirmed: number;
}

/** How far two readings of the labelled sessions agree; both are by one reader, so this is no measure between people. */
export function agreementOf(sessions: readonly BenchSession[]): Agreement {
  let messages = 0;
  let both = 0;
  let neither = 0;
  let first = 0;
  let second = 0;
  let labels = 0;
  let confirmed = 0;
  for (const session of sessions) {
    const file = labelFileOf(session);
    if (!file) continue;
    labels += file.labels.length;
    confirmed += agreedLabels(file).length;
    for (const line of labelCandidates(session)) {
      const one = file.labels.some((label) => label.line === line);
      const two = file.secondPass.some((label) => label.line === line);
      messages += 1;
      if (one) first += 1;
      if (two) second += 1;
      if (one && two) both += 1;
      if (!one && !two) neither += 1;
    }
  }
  const same = (both + neither) / messages;
  const chance = (first * second + (messages - first) * (messages - second)) / messages ** 2;
  return { messages, same, kappa: (same - chance) / (1 - chance), labels, confirmed };
}
