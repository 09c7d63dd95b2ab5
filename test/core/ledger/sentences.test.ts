import { describe, expect, it } from 'vitest';
import { parsePredicate } from '../../../src/core/ledger/predicate.ts';
import { readPredicate } from '../../../src/core/ledger/predicate-text.ts';
import { printedScripts } from '../../../src/core/ledger/printed-scripts.ts';
import { agent, edit, says, sh, tool } from '../snapshot/build.ts';
import { asked } from './kit.ts';

const green = 'Tests  12 passed (12)';
const push = [agent('Shall I push?'), says('yes')];

/** What a refusal says: its code, sentence and hint. */
function refusal(read: () => unknown): unknown {
  try {
    read();
  } catch (error) {
    const { code, message, hint } = error as { code: string; message: string; hint?: string };
    return { code, message, hint };
  }
  return 'none';
}
const refused = (value: unknown, place?: string) => refusal(() => parsePredicate(value, place));
const all =
  'ran, failing, read, cites, changed, unchanged, file, tree, answered, approved, check, explored, all, any, not';
const hint = `A predicate is an object with one of: ${all}.`;

describe('a predicate that is none', () => {
  it.each<[unknown, string]>([
    [null, 'the predicate: not an object.'],
    ['ran', 'the predicate: not an object.'],
    [['ran'], 'the predicate: not an object.'],
    [{}, `the predicate: it contains nothing, but none of the words ${all}.`],
    [
      { a: 1, b: 2, c: 3, d: 4 },
      `the predicate: it contains "a", "b", "c", but none of the words ${all}.`,
    ],
    [
      { ['x'.repeat(50)]: 1 },
      `the predicate: it contains "${'x'.repeat(40)}", but none of the words ${all}.`,
    ],
    [{ ran: 'x', read: 'y' }, 'the predicate: it contains both ran and read.'],
    [{ ran: 1 }, 'the predicate: "ran" must be a text.'],
    [{ ran: ' ' }, 'the predicate: "ran" must be a text.'],
    [{ ran: 'x', exit: 'x' }, 'the predicate: "exit" must be a whole number, or "failed".'],
    [{ ran: 'x', after: [1] }, 'the predicate: "after" must be a glob, or a list of them.'],
    [{ changed: 1 }, 'the predicate: "changed" must be a glob, or a list of them.'],
    [{ unchanged: [] }, 'the predicate: "unchanged" must be a glob, or a list of them.'],
    [{ ran: 'x', filtered: 1 }, 'the predicate: "filtered" must be true or false.'],
    [{ file: 'x', exists: 1 }, 'the predicate: "exists" must be true or false.'],
    [
      { file: 'x', sha256: `${'a'.repeat(64)}b` },
      'the predicate: "sha256" must be 64 digits and letters from a to f.',
    ],
    [
      { file: 'x', sha256: `g${'a'.repeat(64)}` },
      'the predicate: "sha256" must be 64 digits and letters from a to f.',
    ],
    [{ tree: 'x' }, 'the predicate: "tree" must be "clean", "committed", or { branch: NAME }.'],
    [{ check: 'x', seconds: 601 }, 'the predicate: "seconds" must be a number from 1 to 600.'],
    [{ explored: 0 }, 'the predicate: "explored" must be a whole number from 1 on.'],
    [{ failing: 'x', times: 0 }, 'the predicate: "times" must be a whole number from 1 on.'],
    [{ cites: 'x', least: 1.5 }, 'the predicate: "least" must be a whole number from 1 on.'],
    [{ read: 'x', exit: 1 }, 'the predicate: "exit" cannot be combined with "read".'],
    [{ not: { ran: 1 } }, 'the predicate, not: "ran" must be a text.'],
    [{ all: [{ ran: 'x' }, 1] }, 'the predicate, all 2: not an object.'],
  ])('is refused with its place and what it takes: %j', (value, message) => {
    expect(refused(value)).toEqual({ code: 'usage', message, hint });
  });

  it.each<[unknown, string]>([
    [{ all: [] }, 'a.yaml, all: not a list of predicates.'],
    [{ any: { ran: 'x' } }, 'a.yaml, any: not a list of predicates.'],
    [{ not: { ran: 'x' }, exit: 1 }, 'a.yaml: "exit" cannot be combined with "not".'],
    [{ exit: 1, all: [{ ran: 'x' }] }, 'a.yaml: "exit" cannot be combined with "all".'],
  ])('is refused by its form: %j', (value, message) => {
    expect(refused(value, 'a.yaml')).toMatchObject({ code: 'usage', message });
  });

  it('is refused below twenty levels', () => {
    const nested = (levels: number): unknown =>
      levels === 0 ? { ran: 'x' } : { not: nested(levels - 1) };
    expect(refused(nested(20))).toBe('none');
    expect(refused(nested(21))).toMatchObject({
      code: 'usage',
      message: expect.stringMatching(/not: nested deeper than 20 levels\.$/),
      hint,
    });
    const lists = (levels: number): unknown =>
      levels === 0 ? { ran: 'x' } : { all: [lists(levels - 1)] };
    expect(refused(lists(20))).toBe('none');
    expect(refused(lists(21))).toMatchObject({ code: 'usage' });
  });

  it('is refused as a text with its file and line', () => {
    const read = (text: string) => refusal(() => readPredicate(text, 'p.yaml'));
    expect(readPredicate('ran: npm test', 'p.yaml')).toMatchObject({ ran: 'npm test', exit: 0 });
    expect(read('a: [')).toMatchObject({
      code: 'usage',
      message: expect.stringMatching(/^p\.yaml, line 1: .+\.$/),
      hint: 'It must be one predicate, as JSON or YAML.',
    });
    expect(read('ran: 1')).toMatchObject({ message: 'p.yaml: "ran" must be a text.' });
    const long = `ran: x\n#${'x'.repeat(199_992)}`;
    expect(long).toHaveLength(200_000);
    expect(read(long)).toBe('none');
    expect(read(`${long}x`)).toMatchObject({
      code: 'usage',
      message: 'p.yaml: too long for a predicate.',
    });
    const bomb = `a: &a [x,x]\n${'bcdefghi'
      .split('')
      .map((name, at) => `${name}: &${name} [*${'abcdefgh'[at]},*${'abcdefgh'[at]}]`)
      .join('\n')}`;
    expect(read(bomb)).toMatchObject({
      message: 'p.yaml, line 1: it refers to itself too often.',
    });
  });
});

