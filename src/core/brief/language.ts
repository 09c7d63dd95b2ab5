import { standingKinds } from '../snapshot/rule-choices.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { type Language, languageOf } from '../words/language.ts';

/** Messages by which the language of the user is known: the newest count, since people change it. */
const mostMessages = 24;

/** The language that the user writes in; undefined for English, which needs no word, and where it is unsure. */
export function userLanguage({ facts }: Pick<Snapshot, 'facts'>): Language | undefined {
  const said = facts
    .filter(
      ({ kind, from }) =>
        kind === 'request' || (standingKinds.includes(kind) && from.source === 'record'),
    )
    .sort((a, b) => (b.from.offset ?? 0) - (a.from.offset ?? 0))
    .slice(0, mostMessages);
  const language = languageOf(said.map(({ value }) => value));
  return language?.code === 'en' ? undefined : language;
}
