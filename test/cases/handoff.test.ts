import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runAsPerson } from '../../harness/outside-session.ts';
import { missingIn } from '../../harness/request.ts';
import { edit } from './kit.ts';
import { longPlan, Rig } from './rig.ts';
import { ticketText } from './tickets.ts';

const cli = join(import.meta.dirname, '..', '..', 'dist', 'cli.js');
const first = '11111111-2222-4333-8444-555555555555';
const second = '22222222-3333-4444-8555-666666666666';
const third = '33333333-4444-4555-8666-777777777777';
const rule = 'Never push to the branch main.';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
});
afterEach(() => rig.remove());

function holdfast(args: string[], more: { state?: string; cwd?: string } = {}) {
  const { PATH, HOME } = rig.env;
  const env = { PATH, HOME, HOLDFAST_HOME: more.state ?? rig.state };
  return runAsPerson(process.execPath, [cli, ...args], { cwd: more.cwd ?? rig.project, env });
}

/** A session with a rule, a call and an answer, on the plan of the project. */
async function firstSession(): Promise<string> {
  const plan = rig.write('PLAN.md', longPlan);
  rig.setTask('PLAN.md');
  await rig.send('SessionStart', { source: 'startup' });
  await rig.send('UserPromptSubmit', { prompt: rule });
  rig.userRow(rule);
  rig.userRow('Begin with the first step of PLAN.md.');
  rig.callRows('toolu_1', 'Bash', { command: 'npm test' }, { text: 'ok' });
  rig.answerRow('The first step is done.');
  return plan;
}

/** What `holdfast handoff --print` gives. */
function handedOver(session = first): { id: string; text: string; command: string } {
  const ran = holdfast(['handoff', session, '--to', 'claude', '--print', '--json']);
  expect(ran.code, ran.err).toBe(0);
  return JSON.parse(ran.out);
}

/** A session begins with a prompt. Answers with what its hooks said. */
async function begins(session: string, prompt: string) {
  rig.session = session;
  await rig.send('SessionStart', { source: 'startup' });
  const told = await rig.send('UserPromptSubmit', { prompt });
  rig.userRow(prompt);
  return told;
}

const reads = (path: string) =>
  rig.send('PostToolUse', {
    tool_name: 'Read',
    tool_use_id: 'toolu_read',
    tool_input: { file_path: path },
    tool_response: {
      type: 'text',
      file: { filePath: path, content: readFileSync(path, 'utf8'), startLine: 1 },
    },
  });

