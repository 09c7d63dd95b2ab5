import type { JsonForm } from '../settings-text/json-tree.ts';

/** How a host's settings file holds its hooks. */
export interface HookLayout {
  /** The member with the lists of each event; absent: they are the file's own members. */
  under?: string;
  /** A list holds the handlers themselves, and no groups of them. */
  flat?: boolean;
  /** Members without which the host does not take the file, with what they must be. */
  needs?: readonly [string, unknown][];
  /** What the host reads. Default: plain JSON. */
  form?: JsonForm;
}

/** `{"hooks": {"Event": [{"hooks": [handler]}]}}` */
export const groupedHooks: HookLayout = { under: 'hooks' };

/** The same in a file that may hold comments. */
export const commentedHooks: HookLayout = { under: 'hooks', form: 'comments' };
