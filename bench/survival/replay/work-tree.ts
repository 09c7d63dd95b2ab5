import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { BenchSession } from '../cases/session.ts';
import type { TreeChange } from './file-history.ts';
import { treeHistory } from './file-history.ts';
import type { Place } from './place.ts';

/** A work tree that goes through the session's changes: git repository, files, commits, pushes to a remote of its own. */
export interface WorkTree {
  /** Carries out every change of the lines before `line`. */
  advance(line: number): void;
}

export function makeWorkTree(session: BenchSession, place: Place): WorkTree {
  const history = treeHistory(session);
  const firstTime = session.times.find((time) => time !== undefined) ?? 0;
  const git = gitIn(place);
  const remote = join(place.root, 'remote.git');
  const write = (path: string, content: string, time: number): void => {
    const target = place.toPlace(path);
    if (!target.startsWith(`${place.home}/`)) return;
    try {
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, place.toPlace(content));
      utimesSync(target, time / 1000, time / 1000);
    } catch (error) {
      // A path that is a folder elsewhere in the record: the rows do not allow it.
      if (!['EISDIR', 'ENOTDIR', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? ''))
        throw error;
    }
  };
  git(firstTime, 'init', '-q', '-b', history.branch);
  git(firstTime, 'init', '-q', '--bare', remote);
  git(firstTime, 'remote', 'add', 'origin', remote);
  for (const [path, content] of history.start) write(path, content, firstTime);
  git(firstTime, 'add', '-A');
  git(firstTime, 'commit', '-q', '--allow-empty', '-m', 'The state before the session');
  git(firstTime, 'push', '-q', '-u', 'origin', history.branch);
  let done = 0;
  /** A path that the rows did not show cannot be staged; then the commit lacks it. */
  const stage = (time: number, path: string): void => {
    const inPlace = place.toPlace(path);
    if (path === '-A' || existsSync(resolve(place.project, inPlace))) git(time, 'add', inPlace);
  };
  const carryOut = (change: TreeChange): void => {
    const time = timeAt(session, change.line) ?? firstTime;
    switch (change.type) {
      case 'write':
        write(change.path, change.content, time);
        break;
      case 'remove':
        rmSync(place.toPlace(change.path), { force: true });
        break;
      case 'commit':
        for (const path of change.staged ?? ['-A']) stage(time, path);
        git(time, 'commit', '-q', '--allow-empty', '-m', change.subject);
        break;
      case 'push':
        git(time, 'push', '-q', '-u', 'origin', 'HEAD');
        break;
      case 'branch':
        git(time, 'checkout', '-q', '-B', change.branch);
    }
  };
  return {
    advance(line) {
      for (; done < history.changes.length && history.changes[done]!.line < line; done++) {
        carryOut(history.changes[done]!);
      }
    },
  };
}

/** The time of a line, or of the nearest line above it that has one. */
export function timeAt(session: BenchSession, line: number): number | undefined {
  for (let at = line; at >= 0; at--) if (session.times[at] !== undefined) return session.times[at];
  return undefined;
}

function gitIn(place: Place): (time: number, ...words: string[]) => void {
  return (time, ...words) => {
    const date = `${Math.floor(time / 1000)} +0000`;
    execFileSync('git', words, {
      cwd: place.project,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        PATH: process.env.PATH,
        HOME: place.home,
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_AUTHOR_NAME: 'bench',
        GIT_AUTHOR_EMAIL: 'bench@localhost',
        GIT_COMMITTER_NAME: 'bench',
        GIT_COMMITTER_EMAIL: 'bench@localhost',
        GIT_AUTHOR_DATE: date,
        GIT_COMMITTER_DATE: date,
      },
    });
  };
}
