import { describe, expect, it } from 'vitest';
import { isPlainlyReadOnly } from '../../../src/core/shell/read-only.ts';

describe('small scripts that only look', () => {
  it.each([
    'for f in src/*.ts; do echo "$f"; wc -l < "$f"; done',
    'while read -r l; do echo "> $l"; done < README.md',
    'if grep -q export src/a.ts; then echo found; fi',
    '{ echo a; echo b; } | sort -r',
    'test "$(git rev-parse --is-inside-work-tree)" = true && echo repo',
    '[ -n "$(git status --short)" ] && echo dirty',
    '[[ -f README.md && -r README.md ]] && echo ok',
    'x=3; echo $x',
    'echo $((3*4))',
    'nice -n 5 ls',
    "bc <<< '2^8'",
    '! ls',
    'export -p | head -1',
    'set -o | head -2',
    'ulimit -n',
    'help cd',
    'ls | xargs -I{} echo item {}',
    "find src -name '*.ts' -exec wc -l {} +",
    "find src -type f -exec grep -l export {} ';'",
    'curl --version | head -1',
  ])('%s', (command) => {
    expect(isPlainlyReadOnly(command)).toBe(true);
  });

  it.each([
    'path=/tmp; ls',
    'for path in /tmp; do ls; done',
    'read -r PATH < f; ls',
    'x=3 rm a',
    'x=rm; y=a; $x $y',
    'if rm a; then ls; fi',
    'while read -r l; do rm "$l"; done < f',
    '{ rm a; }',
    'find . -exec rm {} +',
    "find . -exec sh -c 'rm a' ';'",
    'find . -exec cat {} + -delete',
    'find -exec echo {} + -fprint x',
    "find . -ok rm {} ';'",
    'nice -n 5 rm a',
    'ls | xargs -I{} rm {}',
    'ls | xargs -I{} sh -c {}',
    'env rm a',
    'set -e',
    'set -o noclobber',
    '[ -v "a[$(rm a)]" ]',
    'test "$x" -eq 1',
    'test "$(rm a)" = b',
    'test $x = 1',
    'echo $((a[0]))',
    'l=1; echo > $l',
    'if true; then echo > f; fi',
    '[[ -f a && $(rm b) ]]',
    'export -p x=1',
  ])('but not %s', (command) => {
    expect(isPlainlyReadOnly(command)).toBe(false);
  });
});
