import { onShort } from '../bounded-match.ts';
import { clipMarked } from '../trust/clip.ts';
import { untrusted } from '../trust/untrusted.ts';

/** A form of a command that failed, and the one that then worked. */
export interface Worked {
  failed: string;
  worked: string;
  /** The line of the error. */
  line: string;
}

/** Characters of a command that are kept with it. */
const longestForm = 260;

/** What only shapes a command's output. */
const shaping = onShort(/(?: 2>&1| \| (?:head|tail)(?: -?[n\d ]{1,8})?)+$/, 1_200);

/** A command by which it is known again: what only shapes its output makes no difference. */
export function commandForm(command: string): string {
  const line = command.replace(/\s+/g, ' ').trim();
  if (line.length > 1_200) return line;
  return clipMarked(shaping.replace(line, ''), longestForm);
}

/** What is kept about the form that a command is about to run in; the newest. */
export function workedFor(rows: readonly Worked[], command: string): Worked | undefined {
  const form = commandForm(command);
  return rows.findLast(({ failed }) => failed === form);
}

/** One line for the agent. What tools wrote is quoted. */
export function workedText({ failed, worked, line }: Worked): string {
  const error = line === '' ? '' : `: "${untrusted(line, 160)}"`;
  return `Holdfast: before the compaction \`${untrusted(failed, 200)}\` failed${error}. What then worked: \`${untrusted(worked, 260)}\``;
}

/** What a file says of them; nothing where it is none of ours. */
export function workedFrom(text: string | undefined): Worked[] {
  try {
    const rows: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(rows) ? rows.filter(isWorked) : [];
  } catch {
    return [];
  }
}

function isWorked(row: unknown): row is Worked {
  const { failed, worked, line } = (row ?? {}) as Partial<Record<keyof Worked, unknown>>;
  return [failed, worked, line].every((one) => typeof one === 'string');
}
