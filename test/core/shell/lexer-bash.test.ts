import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expandWord } from '../../../src/core/shell/expand.ts';
import { lex } from '../../../src/core/shell/lexer.ts';
import { printedByScript } from '../../../src/core/shell/printed.ts';
import { runsIn } from '../../../src/core/shell/runs.ts';

/** Runs scripts in one `bash`, each by itself; answers with what each prints. */
function inBash(scripts: readonly string[]): string[] {
  const end = '\u0001';
  const lines = scripts.map((script) => `(\n${script}\n)\nprintf '\\001'`);
  const printed = execFileSync('bash', ['--norc', '-c', lines.join('\n')], {
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return printed.split(end).slice(0, -1);
}

/** The words of the last command, as `printf '%s\0'` shows them. */
function words(script: string): string {
  const command = lex(script).commands.at(-1);
  const all = (command?.words ?? []).flatMap((word) =>
    expandWord(word, new Map(), printedByScript),
  );
  return all
    .slice(2)
    .map(({ text }) => `${text}\0`)
    .join('');
}

const letters = fc.constantFrom('a', 'b', 'git', '-rf', '--x', 'é', '1', '=', '@', '%', ',', ':');
const inQuotes = fc.constantFrom(
  'a',
  ' ',
  '  ',
  ';',
  '|',
  '&',
  '>',
  '(',
  ')',
  '#',
  '*',
  '\t',
  '\n',
  '{',
  '}',
  '~',
  '!',
);
const piece = fc.oneof(
  { weight: 4, arbitrary: letters },
  fc
    .array(fc.oneof(inQuotes, fc.constantFrom('"', '$', '`', '\\', '$a')))
    .map((all) => `'${all.join('')}'`),
  fc
    .array(
      fc.oneof(
        inQuotes,
        fc.constantFrom("'", '\\"', '\\$', '\\\\', '\\`', '\\a', '\\\n', '$(echo x)', '`echo y`'),
      ),
    )
    .map((all) => `"${all.join('').replaceAll('!', '')}"`),
  fc.constantFrom('\\ ', '\\;', '\\|', "\\'", '\\"', '\\#', '\\\n', '\\*'),
  fc.constantFrom("$'a b'", "$'\\n'", "$'\\x41'", "$'\\101'", "$'\\u00e9'", "$'it\\'s'", "$'\\\\'"),
  fc.constantFrom(
    '${IFS}',
    '"${IFS}"',
    '$@',
    '"$@x"',
    '$(echo a)',
    '`printf b`',
    '${unset:-c}',
    '$(printf "%s" d)',
  ),
);
const word = fc.array(piece, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''));
const gap = fc.constantFrom(' ', '  ', '\t', ' \\\n ');
const line = fc
  .array(fc.tuple(gap, word), { minLength: 1, maxLength: 5 })
  .map((all) => `printf '%s\\0'${all.map(([space, text]) => space + text).join('')}`)
  .filter((text) => !/(?:^|\s)#/.test(text));

describe('the lexer of shell commands', () => {
  test('splits words and resolves quotes as bash does', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 40, maxLength: 40 }), (lines) => {
        const printed = inBash(lines);
        lines.forEach((text, index) => {
          // Without a word `printf` prints one that is empty.
          const own = words(text) || '\0';
          expect(own, JSON.stringify(text)).toBe(printed[index]);
        });
      }),
      { numRuns: 25, endOnFailure: true },
    );
  });

  test('sees each program that bash runs, in whatever stands around it', () => {
    const around = fc.constantFrom(
      (text: string) => text,
      (text: string) => `true && ${text}`,
      (text: string) => `false || ${text}`,
      (text: string) => `{ ${text}; }`,
      (text: string) => `(${text})`,
      (text: string) => `if true; then ${text}; fi`,
      (text: string) => `for i in 1; do ${text}; done`,
      (text: string) => `case a in a) ${text};; esac`,
      (text: string) => `: "$(${text} >&2)"`,
      (text: string) => `: \`${text.replaceAll(/[\\`$]/g, '\\$&')} >&2\``,
      (text: string) => `bash --norc -c ${quoted(text)}`,
      (text: string) => `eval ${quoted(text)}`,
      (text: string) => `trap ${quoted(text)} EXIT; exit`,
      (text: string) => `printf %s ${quoted(text)} | bash --norc`,
      (text: string) => `echo ${quoted(text)} | sh`,
      (text: string) => `bash --norc <<'END_OF_IT'\n${text}\nEND_OF_IT`,
      (text: string) => `bash --norc <<< ${quoted(text)}`,
      (text: string) => `. /dev/stdin <<< ${quoted(text)}`,
      (text: string) => `env -S ${quoted(`sh -c ${quoted(text)}`)}`,
      (text: string) => `f() { ${text}; }; f`,
      (text: string) => `timeout 5 nice -n 1 bash --norc -c ${quoted(text)}`,
      (text: string) => `find . -maxdepth 0 -exec sh -c ${quoted(text)} \\;`,
      (text: string) => `echo x | xargs -I{} sh -c ${quoted(text)}`,
      (text: string) => `flock /dev/null bash --norc -c ${quoted(text)}`,
      (text: string) => `X=${quoted(text)}; eval "$X"`,
      (text: string) => `cat <<'E_E' | bash --norc\n${text}\nE_E`,
    );
    const marker = fc.constantFrom<string[]>(
      'echo MARK >&2',
      'ec""ho MARK >&2',
      'A=echo; $A MARK >&2',
      'echo${IFS}MARK >&2',
      "$'echo' MARK >&2",
    );
    fc.assert(
      fc.property(marker, fc.array(around, { maxLength: 2 }), (text, wraps) => {
        const script = wraps.reduce((inner, wrap) => wrap(inner), text);
        const [printed] = inBash([`{ ${script}\n} 2>&1`]);
        if (!printed?.includes('MARK')) return;
        const seen = runsIn(script).some(
          ({ program, args }) => program === 'echo' && args.some((one) => one.text === 'MARK'),
        );
        expect(seen, script).toBe(true);
      }),
      { numRuns: 120, endOnFailure: true },
    );
  });

  test('takes any text', () => {
    const signs = fc.constantFrom(...' \n\t;&|<>(){}[]$`\'"\\#*?=-', 'a', '$(', '${', '<<E', '<(');
    fc.assert(
      fc.property(fc.array(signs, { maxLength: 200 }), (parts) => {
        const text = parts.join('');
        expect(Array.isArray(lex(text).commands)).toBe(true);
        expect(Array.isArray(runsIn(text))).toBe(true);
      }),
    );
  });
});

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
