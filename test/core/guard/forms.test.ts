import { describe, expect, it } from 'vitest';
import { hazardsIn } from '../../../src/core/guard/destructive.ts';
import { destroyingTune, destroyingUnseen, projectFiles } from './forms.ts';
import { harmlessTune, harmlessUnseen } from './harmless-forms.ts';

const read = (path: string) => projectFiles[path.replace(/^\.\//, '')];
/** Without those that are only so where a file of that name is there. */
const found = (command: string) => hazardsIn(command, { read }).filter(({ file }) => !file);

describe('a command that destroys, in a form that hides it', () => {
  it.each([...destroyingTune, ...destroyingUnseen])('is seen: %s', (command) => {
    expect(found(command)).not.toEqual([]);
  });

  it('is none where the script that it names is not there', () => {
    expect(hazardsIn('npm run nuke')).toEqual([]);
    expect(hazardsIn('make reset')).toEqual([]);
  });
});

describe('a command that destroys nothing', () => {
  it.each([...harmlessTune, ...harmlessUnseen])('passes: %s', (command) => {
    expect(found(command)).toEqual([]);
  });
});

describe('looking through a command line', () => {
  const time = (command: string): number => {
    const start = performance.now();
    hazardsIn(command, { read: () => command });
    return performance.now() - start;
  };

  it.each([
    ['open substitutions', '$('],
    ['open names', '${a:-'],
    ['backticks', '`a'],
    ['quotes', `'"`],
    ['braces', '{a,b}'],
    ['here-documents', '<<E\n'],
    ['pipes', 'cat x|'],
    ['shells', "bash -c '"],
    ['assignments', 'a=$a$a '],
    ['loops', 'for a in $a $a; do '],
    ['functions', 'f() { f f; }; f '],
    ['aliases', "alias a='a a'\na "],
    ['evaluations', 'eval eval '],
    ['xargs', 'echo a | xargs '],
    ['finds', 'find -exec '],
    ['runs of scripts', 'npm run a; make a; bash a; '],
    ['words', 'a'],
    ['semicolons', ';'],
  ])('takes time that grows with its length alone: %s', (_, part) => {
    const small = part.repeat(Math.ceil(20_000 / part.length));
    const large = part.repeat(Math.ceil(80_000 / part.length));
    time(small);
    const [one, four] = [time(small), time(large)];
    expect(four).toBeLessThan(Math.max(400, one * 12));
  });
});