describe('what an answer came to', () => {
  const next =
    'Ask the user about "push", in the last sentence of a turn or in the host\'s dialog, and wait for the answer.';

  it('is told with question, answer and time', async () => {
    const told = 'to "Shall I push?" the user said "yes" (2026-01-01 00:00:02 UTC)';
    expect(await asked({ answered: 'push' }, push)).toMatchObject({
      holds: true,
      why: `Answered: ${told}.`,
      entries: ['answer row-2/0'],
    });
    const approved = await asked({ approved: 'PUSH?' }, push);
    expect(approved).toEqual({
      holds: true,
      why: `Approved: ${told}.`,
      entries: ['answer row-2/0'],
    });
  });

  it.each<[string, string, string]>([
    ['Shall I push?', 'no', 'Refused: to "Shall I push?" the user said "no"'],
    [
      'Shall I push?',
      'hm, what for',
      'No plain yes: to "Shall I push?" the user said "hm, what for"',
    ],
  ])('says what is missing where it is no yes: %s %s', async (question, said, why) => {
    const verdict = await asked({ approved: 'push' }, [agent(question), says(said)]);
    expect(verdict).toMatchObject({ holds: false, next, entries: ['answer row-2/0'] });
    expect(verdict.why).toContain(why);
  });

  it('says how to ask where the question itself says no', async () => {
    const verdict = await asked({ approved: 'push' }, [agent('Should I not push?'), says('yes')]);
    expect(verdict).toMatchObject({
      holds: false,
      next: 'Ask about "push" without a "not": a yes to that says neither.',
      entries: ['answer row-2/0'],
    });
    expect(verdict.why).toContain('No plain yes: to "Should I not push?" the user said "yes"');
    const no = await asked({ approved: 'push' }, [agent('Should I not push?'), says('no')]);
    expect(no.why).toContain('Refused: ');
  });

  it('is about a question only where every word of it was asked', async () => {
    expect(await asked({ approved: 'push' }, [])).toEqual({
      holds: false,
      why: 'The user answered no question about "push".',
      entries: [],
      next,
    });
    const holds = async (words: string) => (await asked({ approved: words }, push)).holds;
    expect(await holds('Shall push')).toBe(true);
    expect(await holds('push now')).toBe(false);
    expect(await holds('pus')).toBe(false);
    expect(await holds('push.')).toBe(true);
  });
});

