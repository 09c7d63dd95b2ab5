import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hazardsIn } from '../../../src/core/guard/destructive.ts';
import { destructive, harmless } from './corpus.ts';

const kinds = (command: string) => hazardsIn(command).map(({ kind }) => kind);

describe('a command that destroys', () => {
  for (const [kind, commands] of Object.entries(destructive)) {
    it.each(commands)(`${kind}: %s`, (command) => {
      expect(kinds(command)).toContain(kind);
    });
  }

  it('is taken for one whatever stands around it', () => {
    const one = fc
      .constantFrom(...Object.values(destructive).flat())
      .filter((text) => !/<<|#/.test(text));
    const around = fc.constantFrom(
      (text: string) => `npm test && ${text}`,
      (text: string) => `(cd sub; ${text})`,
      (text: string) => `if true; then ${text}; fi`,
      (text: string) => `echo "it's"; ${text}`,
      (text: string) => `x=$(${text})`,
      (text: string) => `echo 'a' | tee b; ${text} | cat`,
      (text: string) => `cat <<E\ngit status\nE\n${text}`,
      (text: string) => `bash <<'E'\n${text}\nE`,
    );
    fc.assert(
      fc.property(one, around, (text, wrap) => {
        expect(kinds(wrap(text))).toEqual(expect.arrayContaining([...new Set(kinds(text))]));
      }),
    );
  });
});

describe('a command that only speaks of it', () => {
  it.each(harmless)('is none: %s', (command) => {
    expect(hazardsIn(command).filter(({ file }) => file === undefined)).toEqual([]);
  });

  it('is none in any quotes, as a message, a text that is printed or searched for', () => {
    const said = fc
      .constantFrom(...Object.values(destructive).flat())
      .filter((text) => !/['\\]/.test(text));
    const saying = fc.constantFrom(
      (text: string) => `git commit -m '${text}'`,
      (text: string) => `echo '${text}'`,
      (text: string) => `grep -rn '${text}' .`,
      (text: string) => `gh pr create --title x --body '${text}'`,
      (text: string) => `cat > a.md <<'END_OF_IT'\n${text}\nEND_OF_IT`,
      (text: string) => `X='${text}' npm test`,
    );
    fc.assert(
      fc.property(said, saying, (text, say) => {
        expect(hazardsIn(say(text))).toEqual([]);
      }),
    );
  });
});

describe('the recogniser', () => {
  it('takes any text, in time that grows with its length alone', () => {
    const signs = fc.constantFrom(
      ...' \n\t;&|<>(){}[]$`\'"\\#*?=-',
      'git',
      'rm',
      'drop',
      '$(',
      '<<E',
      'reset',
      '--hard',
    );
    fc.assert(
      fc.property(fc.array(signs, { maxLength: 200 }), (parts) => {
        expect(Array.isArray(hazardsIn(parts.join('')))).toBe(true);
      }),
      { numRuns: 500 },
    );
    const long = [
      '$(',
      '`',
      '(',
      '"$(',
      "'",
      '<<E\n',
      'git -C ',
      'sudo ',
      'rm {',
      '"',
      'sh -c ',
      '/*',
      'drop/*',
      '\n',
      '; ',
      ' ',
      'drop ',
      '.drop',
      '--x',
    ];
    for (const part of long) {
      for (const [open, close] of [
        ['git ', ''],
        ['psql -c "', '"'],
        ['mongosh --eval "', '"'],
      ]) {
        const began = performance.now();
        hazardsIn(`${open}${part.repeat(100_000 / part.length)}${close}`);
        expect(performance.now() - began).toBeLessThan(1_500);
      }
    }
  });

  it('names the folder that a command ends up in, and the names that are looked for', () => {
    const [cd] = hazardsIn('cd a/b && rm -rf c');
    expect(cd?.tracked?.paths).toEqual([{ path: 'c', globs: false, folder: 'a/b' }]);
    const [find] = hazardsIn("find . -name '*.pyc' -delete");
    expect(find?.tracked?.paths).toEqual([{ path: '.', globs: false, named: '*.pyc' }]);
    expect(hazardsIn('git -C sub checkout main')[0]?.file).toEqual({ path: 'main', folder: 'sub' });
    expect(hazardsIn('rm -rf "$TMP/x"')).toEqual([]);
  });
});
