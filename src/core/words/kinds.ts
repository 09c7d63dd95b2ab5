/** What a word can be a sign of. Each language's file has one list of words for each. */
export const kindNames = [
  'never', 'not', 'forbid', 'stop', 'without', 'always', 'from', 'must', 'only', 'prefer', 'before', 'if', 'but', 'ask',
  'please', 'you', 'i', 'we', 'it', 'past', 'be', 'bug', 'now', 'why', 'may', 'yes', 'nod', 'no', 'wait', 'thanks', 'go',
  'good', 'fill', 'still', 'once', 'or', 'ornot', 'know', 'shall', 'done', 'maybe', 'answer', 'act', 'scope', 'whether', 'twice',
] as const;

export type KindName = (typeof kindNames)[number];

export function kind(name: KindName): number {
  return kindNames.indexOf(name);
}
