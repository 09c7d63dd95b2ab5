import { describe, expect, it } from 'vitest';
import { familiesOf } from '../../bench/survival/truth/command-family.ts';
import { failingNames } from '../../bench/survival/truth/failing-names.ts';
import { simpleCommands, writtenPaths } from '../../bench/survival/truth/shell-text.ts';
import { casesOf } from '../../bench/survival/truth/truth.ts';
import { MadeSession } from './made-session.ts';

const facts = (made: MadeSession) =>
  casesOf(made.compacted('It went on.').session())
    .at(-1)!
    .facts.map((fact) => `${fact.state === 'stale' ? 'was ' : ''}${fact.kind} ${fact.value}`);

describe('commands in a shell text', () => {
  it('splits at operators outside of quotes and here-documents', () => {
    expect(simpleCommands('cd x && go test ./... | tail -5; echo "a; b"')).toEqual([
      'cd x',
      'go test ./...',
      'tail -5',
      'echo "a; b"',
    ]);
    expect(simpleCommands("cat <<'EOF'\nnpm test\nEOF\nnpm run lint")).toEqual([
      'cat',
      'npm run lint',
    ]);
    expect(simpleCommands('a \\\nb')).toEqual(['a  b']);
  });

  it('names program and verb, and leaves out what only looks', () => {
    expect(familiesOf('cd x && FOO=1 timeout 60 go test -run X ./a 2>&1 | tail')).toEqual([
      'go test',
    ]);
    expect(familiesOf('mise run fmt && mise run lint && git status --short')).toEqual([
      'mise run fmt',
      'mise run lint',
    ]);
    expect(familiesOf('git add -A && git commit -m "x" && git push origin HEAD')).toEqual([
      'git push',
    ]);
    expect(familiesOf('gh pr view 1; gh pr comment 1 --body x; gh api repos/a/b')).toEqual([
      'gh pr comment',
    ]);
    expect(familiesOf('repo=$(gh repo view --json name) && grep -rn "npm test" .')).toEqual([]);
    expect(familiesOf('python3 scripts/run.py --x')).toEqual(['python3 run.py']);
  });

  it('knows what a shell text surely writes', () => {
    expect(writtenPaths('sed -i "s/a/b/" src/a.ts && echo x > out.txt 2>/dev/null')).toEqual([
      'out.txt',
      'src/a.ts',
    ]);
    expect(writtenPaths('sed -n 1,5p src/a.ts 2>&1')).toEqual([]);
    expect(writtenPaths('git mv a.ts b.ts')).toEqual(['b.ts']);
  });

  it('reads the names of failing tests, of a test and its parts the test', () => {
    const output =
      '--- FAIL: TestA (0.1s)\n    --- FAIL: TestA/part (0.0s)\nFAIL\tpkg\t1.2s\n[x] ERROR task failed';
    expect(failingNames(output)).toEqual(['TestA']);
    expect(failingNames('FAILED tests/test_a.py::test_b - assert')).toEqual([
      'tests/test_a.py::test_b',
    ]);
    expect(failingNames(' FAIL  test/a.test.ts > group > name')).toEqual([
      'test/a.test.ts > group > name',
    ]);
    expect(failingNames('ok  pkg 0.1s')).toEqual([]);
  });
});

describe('what was true at a boundary', () => {
  it('tells read, changed, created and deleted files apart', () => {
    const made = new MadeSession().read('a.ts').read('b.ts').edit('b.ts').write('c.ts', 'x');
    made.edit('d.ts').shell('rm d.ts', '');
    expect(facts(made)).toEqual(
      expect.arrayContaining([
        'file.read_only a.ts',
        'file.modified b.ts',
        'file.uncommitted b.ts',
        'file.created c.ts',
        'file.deleted d.ts',
      ]),
    );
    expect(facts(made)).not.toContain('file.modified d.ts');
  });

  it('takes a failed edit for none', () => {
    const made = new MadeSession().call(
      'Edit',
      { file_path: '/home/dev/proj/a.ts' },
      'no such text',
      {
        failed: true,
      },
    );
    expect(facts(made)).toEqual(['git.branch work']);
  });

  it('takes for committed what was staged, by name or all', () => {
    const one = new MadeSession().edit('a.ts').edit('b.ts');
    one.shell(
      'git add a.ts && git commit -m "feat: first part"',
      '[work abc1234] feat: first part',
    );
    expect(facts(one)).toEqual(
      expect.arrayContaining([
        'was file.uncommitted a.ts',
        'file.uncommitted b.ts',
        'commit abc1234 feat: first part',
      ]),
    );
    const all = new MadeSession().edit('a.ts');
    all.shell('git commit -am "x y z"', '[work abc1234] x y z').edit('a.ts', 'two', 'three');
    expect(facts(all)).toContain('file.uncommitted a.ts');
  });

  it('takes a test for failing until a run of its kind goes well or fails without it', () => {
    const failing = new MadeSession().shell(
      'go test ./...',
      '--- FAIL: TestA (0.1s)\n--- FAIL: TestB (0.1s)',
      1,
    );
    expect(facts(failing)).toContain('test.failing_now TestA');
    failing.rows.splice(-2);
    failing.shell('go test ./...', '--- FAIL: TestB (0.1s)', 1);
    expect(facts(failing)).toEqual(
      expect.arrayContaining(['was test.failing_now TestA', 'test.failing_now TestB']),
    );
    const green = new MadeSession()
      .shell('go test ./...', '--- FAIL: TestA (0.1s)', 1)
      .shell('go test ./...', 'ok');
    expect(facts(green)).toContain('was test.failing_now TestA');
    const other = new MadeSession()
      .shell('go test ./...', '--- FAIL: TestA (0.1s)', 1)
      .shell('npm test', 'ok');
    expect(facts(other)).toContain('test.failing_now TestA');
  });

  it('keeps the last state of a list of tasks, in either of the host’s two ways', () => {
    const todos = (...items: [string, string][]) => ({
      todos: items.map(([content, status]) => ({ content, status })),
    });
    const made = new MadeSession()
      .call(
        'TodoWrite',
        todos(['write the parser', 'in_progress'], ['test the parser', 'pending']),
        'ok',
      )
      .call(
        'TodoWrite',
        todos(['write the parser', 'completed'], ['test the parser', 'in_progress']),
        'ok',
      );
    expect(facts(made)).toEqual(
      expect.arrayContaining(['was todo.open write the parser', 'todo.open test the parser']),
    );
    const tasks = new MadeSession()
      .call('TaskCreate', { subject: 'write the parser' }, 'Task #1 created')
      .call('TaskCreate', { subject: 'test the parser' }, 'Task #2 created')
      .call('TaskUpdate', { taskId: '1', status: 'completed' }, 'ok');
    expect(facts(tasks)).toEqual(
      expect.arrayContaining(['was todo.open write the parser', 'todo.open test the parser']),
    );
  });

  it('cuts segments at boundaries, and knows in the second what was true since the beginning', () => {
    const made = new MadeSession()
      .edit('a.ts')
      .compacted('one')
      .edit('b.ts')
      .compacted('two')
      .edit('c.ts');
    const cases = casesOf(made.session());
    expect(cases.map((one) => [...one.own.files.keys()])).toEqual([['a.ts'], ['b.ts']]);
    expect([...cases[1]!.soFar.files.keys()]).toEqual(['a.ts', 'b.ts']);
    expect(cases[1]!.after.done).toHaveLength(1);
  });
});
