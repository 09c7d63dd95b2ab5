import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { heldText } from '../../../src/core/audit/held-text.ts';
import { holds, sharedNames } from '../../../src/core/audit/kept.ts';
import { auditedKinds } from '../../../src/core/audit/kinds.ts';
import type { Fact, FactKind } from '../../../src/core/fact.ts';

function fact(kind: FactKind, value: string, detail?: string): Fact {
  const one: Fact = { kind, value, from: { source: 'record', segment: 0 } };
  if (detail !== undefined) one.detail = detail;
  return one;
}

const none = new Set<string>();
const held = (text: string, one: Fact, names: ReadonlySet<string> = none) =>
  holds(heldText(text), one, names);

describe('what a person said', () => {
  const rule = fact('prohibition', 'Never push to main, and do not touch the migrations.');

  it('is held word for word whatever its case, quotes and line breaks', () => {
    const text = 'The user said:\n  “NEVER push to main,\nand do not touch the migrations.”';
    expect(held(text, rule)).toBe('word for word');
  });

  it('is held in other words where most of its words stand near each other', () => {
    expect(held('User rules: never push to main; do not touch migrations.', rule)).toBe('told');
  });

  it('is gone where its words stand far apart in another sense', () => {
    const filler = 'The parser reads tokens and builds a tree for each statement. '.repeat(8);
    const text = `We push commits to main. ${filler} The migrations never ran. ${filler} Do not forget to touch the file.`;
    expect(held(text, rule)).toBeUndefined();
  });

  it('is gone where the summary has the act without the prohibition', () => {
    expect(held('Then push the branch.', fact('prohibition', 'never push'))).toBeUndefined();
  });

  it('is held whatever the ending of its words', () => {
    const one = fact('request', 'Fix the parser and add tests.');
    expect(held('Fixed the parsers, adding a test.', one)).toBe('told');
    expect(held('Fixed the lexer.', one)).toBeUndefined();
  });

  it('of more than 240 characters is held by its first 240', () => {
    const long = `Keep the old interface: ${'each exported function stays as it is, '.repeat(12)}and so on.`;
    expect(held(`Rules: ${long.slice(0, 240)}`, fact('constraint', long))).toBe('word for word');
  });

  it('that was cut when it was kept is held by what is left of it', () => {
    expect(held('they want: use tabs only', fact('constraint', 'use tabs only […]'))).toBe(
      'word for word',
    );
  });

  it('is compared in scripts without blanks too', () => {
    const one = fact('prohibition', '不要推送到主分支');
    expect(held('用户说：不要推送到主分支。', one)).toBe('word for word');
    expect(held('用户要求：绝对不要把代码推送到主分支', one)).toBe('told');
    expect(held('然后推送代码', one)).toBeUndefined();
  });
});

describe('a file', () => {
  const file = fact('file.modified', '/code/app/src/parser.ts');

  it.each([
    ['src/parser.ts was changed', true],
    ['see `parser.ts`.', true],
    ['parser.ts, lexer.ts', true],
    ['PARSER.TS', true],
    ['my-parser.ts', false],
    ['parser.tsx', false],
    ['parser.ts.bak', false],
    ['parser', false],
    ['re-parser.ts', false],
  ])('%s', (text, expected) => {
    expect(held(text, file) !== undefined).toBe(expected);
  });

  it('whose name several known files have is held with its folder only', () => {
    const names = sharedNames(['/a/one/index.ts', '/a/two/index.ts', '/a/two/other.ts']);
    expect([...names]).toEqual(['index.ts']);
    const one = fact('file.modified', '/a/one/index.ts');
    expect(held('index.ts was changed', one, names)).toBeUndefined();
    expect(held('two/index.ts was changed', one, names)).toBeUndefined();
    expect(held('a/one/index.ts was changed', one, names)).toBe('told');
    const windows = fact('file.modified', 'C:\\a\\one\\index.ts');
    expect(held('one\\index.ts', windows, names)).toBe('told');
  });
});

