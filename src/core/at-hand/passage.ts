/** Whose words a passage holds. */
export type Speaker = 'user' | 'pasted' | 'agent' | 'command' | 'result' | 'subagent' | 'summary';

/** A few lines of what was said or seen before a compaction, as they are brought up again. */
export interface Passage {
  by: Speaker;
  /** ISO time, to the minute; empty where the record tells none. */
  time: string;
  /** By which `holdfast recall --get` prints the whole place; empty where nothing of the kind is known. */
  handle: string;
  text: string;
}