describe('what several predicates came to', () => {
  const ran = { ran: 'npm test' };
  const twice = [tool('shell', { command: 'npm test', id: 't1' }, { text: green }), ...push];

  it('is told by what decides, once each', async () => {
    const both = await asked({ all: [ran, { approved: 'push' }, ran] }, twice);
    expect(both.holds).toBe(true);
    expect(both.why).toMatch(/^"npm test" .*\. Approved: to "Shall I push\?" .*\.$/);
    expect(both.why.match(/npm test/g)).toHaveLength(1);
    expect(both.entries).toEqual(['t1', expect.stringMatching(/^answer /)]);
    expect(both).not.toHaveProperty('next');
    const either = await asked({ any: [ran, { approved: 'deploy' }] }, twice);
    expect(either.why).not.toContain('deploy');
    expect(either.entries).toEqual(['t1']);
  });

  it('says all that is to be done, or what of it is enough', async () => {
    const [one, two] = await Promise.all(
      ['push', 'deploy'].map((what) => asked({ approved: what }, [])),
    );
    const parts = [{ approved: 'push' }, { approved: 'deploy' }, { approved: 'push' }];
    expect(await asked({ all: parts }, [])).toMatchObject({
      holds: false,
      why: `${one!.why} ${two!.why}`,
      next: `${one!.next} ${two!.next}`,
    });
    expect((await asked({ any: parts }, [])).next).toBe(`${one!.next} Or: ${two!.next}`);
  });

  it('is turned round by a not, with what it rests on', async () => {
    const held = await asked({ approved: 'push' }, push);
    expect(await asked({ not: { approved: 'push' } }, push)).toEqual({
      holds: false,
      why: `It must not be so, but: ${held.why}`,
      entries: held.entries,
      next: 'Undo what it rests on.',
    });
    expect(await asked({ not: { approved: 'push' } }, [])).toEqual({
      holds: true,
      why: 'As it must be: The user answered no question about "push".',
      entries: [],
    });
  });
});

describe('a command that is run to judge', () => {
  const check = { check: 'make check', seconds: 5 };
  const ending = (run: object) =>
    asked(check, [], {}, { run: () => Promise.resolve(run as { ok: boolean }) });

  it('says how it ended, and what is to be done', async () => {
    expect(await ending({ ok: true })).toEqual({
      holds: true,
      why: '"make check" ended well just now.',
      entries: [],
    });
    expect(await ending({ ok: false })).toMatchObject({
      holds: false,
      why: '"make check" did not end well within 5 seconds.',
      next: 'Make "make check" end with exit code 0.',
    });
    expect(await ending({ refused: 'nobody trusts it' })).toMatchObject({
      holds: false,
      why: '"make check" was not run: nobody trusts it.',
      next: 'Trust the project with "holdfast trust", from a terminal of your own.',
    });
    expect((await ending({ refused: 'x', next: 'Wait.' })).next).toBe('Wait.');
  });
});