describe('a command', () => {
  it.each([
    ['npm test -- --run x', 'ran `npm test` again', true],
    ['npm test -- --run x', 'npm install', false],
    ['go test ./...', 'All go test runs pass', true],
    ['go test ./...', 'we go on and test it', false],
    ['make build', 'use make build', true],
    ['make build', 'make sure that it builds', false],
    ['make', 'run `make` first', true],
    ['make', 'make sure', false],
    ['pytest -q tests/a.py', 'pytest is green', true],
    ['python scripts/fill.py --all', 'run scripts/fill.py', true],
    ['python scripts/fill.py --all', 'python 3.12', false],
    ['./deploy.sh prod', 'deploy.sh was run', true],
    ['cd /x && cargo clippy --all', 'cargo clippy is clean', true],
    ['git rebase -i HEAD~3', 'after git rebase', true],
  ])('%s in "%s": %s', (command, text, expected) => {
    expect(held(text, fact('command', command)) !== undefined).toBe(expected);
  });
});

describe('other facts', () => {
  it('a commit is held by the first seven digits of its id, or by its subject', () => {
    const commit = fact('git.commit', '1a2b3c4d5e Fix the parser of empty files');
    expect(held('in 1a2b3c4', commit)).toBe('told');
    expect(held('committed "Fix parser of empty files"', commit)).toBe('told');
    expect(held('fixed a bug', commit)).toBeUndefined();
  });

  it('a failing test is held by its own name', () => {
    const test = fact('test.failing', 'tests/a.py::TestA::test_empty_file');
    expect(held('test_empty_file still fails', test)).toBe('told');
    expect(held('test_empty_file_twice fails', test)).toBeUndefined();
  });

  it('an open error needs what failed beside the command', () => {
    const error = fact('error.open', 'npm run build', "TS2345: Argument of type 'string' is wrong");
    expect(held('npm run build fails with TS2345: argument of type string', error)).toBe('told');
    expect(held('npm run build was run', error)).toBeUndefined();
  });

  it('a branch is held as a whole name only', () => {
    expect(held('on feature/x', fact('git.branch', 'feature/x'))).toBe('told');
    expect(held('on feature/x-2', fact('git.branch', 'feature/x'))).toBeUndefined();
  });
});

describe('the rules in general', () => {
  const kinds = auditedKinds;
  const words = fc
    .array(fc.stringMatching(/^[a-z]{3,9}$/), { minLength: 1, maxLength: 30 })
    .map((list) => list.join(' '));

  it('a text that holds the very value holds the fact, whatever its kind', () => {
    fc.assert(
      fc.property(fc.constantFrom(...kinds), words, words, (kind, value, around) => {
        expect(held(`${around}\n${value}\n${around}`, fact(kind, value))).toMatch(
          /^(?:word for word|told)$/,
        );
      }),
    );
  });

  it('an empty text holds nothing', () => {
    fc.assert(
      fc.property(fc.constantFrom(...kinds), fc.string({ minLength: 1 }), (kind, value) => {
        expect(held('', fact(kind, value))).toBeUndefined();
      }),
    );
  });

  it('more text never takes away what a text held', () => {
    fc.assert(
      fc.property(fc.constantFrom(...kinds), words, words, words, (kind, value, text, more) => {
        // Half of the texts hold it, so that there is something to take away.
        const whole = text.length % 2 === 0 ? `${text}\n${value}` : text;
        const before = held(whole, fact(kind, value));
        const after = held(`${more}\n${whole}\n${more}`, fact(kind, value));
        expect([before, after]).toEqual([
          before,
          before === undefined ? after : expect.any(String),
        ]);
        if (text.length % 2 === 0) expect(after).toMatch(/^(?:word for word|told)$/);
      }),
    );
  });

  it('any text and value are borne, and in a time that grows with their length', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...kinds),
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'binary' }),
        (kind, value, text) => {
          held(text, fact(kind, value, text));
        },
      ),
    );
    const long = 'word another '.repeat(40_000);
    const start = performance.now();
    held(long, fact('constraint', long.slice(0, 1200)));
    held(long, fact('file.read', `/a/${'x'.repeat(400)}`));
    expect(performance.now() - start).toBeLessThan(2_000);
  });
});
