import { describe, expect, it } from 'vitest';
import { readGitStatus } from '../../../src/core/snapshot/git-status.ts';

describe('what git status tells', () => {
  it('is read in its short form', () => {
    const output = [
      '## main...origin/main',
      ' M src/a.ts',
      'M  src/b.ts',
      'MM src/c.ts',
      'A  src/new.ts',
      'R  src/old.ts -> src/moved.ts',
      '?? notes.md',
      'D  "src/odd name.ts"',
    ].join('\n');
    expect(readGitStatus('cd /p && git status --short', output)).toEqual([
      { path: 'src/a.ts', staged: false },
      { path: 'src/b.ts', staged: true },
      { path: 'src/c.ts', staged: false },
      { path: 'src/new.ts', staged: true },
      { path: 'src/moved.ts', staged: true },
      { path: 'notes.md', staged: false },
      { path: 'src/odd name.ts', staged: true },
    ]);
  });

  it('is read in its long form', () => {
    const output =
      'On branch main\nChanges to be committed:\n  (use "git restore --staged <file>..." to unstage)\n\tmodified:   src/a.ts\n\tnew file:   src/b.ts\n\nChanges not staged for commit:\n\tmodified:   src/c.ts\n\nUntracked files:\n\tnotes.md\n';
    expect(readGitStatus('git status', output)).toEqual([
      { path: 'src/a.ts', staged: true },
      { path: 'src/b.ts', staged: true },
      { path: 'src/c.ts', staged: false },
    ]);
  });

  it('is not looked for in what other commands print', () => {
    expect(readGitStatus('git diff --stat', ' M src/a.ts')).toEqual([]);
  });
});
