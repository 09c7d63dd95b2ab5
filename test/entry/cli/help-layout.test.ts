import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { formatItem } from '../../../src/entry/cli/help-layout.ts';

const what = 'Search past sessions, including what a compaction removed';

function helpAt(width: number): string[] {
  const program = new Command('holdfast')
    .configureHelp({ formatItem })
    .configureOutput({ getOutHelpWidth: () => width });
  program.command('recall [words-of-some-length...]').description(what).option('--x');
  return program.helpInformation().split('\n');
}

describe('the help of a narrow terminal', () => {
  it.each([50, 60, 72])('has no line wider than %i columns', (width) => {
    const lines = helpAt(width);
    expect(lines.filter((line) => line.length > Math.max(width, 44))).toEqual([]);
    const at = lines.indexOf('  recall [options] [words-of-some-length...]');
    expect(lines[at + 1]).toMatch(/^ {6}Search past/);
  });

  it('has a description beside its term where there is room', () => {
    expect(helpAt(120)).toContainEqual(
      expect.stringMatching(/^ {2}recall .*\] {2}Search past sessions, .* removed$/),
    );
  });
});