describe('work that is handed to another session', () => {
  it('comes as one text: rules word for word, the plan whole, what is next, where the transcript lies, and no secret', async () => {
    const plan = await firstSession();
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    rig.userRow(`The token is ${secret}, keep it.`);
    rig.answerRow('I keep it.');
    const { text, id, command } = handedOver();
    expect(
      missingIn(text, rule, plan, longPlan.trimEnd(), 'Next: ', rig.transcript, first, id),
    ).toEqual([]);
    expect(text).not.toContain(secret);
    expect(command).toBe(`holdfast handoff ${first} --to claude`);
  });

  it('holds the first change until the plan was read, and proves its delivery by the transcript', async () => {
    const plan = await firstSession();
    const { text, id } = handedOver();
    await begins(second, text);
    const denied = await rig.send('PreToolUse', edit('toolu_2'));
    expect(missingIn(denied.denied, 'you continue the work of another session', plan)).toEqual([]);
    await reads(plan);
    expect((await rig.send('PreToolUse', edit('toolu_3'))).denied).toBe('');
    expect(missingIn(rig.kinds(second).join(' '), 'handed.here', 'delivered', 'met')).toEqual([]);
    const there = holdfast(['show', second]).out;
    const here = holdfast(['show', first]).out;
    expect(missingIn(there, `handoff ${id} from the claude-code session ${first}: met`)).toEqual(
      [],
    );
    expect(missingIn(here, `handoff ${id} to the claude-code session ${second}: met`)).toEqual([]);
    expect(here).toContain('proof: injected text in the record');
  });

  it('keeps the rules through a later compaction there, and takes nothing of its text for words of the user', async () => {
    await firstSession();
    const { text } = handedOver();
    await begins(second, `${text}\nAlways answer in French.`);
    rig.answerRow('Bien.');
    const started = await rig.compact();
    expect(missingIn(started.context, rule, 'Always answer in French.')).toEqual([]);
    expect(started.context).toContain('replaced by a summary (auto)');
    const rules = holdfast(['rules', second, '--json']).out;
    expect(rules).not.toContain('The user hands you the work');
  });

  it('is taken by the first session that shows the text, and by no other', async () => {
    await firstSession();
    const { text } = handedOver();
    await begins(second, text);
    await begins(third, text);
    expect(rig.kinds(second)).toContain('handed.here');
    expect(rig.kinds(third)).not.toContain('handed.here');
    expect((await rig.send('PreToolUse', edit('toolu_4'))).denied).toBe('');
  });

  it('is told once to the session before, when that is continued', async () => {
    await firstSession();
    const { text } = handedOver();
    const prompt = (words: string) => rig.send('UserPromptSubmit', { prompt: words });
    rig.session = first;
    expect((await prompt('Is it done?')).context).not.toContain('continued in');
    await begins(second, text);
    rig.session = first;
    expect((await prompt('And now?')).context).toContain(
      `continued in the claude-code session ${second}`,
    );
    expect((await prompt('Once more.')).context).not.toContain('continued in');
    expect(holdfast(['show', first]).out).toMatch(/told here {4}\d{4}-/);
  });

  it('brings the ticket with its role, and the lease passes from the one session to the other', async () => {
    const ticket = rig.write('.holdfast/tickets/t-1.md', ticketText());
    await rig.send('SessionStart', { source: 'startup' });
    holdfast(['role', 'set', 'worker', '--ticket', ticket, '--session', first]);
    rig.userRow('Work on the ticket.');
    rig.answerRow('I do.');
    const claim = (session: string) =>
      runAsPerson(process.execPath, [cli, 'ticket', 'claim', 't-1', '--owner', 'ann', '--json'], {
        cwd: rig.project,
        env: { ...rig.env, CLAUDE_CODE_SESSION_ID: session, CLAUDECODE: '1' },
      });
    expect(claim(first).code).toBe(0);
    expect(claim(second).code).not.toBe(0);
    await begins(second, handedOver().text);
    const role = rig.journal(second).find(({ kind }) => kind === 'role');
    expect(role).toMatchObject({ role: 'worker', ticket });
    expect(claim(second).code).toBe(0);
    expect(claim(first).code).not.toBe(0);
    expect((await rig.send('PreToolUse', edit('toolu_5'))).denied).toContain(ticket);
  });

  it('leaves with the session that is forgotten, and with age', async () => {
    await firstSession();
    const { id } = handedOver();
    const folder = join(rig.state, 'handoffs', id);
    holdfast(['prune', '--days', '30']);
    expect(existsSync(folder)).toBe(true);
    const long = new Date(Date.now() - 40 * 86_400_000);
    for (const name of ['handoff.json', 'text.md']) utimesSync(join(folder, name), long, long);
    holdfast(['prune', '--days', '30']);
    expect(existsSync(folder)).toBe(false);
    const again = join(rig.state, 'handoffs', handedOver().id);
    expect(existsSync(again)).toBe(true);
    const forgot = holdfast(['forget', first, '--yes']);
    expect(forgot.code, forgot.err).toBe(0);
    expect(existsSync(again)).toBe(false);
  });
});

const git = (cwd: string, ...args: string[]): string => {
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@example.org'];
  const ran = spawnSync('git', [...who, ...args], { cwd, encoding: 'utf8', env: rig.env });
  if (ran.status !== 0) throw new Error(`git ${args.join(' ')}: ${ran.stderr}`);
  return ran.stdout.trim();
};

