/** Something that a command would destroy. */
export interface Hazard {
  /** What is destroyed, as the object of "this would …". */
  what: string;
  kind: 'discard' | 'force-push' | 'delete' | 'drop' | 'own';
  /** Only where git tracks something of one of these; `folder` absent: the folder of the call. */
  tracked?: { paths: DeletedPath[] };
  /** Only where this is a file of the folder: else it is the name of a branch. */
  file?: { path: string; folder?: string };
}

/** A path that is deleted with all below it. */
export interface DeletedPath {
  path: string;
  /** It may stand for several: `*`, `?` and `[…]` are no letters. */
  globs: boolean;
  /** The folder that it is relative to; absent: that of the call. */
  folder?: string;
  /** Only what is named so, anywhere below. */
  named?: string;
}
