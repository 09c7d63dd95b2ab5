import { describe, expect, it } from 'vitest';
import { isLauncherCall } from '../../src/core/hook-settings/own-command.ts';
import { commitLine, gitRuns } from '../../src/core/snapshot/git-words.ts';
import { allBetween, between, withoutBetween } from '../../src/core/text/between.ts';
import { withoutEnds, withoutTail } from '../../src/core/text/ends.ts';

describe('texts between marks', () => {
  it('are found, taken out, and end at a mark that is never closed', () => {
    expect(between('x<a>1</a>', '<a>', '</a>')?.inner).toBe('1');
    expect(between('<a>1', '<a>', '</a>')).toBeUndefined();
    expect(allBetween('<a>1</a>-<a></a><a>2', '<a>', '</a>')).toEqual(['1', '']);
    expect(withoutBetween('x<a>1</a>y<a>2</a>z<a>', '<a>', '</a>')).toBe('xyz<a>');
  });

  it('cost no more than the text is long, with many marks that are never closed', () => {
    const text = '<a>'.repeat(400_000);
    const from = performance.now();
    expect(allBetween(text, '<a>', '</a>')).toEqual([]);
    expect(withoutBetween(text, '<a>', '</a>')).toBe(text);
    expect(performance.now() - from).toBeLessThan(2_000);
  });
});

describe('ends of texts', () => {
  it('are taken off', () => {
    expect([withoutEnds('**a*b_', /[*_]/), withoutEnds('***', /[*_]/)]).toEqual(['a*b', '']);
    expect([withoutTail('a..', /\./), withoutTail('', /\./)]).toEqual(['a', '']);
  });
});

describe('commands', () => {
  it('of git are found by a word behind it, within one command and not far', () => {
    expect(gitRuns('cd a && git -C b commit -m x', /\bcommit\b/)).toBe(true);
    expect(gitRuns('git log; echo commit', /\bcommit\b/)).toBe(false);
    expect(gitRuns('digit commit', /\bcommit\b/)).toBe(false);
    expect(gitRuns('git push --dry-run', /\bpush\b/, '--dry-run')).toBe(false);
    expect(gitRuns('git push --dry-run && git push', /\bpush\b/, '--dry-run')).toBe(true);
    expect(gitRuns(`git ${'x'.repeat(200)} push`, /\bpush\b/)).toBe(false);
  });

  it('of git say what was committed', () => {
    expect(commitLine('[main 0123abc] Add it')).toEqual({
      where: 'main',
      id: '0123abc',
      subject: 'Add it',
    });
    expect(commitLine('[main (root-commit) 0123abc] A')?.where).toBe('main (root-commit)');
    for (const other of [
      '[x] y',
      '[a]b 0123abc] z',
      '[main 0123xyz] z',
      ' [main 0123abc] z',
      '[',
    ]) {
      expect(commitLine(other), other).toBeUndefined();
    }
  });

  it('of ours are known by the launcher, the host and that nothing stands behind', () => {
    const call = '"/h/bin/hook" codex 2>/dev/null;:';
    expect(isLauncherCall(call, 'codex')).toBe(true);
    expect(
      isLauncherCall(`h=x;[ -e "$h/watch" ]&&"$h/bin/hook" codex 2>/dev/null;:`, 'codex'),
    ).toBe(true);
    expect(isLauncherCall(call.replace('codex', 'codexx'), 'codex')).toBe(false);
    expect(isLauncherCall(`${call}&& rm -rf x;:`, 'codex')).toBe(false);
    expect(isLauncherCall(5, 'codex')).toBe(false);
    expect(isLauncherCall("'/h/bin/hook' cursor 2>/dev/null||echo {}", 'cursor', '||echo {}')).toBe(
      true,
    );
  });
});