/** Two work trees of one repository, each with a state folder of its own, as on two machines. */
async function twoMachines() {
  spawnSync('git', ['init', '--quiet', '-b', 'main', rig.project], { env: rig.env });
  await firstSession();
  const bytes = join(rig.project, 'data.bin');
  writeFileSync(bytes, Buffer.from([0, 1, 2]));
  rig.write('a.txt', 'one\n');
  git(rig.project, 'add', '--all');
  git(rig.project, 'commit', '--quiet', '-m', 'base');
  const there = join(rig.root, 'there');
  git(rig.root, 'clone', '--quiet', rig.project, there);
  writeFileSync(bytes, Buffer.from([0, 255, 254, 10, 13]));
  rig.write('a.txt', 'two\n');
  rig.write('new/b.txt', 'new\n');
  const file = join(rig.root, 'bundle.json');
  const ran = holdfast(['handoff', first, '--export', file, '--patch', '--json']);
  expect(ran.code, ran.err).toBe(0);
  const at = { cwd: there, state: join(rig.root, 'state-there') };
  const take = (...more: string[]) =>
    holdfast(['handoff', file, '--to', 'claude', '--print', '--json', ...more], at);
  const change = (edit: (bundle: Record<string, unknown>) => void) => {
    const bundle = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    edit(bundle);
    writeFileSync(file, JSON.stringify(bundle));
  };
  return { file, there, at, take, change };
}

/** A patch as git makes one, in base64. */
const patch = (...lines: string[]): string =>
  Buffer.from(`${lines.join('\n')}\n`).toString('base64');
const newFile = (path: string, mode = '100644'): string =>
  patch(
    `diff --git a/${path} b/${path}`,
    `new file mode ${mode}`,
    'index 0000000..257cc56',
    '--- /dev/null',
    `+++ b/${path}`,
    '@@ -0,0 +1 @@',
    '+foo',
  );