describe('a command line that proves nothing of the command in it', () => {
  it.each([
    [
      'npm test | tail',
      'its output goes through a pipe, whose exit code is that of the last command',
    ],
    [
      'cat x | npm test',
      'its output goes through a pipe, whose exit code is that of the last command',
    ],
    ['npm test; ls', 'another command follows it, whose exit code is the one that is known'],
    ['npm test || true', 'a "||" stands beside it, so that the line ends well without it'],
    ['ls || npm test', 'a "||" stands beside it, so that the line ends well without it'],
    ['eval x && npm test', 'an earlier command on the line may change what is run'],
    ['printf -v PATH x && npm test', 'an earlier command on the line may change what is run'],
    ['A=1; npm test', 'an earlier command on the line may change what is run'],
    ['PATH=x npm test', 'a variable is set for it, which may change what is run'],
    ['XCI=1 npm test', 'a variable is set for it, which may change what is run'],
    ['cd /w; npm test', 'the change of folder before it may have failed'],
    ['ls; cd /w; npm test', 'the change of folder before it may have failed'],
  ])('says why: %s', async (command, why) => {
    const verdict = await asked({ ran: 'npm test' }, [sh(command, green)]);
    expect(verdict.holds).toBe(false);
    expect(verdict.why).toContain(why);
  });

  it.each([
    'false || ls; npm test',
    'ls | head; npm test',
    'printf -- -v && npm test',
    'printf x && npm test',
    'cd /w && npm test',
    'cd . && npm test',
    'cd sub && cd .. && npm test',
    'npm test && git status',
    'timeout 5m npm test',
    'LANG=C npm test',
  ])('counts a line that ends well only where the command did: %s', async (command) => {
    expect((await asked({ ran: ' npm   test ' }, [sh(command, green)])).holds).toBe(true);
  });

  it.each([
    'npm test x',
    'npm',
    'npx npm test',
    'echo npm test',
    'timeout x npm test',
    'time 5 npm test',
    'cd sub && npm test',
    'cd sub x && npm test',
    'cd $X && npm test',
    'cd s* && npm test',
    'cd ~ && npm test',
    'cd - && npm test',
    'pushd /w && npm test',
    'npm $X',
  ])('does not count another command, or one in another folder: %s', async (command) => {
    expect((await asked({ ran: 'npm test' }, [sh(command, green)])).holds).toBe(false);
  });

  it('takes any further words for a star at the end, and one word for one between', async () => {
    const holds = async (ran: string, command: string) =>
      (await asked({ ran }, [sh(command, green)])).holds;
    expect(await holds('npm test *', 'npm test')).toBe(true);
    expect(await holds('npm test *', 'npm test -- a b')).toBe(true);
    expect(await holds('npm test *', 'npm run test')).toBe(false);
    expect(await holds('npm * x', 'npm run x')).toBe(true);
    expect(await holds('npm * x', 'npm x')).toBe(false);
    expect(await holds('*', 'make')).toBe(true);
    expect(await holds('*', 'make x')).toBe(false);
  });

  it('knows a change of folder that it was told by its end', async () => {
    const verdict = await asked({ ran: 'npm test', in: 'sub' }, [sh('cd sub && npm test', green)]);
    expect(verdict.holds).toBe(true);
    const away = await asked({ ran: 'npm test' }, [sh('cd sub && cd /w && npm test', green)]);
    expect(away.holds).toBe(true);
  });

  it('only mentions the command where it is not plain', async () => {
    const why = async (command: string) =>
      (await asked({ ran: 'npm test' }, [sh(command, green)])).why;
    expect(await why('npm test & ls')).toContain('the command line holds the operator &');
    expect(await why('make & ls')).not.toContain('the command line holds ');
    const other = tool('shell', { command: 'npm test', otherShell: true }, { text: green });
    expect((await asked({ ran: 'npm test' }, [other])).why).toContain(
      'the command line is not plain',
    );
    const long = tool('shell', { command: `npm test ${'x'.repeat(4_000)}` }, { text: green });
    expect((await asked({ ran: 'npm test *' }, [long])).why).toContain(
      'the command line is not plain',
    );
  });

  it.each([
    'git commit -am x',
    'git -C /w push',
    'git',
    'echo x > /dev/null',
    'cat < src/b.ts',
    'bash run.sh',
    'npm run build',
    'echo "npm run format"',
    'black --check .',
  ])('counts before what changes nothing: %s', async (command) => {
    const parts = [edit('src/a.ts'), sh(`npm test && ${command}`, green)];
    expect((await asked({ ran: 'npm test', after: ['src/**'] }, parts)).holds).toBe(true);
  });

  it.each([
    'git checkout .',
    'git -C /w stash',
    'echo x >> src/a.ts',
    'eval "$X"',
    'zsh -lc "x"',
    'npx prettier --write .',
    'npm run format',
    'black .',
    'nice cp a b',
    '/usr/bin/tee src/a.ts',
  ])('does not count before what may change files again: %s', async (command) => {
    const parts = [edit('src/a.ts'), sh(`npm test && ${command}`, green)];
    expect((await asked({ ran: 'npm test', after: ['src/**'] }, parts)).holds).toBe(false);
  });
});

describe('the scripts that a package manager prints', () => {
  it.each<[string, string[]]>([
    ['\n> a@1.0.0 test\n> vitest run\n\nok', ['vitest run']],
    ['> a@1.0.0 pretest\n> tsc\n\n> a@1.0.0 test\n> vitest\n> --run\n', ['tsc', 'vitest\n--run']],
    ['> a@1.0.0 test\nvitest', []],
    ['> test\n> vitest run\n> --x\n\nok', ['vitest run\n--x']],
    ['> test\n> vitest run', ['vitest run']],
    ['yarn run v1.22.1\n$ vitest run\nok', ['vitest run']],
    ['$ vitest run\nok', ['vitest run']],
    ['it says\n$ vitest run\n', []],
    ['it says\n> test\n> vitest\n', []],
    ['it says > a@1.0.0 test\n> vitest\n', []],
    ['> a b@1.0.0 test\n> vitest\n', []],
    ['', []],
  ])('are read from %j', (text, scripts) => {
    expect(printedScripts(text)).toEqual(scripts);
  });

  it('are fifty at most', () => {
    expect(printedScripts('> a@1.0.0 x\n> y\n\n'.repeat(60))).toHaveLength(50);
  });
});
