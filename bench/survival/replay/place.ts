import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchSession } from '../cases/session.ts';
import { removeAtExit, removeFolder } from './leftovers.ts';

/** A fresh home in which a session is replayed: its own home folder, its work tree, its record, nothing else. */
export interface Place {
  root: string;
  home: string;
  /** The session's working folder, below `home`. */
  project: string;
  /** The record's text with the recorded home replaced by this one. */
  toPlace(text: string): string;
  /** The other way round, for what is measured: figures do not depend on where temporary folders lie. */
  toRecord(text: string): string;
  remove(): void;
}

export function makePlace(session: BenchSession): Place {
  const root = mkdtempSync(join(tmpdir(), 'hfb-'));
  const home = join(root, 'h');
  // Without a home in its path, the working folder itself is what moves.
  const from = session.home === '/' ? session.cwd : session.home;
  const to = session.home === '/' ? join(home, 'work') : home;
  const project = replacePath(session.cwd, from, to);
  mkdirSync(project, { recursive: true });
  const done = removeAtExit(root);
  return {
    root,
    home,
    project,
    toPlace: (text) => replacePath(text, from, to),
    toRecord: (text) => replacePath(text, to, from),
    remove: () => {
      removeFolder(root);
      done();
    },
  };
}

/** Replaces a path and everything below it; a longer name that begins alike stays. */
export function replacePath(text: string, from: string, to: string): string {
  if (from === '' || from === '/') return text;
  const parts = text.split(from);
  let result = parts[0]!;
  for (const part of parts.slice(1)) result += (/^[\p{L}\p{N}_-]/u.test(part) ? from : to) + part;
  return result;
}