describe('work that goes to another machine', () => {
  it('comes as one file, with binary and new files, and the text says that nobody there confirmed it', async () => {
    const { there, take } = await twoMachines();
    const asked = take();
    expect([asked.code, asked.err]).toEqual([expect.any(Number), expect.stringContaining('--yes')]);
    expect(git(there, 'status', '--short')).toBe('');
    const ran = take('--yes');
    expect(ran.code, ran.err).toBe(0);
    const { text } = JSON.parse(ran.out) as { text: string };
    expect(missingIn(text, rule, 'what the bundle says', longPlan.trimEnd())).toEqual([]);
    expect(readFileSync(join(there, 'data.bin'))).toEqual(Buffer.from([0, 255, 254, 10, 13]));
    expect(readFileSync(join(there, 'a.txt'), 'utf8')).toBe('two\n');
    expect(readFileSync(join(there, 'new/b.txt'), 'utf8')).toBe('new\n');
  });

  it('never overwrites a file that was changed there', async () => {
    const { there, take } = await twoMachines();
    writeFileSync(join(there, 'a.txt'), 'mine\n');
    const ran = take('--yes');
    expect([ran.code === 0, ran.err]).toEqual([false, expect.stringContaining('a.txt')]);
    expect(readFileSync(join(there, 'a.txt'), 'utf8')).toBe('mine\n');
    expect(existsSync(join(there, 'new'))).toBe(false);
  });

  it('is refused in a work tree without the commit, and where that is at another one it is said what differs', async () => {
    const { there, take, change } = await twoMachines();
    git(there, 'commit', '--quiet', '--allow-empty', '-m', 'later');
    writeFileSync(join(there, 'c.txt'), 'c\n');
    git(there, 'add', '--all');
    git(there, 'commit', '--quiet', '-m', 'more');
    const ran = take('--yes');
    expect(ran.code, ran.err).toBe(0);
    expect(JSON.parse(ran.out).text).toMatch(
      /the work was at [0-9a-f]{40}.*1 file differs \(c\.txt\)/,
    );
    const commit = 'f'.repeat(40);
    change((bundle) => {
      bundle.base = { commit, changed: [] };
      delete bundle.patch;
    });
    const other = take('--yes');
    expect([other.code === 0, other.err]).toEqual([false, expect.stringContaining(commit)]);
  });

  it('brings no rule, no link, and nothing outside of the project, whoever made the bundle', async () => {
    const { there, take, change } = await twoMachines();
    symlinkSync(rig.home, join(there, 'out'));
    writeFileSync(join(there, '.gitignore'), '.env\n');
    writeFileSync(join(there, '.env'), 'mine\n');
    git(there, 'add', '--all');
    git(there, 'commit', '--quiet', '-m', 'link');
    const hostile = [
      newFile('link', '120000'),
      newFile('.holdfast/tickets', '0120000'),
      patch(
        'diff --git a/a.txt b/c.txt',
        'similarity index 100%',
        'rename from a.txt',
        'rename to c.txt',
      ),
      patch(
        'diff --git a/.env b/c.txt',
        'similarity index 100%',
        'copy from .env',
        'copy to c.txt',
      ),
      patch('diff --git a/.env b/.env', 'old mode 100644', 'new mode 100755'),
      newFile('../outside.txt'),
      newFile('.git/hooks/pre-commit'),
      newFile('out/inside-home.txt'),
      patch('nonsense'),
    ];
    for (const one of hostile) {
      change((bundle) => Object.assign(bundle, { patch: one }));
      const ran = take('--yes');
      expect([ran.code === 0, ran.err]).toEqual([false, expect.stringContaining('bundle')]);
    }
    expect(existsSync(join(rig.root, 'outside.txt'))).toBe(false);
    expect(existsSync(join(rig.home, 'inside-home.txt'))).toBe(false);
    expect(existsSync(join(there, '.git/hooks/pre-commit'))).toBe(false);
    expect(existsSync(join(there, '.holdfast/tickets'))).toBe(false);
    expect(existsSync(join(there, 'c.txt'))).toBe(false);
    expect(git(there, 'status', '--short')).toBe('');
    for (const broken of [{ v: 2 }, { facts: 'x' }, { base: { commit: '--help', changed: [] } }]) {
      change((bundle) => Object.assign(bundle, { patch: undefined, ...broken }));
      expect(take('--yes').code).not.toBe(0);
      change((bundle) => Object.assign(bundle, { v: 1, facts: [], base: undefined }));
    }
    const { text } = JSON.parse(take('--yes').out) as { text: string };
    Object.assign(rig, { state: join(rig.root, 'state-there') });
    await begins(second, text);
    expect(rig.kinds(second)).toContain('handed.here');
    expect(holdfast(['rules', second, '--json']).out).not.toContain(rule);
  });

  it('asks with every file by its name, those first that clients run, and a ticket starts no workers', async () => {
    const { there, take, change } = await twoMachines();
    const harmless = Array.from({ length: 12 }, (_, at) => `doc${at}.md`);
    const run = ['.claude/settings.local.json', '.mcp.json', 'sub/.holdfast/config.json'];
    const all = [...harmless, ...run].map((path) => Buffer.from(newFile(path), 'base64'));
    const text = ticketText().replace(/^---\n/, '---\nmay_start_workers: true\n');
    change((bundle) =>
      Object.assign(bundle, {
        patch: Buffer.concat(all).toString('base64'),
        ticket: { id: 't-9', text },
      }),
    );
    const asked = take();
    expect(asked.code).not.toBe(0);
    expect(missingIn(asked.err.replace(/\s+/g, ' '), ...harmless, ...run)).toEqual([]);
    expect(asked.err).toMatch(/WARNING[^;]*\.mcp\.json/);
    expect(git(there, 'status', '--short')).toBe('');
    const ran = take('--yes');
    expect(ran.code, ran.err).toBe(0);
    expect(missingIn(ran.out + ran.err, ...run)).toEqual([]);
    expect(readFileSync(join(there, '.holdfast/tickets/t-9.md'), 'utf8')).not.toContain(
      'may_start_workers',
    );
  });

  it('starts no worker on a bundle that nobody said yes to, though it changes nothing', async () => {
    const { file, there, at, change } = await twoMachines();
    const text = ticketText().replace(/^---\n/, '---\nmay_start_workers: true\n');
    mkdirSync(join(there, '.holdfast/tickets'), { recursive: true });
    writeFileSync(join(there, '.holdfast/tickets/t-1.md'), text);
    change((bundle) => Object.assign(bundle, { patch: undefined, ticket: { id: 't-1', text } }));
    const ran = holdfast(['handoff', file, '--to', 'claude', '--worker'], at);
    expect(ran.err).toContain('may start workers');
    expect([ran.code === 0, ran.err]).toEqual([false, expect.stringContaining('unattended')]);
  });

  it('is written through no link, and none is replaced', async () => {
    const { file } = await twoMachines();
    for (const target of [file, join(rig.root, 'nothing-there')]) {
      const link = join(rig.project, `link-${target.length}`);
      symlinkSync(target, link);
      const before = readFileSync(file, 'utf8');
      for (const args of [
        ['handoff', first, '--export', link],
        ['export', first, '--force', '--html', link],
      ]) {
        const ran = holdfast(args);
        expect([ran.code === 0, ran.err]).toEqual([false, expect.stringContaining(link)]);
      }
      expect(readFileSync(file, 'utf8')).toBe(before);
    }
    expect(existsSync(join(rig.root, 'nothing-there'))).toBe(false);
  });

  it('is written into no folder of the project that is a link, and neither is a page', async () => {
    const { there } = await twoMachines();
    const target = join(rig.root, 'target');
    mkdirSync(target);
    symlinkSync(target, join(rig.project, 'out'));
    mkdirSync(join(rig.project, 'own'));
    symlinkSync(target, join(rig.project, 'own', 'out'));
    const words = (file: string) => [
      ['handoff', first, '--export', `${file}.json`],
      ['export', first, '--html', `${file}.html`],
      ['audit', '--html', `${file}-audit.html`],
    ];
    const refused = (words: string[]) => {
      const ran = holdfast(words);
      expect([ran.code === 0, ran.err]).toEqual([false, expect.stringContaining('link')]);
    };
    for (const one of words('own/out/x')) refused(one);
    refused(['handoff', first, '--export', join(rig.project, 'out', 'x.json')]);
    expect(readdirSync(target)).toEqual([]);
    for (const one of words('own/x')) expect(holdfast(one).err).not.toContain('link');
    const made = ['out', 'x-audit.html', 'x.html', 'x.json'];
    expect(readdirSync(join(rig.project, 'own')).sort()).toEqual(made);
    // A folder that the user names outside of the project may be one.
    symlinkSync(there, join(rig.root, 'elsewhere'));
    const elsewhere = join(rig.root, 'elsewhere', 'x.json');
    expect(holdfast(['handoff', first, '--export', elsewhere]).code).toBe(0);
  });

  it('brings no other ticket than its own, unless the user takes it', async () => {
    const { there, take, change } = await twoMachines();
    const names = ['.holdfast/tickets/t-7.md', 'sub/.Holdfast/tickets/t-8.md'];
    const all = [...names, 'doc.md'].map((path) => Buffer.from(newFile(path), 'base64'));
    change((bundle) => Object.assign(bundle, { patch: Buffer.concat(all).toString('base64') }));
    const ran = take('--yes');
    expect([ran.code === 0, ran.err]).toEqual([false, expect.stringContaining('--tickets')]);
    expect(missingIn(ran.err.replace(/\s+/g, ' '), ...names)).toEqual([]);
    expect(git(there, 'status', '--short')).toBe('');
    const taken = take('--yes', '--tickets');
    expect(taken.code, taken.err).toBe(0);
    for (const one of names) expect(readFileSync(join(there, one), 'utf8')).toBe('foo\n');
  });

  it('takes no change with what looks like a secret', async () => {
    const { file } = await twoMachines();
    rig.write('key.env', `GITHUB_TOKEN=ghp_${'a1B2'.repeat(9)}\n`);
    mkdirSync(join(rig.root, 'more'));
    const other = join(rig.root, 'more', 'bundle.json');
    const ran = holdfast(['handoff', first, '--export', other, '--patch']);
    expect([ran.code === 0, ran.err]).toEqual([false, expect.stringContaining('key.env')]);
    expect(existsSync(other)).toBe(false);
    expect(holdfast(['handoff', first, '--export', file]).err).toContain('already');
  });
});
