/** What was met on the way and could not be read, or not whole. Codes; the sentences are made where they are shown. */
export type ProblemKind =
  /** A path that a person named is not there. */
  | 'absent'
  | 'unreadable'
  /** It was there when its folder was read. */
  | 'gone'
  /** No host wrote it. */
  | 'foreign'
  | 'empty'
  /** A pipe, a socket or a device: never opened. */
  | 'special'
  /** A link in a circle: to a folder above it, or to itself; or one that leads nowhere. */
  | 'loop'
  | 'dangling'
  /** Bytes that are no row. */
  | 'damaged'
  /** Lines that are too long to be read. */
  | 'oversized'
  | 'too-large'
  | 'shrank'
  | 'grew'
  | 'replaced'
  | 'locked'
  /** A database of a schema that is not known. */
  | 'strange'
  /** A database whose newest changes could not be taken in. */
  | 'behind'
  /** The library that reads databases does not load. */
  | 'module'
  /** A fault of our own in reading it. */
  | 'failed';

export interface Problem {
  path: string;
  kind: ProblemKind;
  /** How many places, lines or bytes. */
  count?: number;
  /** Line of the first place. */
  line?: number;
  /** More, as the end of a sentence. */
  detail?: string;
}
