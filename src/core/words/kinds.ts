/** What a word can be a sign of. Each language's file has one list of words for each. */
export const kindNames = [
  'never',
  'not',
  'forbid',
  'stop',
  'without',
  'always',
  'from',
  'must',
  'only',
  'prefer',
  'before',
  'if',
  'but',
  'ask',
  'please',
  'you',
  'i',
  'we',
  'it',
  'past',
  'be',
  'bug',
  'now',
  'why',
  'may',
  'yes',
  'nod',
  'no',
  'wait',
  'thanks',
  'go',
  'good',
  'fill',
  'still',
  'once',
  'or',
  'ornot',
  'know',
  'shall',
  'done',
  'maybe',
  'answer',
  'act',
  'scope',
  'whether',
  'twice',
  'negating',
] as const;

export type KindName = (typeof kindNames)[number];

/**
 * What a word may be about, for statements only: where text comes from, words said in passing, parts of what is built, and
 * things of the work itself. A list each in a language's file, after those of signs.
 */
export const topicNames = ['source', 'aside', 'thing', 'work'] as const;

export function kind(name: KindName): number {
  return kindNames.indexOf(name);
}
