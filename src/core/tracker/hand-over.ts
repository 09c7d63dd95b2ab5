import type { Fact } from '../fact.ts';
import { trackerCommand } from './commands.ts';
import type { TrackerKind, TrackerTemplates } from './message.ts';

/** Stands for the text while the words before it are looked for. */
const anyText = '\u0001';

/**
 * True when the agent itself wrote to the tracker what is so now, by the commands of its session: its own hand-over knows
 * more than one made from facts, so that nothing may stand in its place.
 */
export function wroteHandOver(
  facts: readonly Fact[],
  kind: TrackerKind,
  id: string,
  templates: TrackerTemplates,
): boolean {
  const words = trackerCommand(kind, { what: 'truth', id, text: anyText }, templates) ?? [];
  const lead = words.slice(
    0,
    words.findIndex((word) => word.includes(anyText)),
  );
  if (lead.length === 0) return false;
  // Options may stand in another order: the program, its command and the task tell enough.
  const own = lead.filter((word) => !word.startsWith('-')).join(' ');
  const flag = lead.find((word) => word.startsWith('-'))?.replace('--append-', '--');
  return facts.some(
    ({ kind: of, value, state }) =>
      of === 'command' &&
      state === 'ok' &&
      ` ${value} `.includes(` ${own} `) &&
      (flag === undefined || /\s(?:--(?:append-)?(?:notes|description|desc)|-d)[\s=]/.test(value)),
  );
}
