/**
 * What a word of a language's file means for the guard: acts, what they are done to, and how something is forbidden, made to wait,
 * allowed, doubted or told of others. A list each, as `{"kind": "deeds", "as": …}`; a star stands for the rest of a word.
 */
export const deedListNames = [
  'push',
  'commit',
  'merge',
  'deploy',
  'publish',
  'install',
  'add',
  'remove',
  'touch',
  /** Objects: the tests, packages, migrations, branches, and words for any file or anything. */
  'tests',
  'packages',
  'migrations',
  'branch',
  'any',
  /** Words that forbid, beside those that every language's lists of signs have; `notend` where they end a clause. */
  'not',
  'notend',
  /** Words that say to leave something alone. */
  'hands',
  /** The speaker's own yes, an order to ask, and what stands before either. */
  'ok',
  'ask',
  'until',
  /** What the speaker does without help. */
  'self',
  'may',
  'says',
  /** The speaker, as the one who says. */
  'speaker',
  /** Words with which nothing is forbidden: "do not forget", "you need not". */
  'doubt',
  /** Things that are called by the name of an act: a commit message. */
  'besides',
  /** Words in which others are found by chance. */
  'other',
  /** What need not be done: whole phrases, and verbs that say so beside a word that denies. */
  'needless',
  'need',
  /** Forms of asking the speaker and of waiting for a yes. */
  'asking',
  /** Words for a folder, beside which its bare name may stand. */
  'folder',
  /** What is said of a thing that does not work: its words deny, and forbid nothing. */
  'fails',
] as const;

export type DeedListName = (typeof deedListNames)[number];
