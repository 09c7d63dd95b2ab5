/** Something that a delivered text says is so. */
export type Claim =
  | { about: 'file'; path: string; role: FileRole; committed?: boolean }
  | { about: 'test'; name: string }
  | { about: 'error'; text: string }
  | { about: 'todo'; text: string }
  | { about: 'command'; command: string; ok: boolean }
  | { about: 'branch'; branch: string };

/** `changed` where a text does not tell making from changing. */
export type FileRole = 'changed' | 'modified' | 'created' | 'deleted' | 'read';

/** Reads the claims out of one arm's text. Each arm with a form of its own has a reader of its own, written down there. */
export type ClaimReader = (text: string) => Claim[];
