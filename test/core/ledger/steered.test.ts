import { describe, expect, it } from 'vitest';
import { agent, edit, says, sh, tool } from '../snapshot/build.ts';
import { asked, type Disk } from './kit.ts';

const green = 'Tests  12 passed (12)';
const ran = { ran: 'npm test' };
const run = sh('npm test', green);
const pack = (test: string) => JSON.stringify({ scripts: { test, lint: 'eslint .' } });
const disk = (test: string, modified?: string): Disk => ({
  '/w/package.json': { text: pack(test), ...(modified && { modified }) },
  '/w/src/a.ts': { text: 'a' },
});
/** A tree that knows times of change, and what was committed before the session. */
const known = (on: Disk, committed?: string) => ({
  changedMs: (path: string) =>
    on[path] === undefined ? undefined : Date.parse(on[path].modified ?? '2020-01-01'),
  before: async () => committed,
});
const write = (path: string) => tool('write', { paths: [path] });

type Parts = Parameters<typeof asked>[1];
const holds = async (parts: Parts, on: Disk = {}, committed?: string, predicate: object = ran) =>
  (await asked(predicate, parts, on, known(on, committed))).holds;

describe('a run behind a change of how commands run [case 35]', () => {
  it.each([
    'npm set script-shell /bin/true',
    'npm config set script-shell=/bin/true',
    'npm config set script-shell /bin/true --location=user',
    'npm c set node-options "--require ./fake.js"',
    'npm config edit',
    'npm pkg set scripts.test=true',
    'npm pkg set "scripts.test=exit 0"',
    'npm pkg delete scripts.pretest',
    'if true; then npm config set script-shell /bin/true; fi',
    'echo script-shell=/bin/true > .npmrc',
    'echo script-shell=/bin/true >> ~/.npmrc',
    'cp /tmp/x "$HOME/.npmrc"',
    'printf "npm() { :; }" >> ~/.bashrc',
    'sed -i s/a/b/ ~/.zshenv',
    'ln -sf /bin/true node_modules/.bin/vitest',
    'printf x > node_modules/.bin/vitest',
    'export npm_config_script_shell=/bin/true',
    'export BASH_ENV=/tmp/x',
    'export PATH=/tmp/fake:$PATH',
    'PATH=./fake:$PATH',
    'printf -v PATH %s /tmp/fake',
    'declare -x PATH=/tmp/fake',
  ])('proves nothing: %s', async (line) => {
    expect(await holds([sh(line), run])).toBe(false);
    expect(await holds([sh(`${line} && npm test`, green)])).toBe(false);
    // What came later changed nothing of the run.
    expect(await holds([run, sh(line)])).toBe(true);
    expect(await holds([tool('shell', { command: line }, { outcome: 'denied' }), run])).toBe(true);
  });

  it.each([
    '/w/.npmrc',
    '/home/dev/.npmrc',
    '/home/dev/.bashrc',
    '/home/dev/bin/npm',
    '/w/node_modules/vitest/index.js',
    '/w/.yarnrc.yml',
  ])('proves nothing: a write of %s', async (path) => {
    expect(await holds([write(path), run])).toBe(false);
    expect(await holds([run, write(path)])).toBe(true);
  });

  it.each([
    'npm config set fund false',
    'npm config get script-shell',
    'npm set progress=false',
    'npm install left-pad',
    'npm pkg set version=2.0.0',
    'cat .npmrc',
    'grep registry ~/.npmrc',
    'export PATH="$HOME/.nvm/bin:$PATH"',
    'export PATH=$PATH:/usr/local/go/bin',
    'export PATH=./node_modules/.bin:$PATH',
    'node_modules/.bin/vitest run',
    'cat ~/.bashrc',
    'git diff package.json',
  ])('counts behind what changes nothing of it: %s', async (line) => {
    expect(await holds([sh(line), run])).toBe(true);
  });

  it('counts for other programs, whatever the package manager was told', async () => {
    const parts = [write('/w/.npmrc'), sh('pytest', '3 passed in 0.1s')];
    expect(await holds(parts, {}, undefined, { ran: 'pytest' })).toBe(true);
  });

  it('proves nothing for a script of the project that was changed before it', async () => {
    const predicate = { ran: './check.sh' };
    const one = sh('./check.sh', '3 passed');
    expect(await holds([edit('check.sh'), one], {}, undefined, predicate)).toBe(false);
    expect(await holds([one, edit('check.sh')], {}, undefined, predicate)).toBe(true);
    const byShell = { ran: 'bash tools/check.sh' };
    const two = sh('bash tools/check.sh', '3 passed');
    expect(await holds([edit('tools/check.sh'), two], {}, undefined, byShell)).toBe(false);
  });

  it('counts once the user said yes to a question that names it, and not for another', async () => {
    const before = write('/w/.npmrc');
    const question = agent('May .npmrc stay as it is?');
    expect(await holds([before, question, says('yes'), run])).toBe(true);
    expect(await holds([before, question, says('no'), run])).toBe(false);
    expect(await holds([before, agent('May I go on?'), says('yes'), run])).toBe(false);
    expect(await holds([question, says('yes'), before, run])).toBe(false);
    const verdict = await asked(ran, [before, run]);
    expect(verdict.why).toContain('.npmrc was changed before it');
    expect(verdict.next).toContain('Ask the user whether .npmrc may be as it is');
  });
});

