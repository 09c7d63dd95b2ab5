import type { CallEntry, LedgerEntry } from '../../core/ledger/entry.ts';
import { relativeTo } from '../../core/task/path.ts';
import { bareTime } from '../../core/time-text.ts';
import { untrusted } from '../../core/trust/untrusted.ts';
import { table } from './table.ts';

const longest = 200;

/** Entries as a table, oldest first; paths below the project relative to it. */
export function entryTable(
  entries: readonly LedgerEntry[],
  project: string,
  width: number,
): string {
  return table(
    [
      { title: 'TIME (UTC)' },
      { title: 'TOOL', flexible: true },
      { title: 'OUTCOME' },
      { title: 'WHAT', flexible: true },
    ],
    entries.map((entry) => [
      entry.time === undefined ? '' : bareTime(entry.time, 'second'),
      entry.kind === 'call' ? toolOf(entry) : entry.by,
      outcomeOf(entry),
      untrusted(what(entry, project), longest),
    ]),
    width,
  );
}

/** The tool, and which agent below the session used it. */
function toolOf({ tool, agent }: CallEntry): string {
  const by = agent === undefined ? '' : ` (agent ${untrusted(agent, 20)})`;
  return `${untrusted(tool, 40)}${by}`;
}

function outcomeOf(entry: LedgerEntry): string {
  if (entry.source === 'claimed') return 'claimed';
  if (entry.kind === 'answer') return entry.verdict ?? 'answer';
  return entry.exitCode ? `exit ${entry.exitCode}` : entry.outcome;
}

function what(entry: LedgerEntry, project: string): string {
  if (entry.kind === 'answer') return `${entry.question} - ${entry.answer}`;
  if (entry.command !== undefined) return entry.command;
  return entry.input ?? entry.paths.map((path) => relativeTo(path, project)).join(', ');
}
