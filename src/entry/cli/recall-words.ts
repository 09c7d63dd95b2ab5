import { Fault } from '../../core/errors.ts';
import type { ItemKind } from '../../core/search/searchable.ts';

/** What a kind of item is called. */
const names: Record<ItemKind, string> = {
  person: 'user',
  agent: 'agent',
  call: 'call',
  result: 'result',
  summary: 'summary',
  host: 'client',
  compaction: 'compaction',
};

const kinds: Readonly<Record<string, ItemKind>> = {
  user: 'person',
  agent: 'agent',
  call: 'call',
  result: 'result',
  summary: 'summary',
};

/** The kinds that were named; undefined where none was. Throws a Fault for a word that names none. */
export function kindsNamed(words: readonly string[]): ItemKind[] | undefined {
  if (words.length === 0) return undefined;
  return words
    .flatMap((word) => word.split(','))
    .map((word) => {
      const kind = Object.hasOwn(kinds, word) ? kinds[word] : undefined;
      if (kind !== undefined) return kind;
      throw new Fault('usage', `"${word}" is not a kind of match.`, {
        hint: `Kinds are ${Object.keys(kinds).join(', ')}.`,
      });
    });
}

export function who({ kind, tool }: { kind: string; tool?: string }): string {
  const name = names[kind as ItemKind] ?? kind;
  return tool ? `${name} ${tool}` : name;
}

export function shortTime(time: string | undefined): string {
  return time === undefined ? '' : `${time.slice(0, 16).replace('T', ' ')} UTC`;
}

export function placeOf(
  {
    host,
    session,
    subagent,
    project,
  }: { host: string; session?: string; subagent?: boolean; project?: string },
  home: string,
): string {
  const folder =
    project === undefined
      ? ''
      : project === home || project.startsWith(`${home}/`)
        ? `in ~${project.slice(home.length)}`
        : `in ${project}`;
  return [host, session, subagent ? '(subagent)' : '', folder].filter(Boolean).join(' ');
}