describe('the script that the command names', () => {
  it.each([
    'vitest run || true',
    'vitest run; true',
    'vitest run || echo failed',
    'vitest run | cat',
    'vitest run | tail -3',
    '(vitest run) || true',
    'true || vitest run',
    'exit 0',
    'echo 12 passed',
    'vitest run || exit 0',
    'npm run unit || true',
  ])('proves nothing where it ends well by itself: %s', async (script) => {
    expect(await holds([run], disk(script))).toBe(false);
    // As npm named it in the run, whatever stands there now.
    const told = sh('npm test', `\n> a@1.0.0 test\n> ${script}\n\n${green}`);
    expect(await holds([told])).toBe(false);
  });

  it.each([
    'vitest run',
    'tsc --noEmit && vitest run',
    'vitest run || exit 1',
    'set -e; vitest run; echo done',
    'set -o pipefail; vitest run | tee log',
    'rm -rf out; vitest run',
    'echo begin && vitest run',
    'node test.js',
  ])('counts where its end is that of its tests: %s', async (script) => {
    expect(await holds([run], disk(script))).toBe(true);
    expect(await holds([sh('npm test', `\n> a@1.0.0 test\n> ${script}\n\n${green}`)])).toBe(true);
  });

  it('is looked at in those that it calls, and not in what goes before and behind', async () => {
    const outer = '\n> a@1.0.0 test\n> npm run unit\n';
    const hidden = `${outer}\n> a@1.0.0 unit\n> vitest run || true\n${green}`;
    expect(await holds([sh('npm test', hidden)])).toBe(false);
    const before = `\n> a@1.0.0 pretest\n> echo begin\n\n> a@1.0.0 test\n> vitest run\n${green}`;
    expect(await holds([sh('npm test', before)])).toBe(true);
  });

  it('proves nothing where another one stands there now than ran', async () => {
    const told = sh('npm test', `\n> a@1.0.0 test\n> node fake.js\n\n${green}`);
    expect(await holds([told], disk('vitest run'))).toBe(false);
    expect(await holds([told], disk('node fake.js'))).toBe(true);
  });

  it('counts where only what goes before it is printed', async () => {
    const text = JSON.stringify({ scripts: { pretest: 'tsc', test: 'vitest run' } });
    const on = { '/w/package.json': { text } };
    const yarn = (script: string) => sh('npm test', `yarn run v1.22.22\n$ ${script}\n${green}`);
    expect(await holds([yarn('tsc')], on)).toBe(true);
    expect(await holds([yarn('node fake.js')], on)).toBe(false);
  });

  it('proves nothing where the session changed it, be it by a call or unseen', async () => {
    const before = pack('vitest run --dir test');
    const now = disk('node scripts/check.js');
    expect(await holds([edit('package.json'), run], now, before)).toBe(false);
    const late = disk('node scripts/check.js', '2026-06-01');
    expect(await holds([run], late, before)).toBe(false);
    expect(await holds([run], late)).toBe(false);
    const verdict = await asked(ran, [edit('package.json'), run], now, known(now, before));
    expect(verdict.next).toContain('Ask the user whether package.json may be as it is');
  });

  it('counts where only other things of the file changed, where it plainly runs all tests, and where the user agreed', async () => {
    const before = JSON.stringify({ version: '1', scripts: { test: 'node check.js' } });
    expect(await holds([edit('package.json'), run], disk('node check.js'), before)).toBe(true);
    expect(await holds([edit('package.json'), run], disk('vitest run'))).toBe(true);
    expect(await holds([edit('package.json'), run], disk('vitest run test/one.test.ts'))).toBe(
      false,
    );
    const asks = [agent('Is the new script in package.json fine?'), says('yes')];
    expect(await holds([edit('package.json'), ...asks, run], disk('node x.js'))).toBe(true);
  });

  it('is looked at in a Makefile too', async () => {
    const makefile = (line: string): Disk => ({ '/w/Makefile': { text: `test:\n\t${line}\n` } });
    const make = { ran: 'make test' };
    const one = sh('make test', '3 passed');
    expect(await holds([one], makefile('pytest || true'), undefined, make)).toBe(false);
    expect(await holds([one], makefile('pytest -x'), undefined, make)).toBe(true);
    expect(await holds([edit('Makefile'), one], makefile('pytest -x'), undefined, make)).toBe(
      false,
    );
  });

  it('proves nothing where settings of npm were written since the session began', async () => {
    const on = (text: string): Disk => ({ '/w/.npmrc': { text, modified: '2026-06-01' } });
    expect(await holds([run], on('script-shell=/bin/true\n'))).toBe(false);
    expect(await holds([run], on('fund=false\n'))).toBe(true);
    const home = { '/home/dev/.npmrc': { text: 'script-shell=/bin/true', modified: '2026-06-01' } };
    const tree = { ...known(home), home: '/home/dev' };
    expect((await asked(ran, [run], home, tree)).holds).toBe(false);
  });
});
