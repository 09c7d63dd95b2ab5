import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addAudit } from '../../../src/entry/cli/audit.ts';
import { type SessionWish, sessionText } from '../../app/audit/record-kit.ts';
import { makeDatabase } from '../../app/records/database-kit.ts';
import { type Bench, makeBench } from './bench.ts';

let bench: Bench;
beforeEach(() => {
  bench = makeBench(undefined);
});
afterEach(() => bench.remove());

const wish: SessionWish = {
  session: 'aaaa1111',
  said: ['Never push to main.', 'Fix the parser.'],
  edits: ['/code/proj/parser.ts', '/code/proj/lexer.ts'],
  commands: ['npm test'],
  summary: 'Fixed the parser in parser.ts.',
};

function put(session: string, more: Partial<SessionWish> = {}): string {
  const path = join(bench.home, '.claude', 'projects', '-work-proj', `${session}.jsonl`);
  bench.write(path, sessionText({ ...wish, session, ...more }));
  return path;
}

const audit = (...argv: string[]) => bench.run(addAudit, 'audit', ...argv);
const unwrapped = ({ text }: { text: string }) => text.replace(/\n +|\n/g, ' ');
const sessionsOf = (outcome: { data?: unknown }) =>
  (outcome.data as { sessions: { session: string }[] }).sessions.map((one) => one.session).sort();

describe('holdfast audit', () => {
  it('without arguments looks where hosts keep records, and says what is gone', async () => {
    put('aaaa1111');
    const { text, failed } = await audit();
    expect(text.split('\n').slice(0, -3).join('\n')).toBe(
      [
        '1 session of Claude Code, 1 of them compacted, 1 compaction.',
        '',
        'Your own words that were lost',
        '',
        '  Claude Code aaaa1111  /code/proj',
        '  - prohibition, said 2026-01-01 08:01 UTC, gone after compaction 1',
        '    "Never push to main."',
        '',
        'Claude Code aaaa1111  /code/proj',
        '  2026-01-01 08:01 to 08:10 UTC, 3 tool calls, 1 compaction',
        '  ~/.claude/projects/-work-proj/aaaa1111.jsonl',
        '  compaction  when (UTC)        by     tokens  facts  gone  summary',
        '           1  2026-01-01 08:09  auto  155,000      6     4  92 chars',
        '  facts           before  kept  gone  share kept',
        '  prohibitions         1     0     1         0 %',
        '  requests             1     1     0       100 %',
        '  files modified       2     1     1        50 %',
        '  commands             1     0     1         0 %',
        '  branch               1     0     1         0 %',
        '  total                6     2     4        33 %',
        '',
        'Total',
        '  facts           before  kept  gone  share kept',
        '  prohibitions         1     0     1         0 %',
        '  requests             1     1     0       100 %',
        '  files modified       2     1     1        50 %',
        '  commands             1     0     1         0 %',
        '  branch               1     0     1         0 %',
        '  total                6     2     4        33 %',
      ].join('\n'),
    );
    expect(text.split('\n').slice(-2).join(' ')).toMatch(
      /^Holdfast's brief would have kept 4 of the 4 facts that are gone \(100 %\) by Holdfast's own reading, in \d+ characters\.$/,
    );
    expect(failed).toBe(false);
  });

  it('finds every host in its usual place', async () => {
    put('claude-session');
    const time = '2026-01-01T00:00:00.000Z';
    const files: Record<string, unknown[]> = {
      '.codex/sessions/2026/01/01/rollout-x.jsonl': [
        { timestamp: time, type: 'session_meta', payload: { id: 'codex-session', cwd: '/code' } },
      ],
      '.gemini/tmp/proj/chats/session-x.jsonl': [
        { sessionId: 'gemini-session', projectHash: 'a'.repeat(64), startTime: time },
      ],
      '.qwen/projects/-work/chats/x.jsonl': [
        {
          uuid: 'u',
          sessionId: 'qwen-session',
          type: 'user',
          timestamp: time,
          cwd: '/code',
          message: { role: 'user', parts: [{ text: 'hi' }] },
        },
      ],
      '.copilot/session-state/x/events.jsonl': [
        { type: 'session.start', id: 'e', timestamp: time, data: { sessionId: 'copilot-session' } },
      ],
      '.pi/agent/sessions/--work--/x.jsonl': [
        { type: 'session', version: 3, id: 'pi-session', timestamp: time, cwd: '/code' },
      ],
      '.local/share/opencode/storage/session/proj/ses_files.json': [
        { id: 'ses_files', version: '1.0.0', directory: '/code', time: { created: 1 } },
      ],
    };
    for (const [name, rows] of Object.entries(files)) {
      bench.write(join(bench.home, name), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    }
    const database = join(bench.home, '.local/share/opencode/opencode.db');
    mkdirSync(dirname(database), { recursive: true });
    makeDatabase(database);
    const { data } = await audit();
    const { hosts, problems } = data as {
      hosts: { host: string; sessions: number }[];
      problems: unknown[];
    };
    expect(problems).toEqual([]);
    expect(hosts.map(({ host, sessions }) => `${host} ${sessions}`)).toEqual([
      'claude-code 1',
      'codex 1',
      'copilot 1',
      'gemini 1',
      'opencode 2',
      'pi 1',
      'qwen 1',
    ]);
  });

  it('goes where the environment says that a host keeps its records', async () => {
    const places: Record<string, string> = {
      CLAUDE_CONFIG_DIR: 'projects/p/a.jsonl',
      CODEX_HOME: 'sessions/a.jsonl',
      COPILOT_HOME: 'session-state/a/events.jsonl',
      QWEN_RUNTIME_DIR: 'projects/p/chats/a.jsonl',
      PI_CODING_AGENT_DIR: 'sessions/p/a.jsonl',
      PI_CODING_AGENT_SESSION_DIR: 'p/a.jsonl',
      GEMINI_CLI_HOME: '.gemini/tmp/p/chats/a.jsonl',
    };
    for (const [name, place] of Object.entries(places)) {
      const folder = join(bench.folder, name);
      bench.write(join(folder, place), 'no record\n');
      bench.cli.env = { [name]: folder };
      const { data } = await audit();
      const { problems } = data as { problems: { first: { path: string }[] }[] };
      expect(
        problems.map(({ first }) => first[0]!.path),
        name,
      ).toEqual([join(folder, place)]);
    }
    const database = join(bench.folder, 'other.db');
    makeDatabase(database);
    bench.cli.env = { OPENCODE_DB: database };
    expect(await audit('--host', 'opencode')).toMatchObject({
      data: { hosts: [{ host: 'opencode' }] },
    });
  });

  it('says by what no session is left, and where none was found', async () => {
    expect(unwrapped(await audit())).toMatch(
      /^No session was found\. If your transcripts are elsewhere/,
    );
    put('aaaa1111');
    put('bbbb2222');
    expect(unwrapped(await audit('--since', '2026-05-01', '--project', '/elsewhere'))).toMatch(
      /^No session is left: .*\(--(?:since|project)\)/,
    );
    expect(unwrapped(await audit('--project', '/elsewhere'))).toBe(
      'No session is left: 2 sessions did not begin in /elsewhere or below it (--project).',
    );
    const absent = await audit(join(bench.folder, 'absent'));
    expect(absent.failed).toBe(true);
    expect(unwrapped(absent)).toMatch(/^No session was found in \S+absent\. .*is not there\.$/);
  });

  it('refuses an empty folder, which would be the one at hand, and a page without a name', async () => {
    await expect(audit('--project', '')).rejects.toThrow('The folder of --project is empty.');
    await expect(audit('--html', '-')).rejects.toThrow(
      '"-" is not a valid file name for the page.',
    );
    expect(readdirSync(bench.cli.cwd)).not.toContain('-');
  });

  it('counts copies of a record once, whatever they are called, and says so', async () => {
    const path = put('bbbb2222');
    const text = readFileSync(path, 'utf8');
    bench.write(join(dirname(path), 'aaaa-copy.jsonl'), text);
    bench.write(join(dirname(path), 'zzzz-copy.jsonl'), text);
    put('cccc3333', { session: 'cccc3333' });
    const outcome = await audit();
    expect(sessionsOf(outcome)).toEqual(['bbbb2222', 'cccc3333']);
    expect(unwrapped(outcome)).toMatch(
      /^2 sessions of Claude Code, 2 of them compacted, 2 compactions\. 2 transcripts are copies of others and count no further\./,
    );
    const { sessions } = outcome.data as { sessions: { path: string; session: string }[] };
    expect(sessions.find(({ session }) => session === 'bbbb2222')!.path).toContain('aaaa-copy');
  });

  it('takes what is no time for none, and not for the newest', async () => {
    put('aaaa1111', { hour: 20 });
    const path = put('bbbb2222', { hour: 1 });
    const rows = readFileSync(path, 'utf8');
    bench.write(path, rows.replace(/"timestamp":"[^"]*"(?=[^\n]*\n$)/, '"timestamp":"zzz"'));
    const { sessions } = (await audit()).data as { sessions: { session: string; to: string }[] };
    expect(sessions.map(({ session }) => session)).toEqual(['aaaa1111', 'bbbb2222']);
    expect(sessions[1]!.to).toMatch(/^2026-01-01T01/);
  });

  it('keeps to the width of the terminal, or to 80 columns, whatever is in it', async () => {
    const folder = join(bench.home, '.claude', 'projects', `-work-${'very-long-name-'.repeat(8)}`);
    const cwd = `/code/${'deep/folder/'.repeat(12)}end`;
    const said = [`Never push. ${'word '.repeat(60)}`, `Never touch ${'x'.repeat(200)}.`];
    bench.write(join(folder, 'aaaa1111.jsonl'), sessionText({ ...wish, cwd, said }));
    const { text, verbatim } = await audit();
    expect(verbatim).toBe(true);
    expect(text.split('\n').filter((line) => line.length > 80)).toEqual([]);
    // Nothing is lost by that.
    expect(text.replace(/\n */g, '')).toContain('aaaa1111.jsonl');
    expect(text.replace(/\n */g, '')).toContain('x'.repeat(200));
  });

  it('shows the beginning of a long rule, word for word, and how much more there is', async () => {
    const rule = `Never push to main.\n${Array.from({ length: 30 }, (_, at) => `and line ${at}`).join('\n')}`;
    put('aaaa1111', { said: [rule] });
    const { text, data } = await audit();
    expect(text).toContain('    "Never push to main.\n    and line 0\n');
    expect(text).toMatch(/\n {4}and line 4\n {4}\(and \d{3} more characters: --json has them\)\n/);
    expect(text).not.toContain('and line 5');
    expect(JSON.stringify(data)).toContain('and line 29');
  });

  it('takes only the hosts that are named, and refuses one that is not known', async () => {
    put('aaaa1111');
    expect(unwrapped(await audit('--host', 'codex'))).toBe(
      'No session of codex was found (--host). If its transcripts are elsewhere, name their folder: "holdfast audit FOLDER".',
    );
    expect(sessionsOf(await audit('--host', 'codex', '--host', 'claude-code'))).toEqual([
      'aaaa1111',
    ]);
    await expect(audit('--host', 'emacs')).rejects.toThrow('no client named "emacs"');
  });

  it('takes only sessions that went on since a moment, by their file and by their rows', async () => {
    const old = put('old', { hour: 1 });
    put('new', { hour: 9 });
    const touched = put('touched', { hour: 2 });
    utimesSync(old, new Date('2026-01-01T01:30:00Z'), new Date('2026-01-01T01:30:00Z'));
    expect(sessionsOf(await audit('--since', '2026-01-01T05:00:00Z'))).toEqual(['new']);
    utimesSync(touched, new Date(), new Date());
    // The bench's clock stands at 03:04 on the next day.
    expect(sessionsOf(await audit('--since', '19h'))).toEqual(['new']);
    expect(sessionsOf(await audit('--since', '2d'))).toEqual(['new', 'old', 'touched']);
    expect(sessionsOf(await audit('--since', '2026-01-01'))).toEqual(['new', 'old', 'touched']);
    await expect(audit('--since', 'yesterday')).rejects.toThrow('"yesterday" is not a valid time');
  });

  it('takes only sessions of a project’s folder or below it', async () => {
    put('here', { cwd: bench.project });
    put('below', { cwd: join(bench.project, 'packages', 'a') });
    put('beside', { cwd: `${bench.project}-other` });
    expect(sessionsOf(await audit('--project', '.'))).toEqual(['below', 'here']);
    expect(sessionsOf(await audit('--project', join(bench.project, 'packages')))).toEqual([
      'below',
    ]);
  });

  it('looks into the paths that are named, and ends with 1 when one is not there', async () => {
    put('aaaa1111');
    const named = join(bench.folder, 'elsewhere', 'x.log');
    bench.write(named, sessionText({ ...wish, session: 'named' }));
    expect(sessionsOf(await audit(named))).toEqual(['named']);
    const { text, failed } = await audit(named, 'nothing-here');
    expect(text).toContain(`${join(bench.project, 'nothing-here')} is not there.`);
    expect([text.includes('named  /code/proj'), failed]).toEqual([true, true]);
  });

  it('says so when nothing was compacted', async () => {
    put('aaaa1111', { summary: undefined });
    expect((await audit()).text).toBe(
      '1 session of Claude Code: none was compacted, so nothing is lost.',
    );
  });

  it('gives the same report whatever the order of folders, and writes nothing at all', async () => {
    put('aaaa1111');
    put('bbbb2222', { hour: 10 });
    const before = everything(bench.folder);
    const first = await audit();
    const again = await audit(
      join(bench.home, '.claude/projects/-work-proj/bbbb2222.jsonl'),
      join(bench.home, '.claude/projects/-work-proj/aaaa1111.jsonl'),
    );
    expect(again).toEqual(first);
    expect(everything(bench.folder)).toEqual(before);
    expect(first.text.indexOf('bbbb2222')).toBeLessThan(first.text.indexOf('aaaa1111'));
  });
});

/** Every file below a folder with the time of its last change and its size. */
function everything(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(
      (name) =>
        `${name} ${statSync(join(folder, name)).mtimeMs} ${statSync(join(folder, name)).size}`,
    )
    .sort();
}

describe('holdfast audit --html', () => {
  const page = () => join(bench.project, 'audit.html');

  it('writes one page that only its owner can read, and nothing else', async () => {
    put('aaaa1111');
    const before = everything(bench.folder);
    const { text } = await audit('--html', 'audit.html');
    expect(text.split('\n').at(-1)).toBe(`Wrote ${page()}`);
    const content = readFileSync(page(), 'utf8');
    expect(content).toContain('Never push to main.');
    expect(statSync(page()).mode & 0o777).toBe(0o600);
    const now = everything(bench.folder).map((line) => line.split(' ').slice(0, -2).join(' '));
    const then = before.map((line) => line.split(' ').slice(0, -2).join(' '));
    expect(now.filter((line) => !then.includes(line))).toEqual(['pro ject/audit.html']);
  });

  it('writes over a page of its own, and over nothing else without --force', async () => {
    put('aaaa1111');
    await audit('--html', page());
    put('bbbb2222', { hour: 10 });
    await audit('--html', page());
    expect(readFileSync(page(), 'utf8')).toContain('bbbb2222');
    bench.write(page(), '<!doctype html>\nmy own page');
    await expect(audit('--html', page())).rejects.toThrow('is not an audit report');
    expect(readFileSync(page(), 'utf8')).toContain('my own page');
    await audit('--html', page(), '--force');
    expect(readFileSync(page(), 'utf8')).toContain('bbbb2222');
  });

  it('refuses a folder in the file’s place and a folder that is not there, before it reads anything', async () => {
    await expect(audit('--html', bench.project)).rejects.toThrow('is not a file');
    await expect(audit('--html', join(bench.folder, 'no', 'a.html'))).rejects.toThrow(
      'There is no folder',
    );
    await expect(audit('--html', bench.project, '--force')).rejects.toThrow('is not a file');
  });
});

describe('what a record holds', () => {
  const secret = 'ghp_0123456789abcdefghijklmnopqrstuvwxyzAB';
  const hostile = [
    '</script><script>alert(1)</script><img src=x onerror=alert(1)>',
    '\u001b[2J\u001b]0;title\u0007\u009b31m red \u202e desrever \u0000',
    `"><svg onload=alert(1)>`,
  ];

  it('never brings a secret into any output', async () => {
    put('secret', {
      said: [`Never show ${secret} to anybody.`],
      edits: [`/code/proj/${secret}.ts`],
      commands: [`curl -H "Authorization: Bearer ${secret}" https://x.example`],
      cwd: `/code/${secret}`,
      summary: `Nothing. ${secret}`,
    });
    const path = join(bench.project, 'a.html');
    const { text, data } = await audit('--html', path);
    for (const output of [text, JSON.stringify(data), readFileSync(path, 'utf8')]) {
      expect(output).not.toContain(secret);
      expect(output).toContain('redacted');
    }
  });

  it('never shows what the person’s own patterns name', async () => {
    bench.write(bench.cli.userConfig, JSON.stringify({ redact: ['project-\\w+'] }));
    put('own', { said: ['Never mention project-hydra to anybody.'] });
    const path = join(bench.project, 'a.html');
    const { text, data } = await audit('--html', path);
    for (const output of [text, JSON.stringify(data), readFileSync(path, 'utf8')]) {
      expect(output).not.toContain('hydra');
    }
    expect(readFileSync(path, 'utf8')).toContain('Never mention');
  });

  it('never becomes markup of the page, and never reaches the terminal as a control', async () => {
    const nasty = hostile.join(' ');
    const rows = sessionText({
      session: `id${nasty}`,
      cwd: `/code/${nasty}`,
      said: [...hostile.map((one) => `Never touch gen.txt or ${one}`), `Please look at ${nasty}`],
      edits: [`/code/${nasty}`],
      commands: [`npm test ${nasty}`],
      summary: 'Nothing.',
    });
    const odd = join(bench.home, '.claude', 'projects', `p<script>\u001b[31m`, 'x"><b>.jsonl');
    bench.write(odd, `${rows}{"type":"kind<script>\u001b[2J","uuid":"u"}\n{torn\n`);
    bench.write(join(bench.home, '.claude', 'projects', 'x<script>alert(1)<.jsonl'), 'no record');
    const path = join(bench.project, 'a.html');
    const { text, data } = await audit('--html', path);
    const page = readFileSync(path, 'utf8');
    const tags = new Set(
      [...page.matchAll(/<\/?([a-z!][^\s>/]*)/gi)].map((found) => found[1]!.toLowerCase()),
    );
    const ours =
      'a b blockquote body br circle code details div figcaption figure footer h1 h2 h3 head header html input label li main meta p path q rect section span style summary svg table tbody td text th thead title tr ul !doctype !--'.split(
        ' ',
      );
    expect([...tags].filter((tag) => !ours.includes(tag))).toEqual([]);
    expect(page).not.toMatch(/<[^>]*\son\w+=/);
    const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
    expect([text, page].map((output) => controls.test(output))).toEqual([false, false]);
    expect(controls.test(JSON.stringify(data))).toBe(false);
    expect(text).toContain('Never touch gen.txt or </script><script>alert(1)</script>');
  });

  it('may be a very long line', async () => {
    put('long', { said: [`Never ${'x'.repeat(3_000_000)} push.`] });
    const { text } = await audit();
    expect(text.length).toBeLessThan(20_000);
  });
});

describe('an audit of many sessions', () => {
  it('prints the twenty that lost most and twenty lost rules, and how to see the rest', async () => {
    for (let at = 0; at < 23; at += 1)
      put(`session${at}`, { said: [`Never push to branch${at}.`] });
    const { text } = await audit();
    expect(text.match(/gone after compaction/g)).toHaveLength(20);
    expect(text).toContain('and 3 more: holdfast audit --all');
    expect(text).toContain('3 sessions that lost less: holdfast audit --all');
    expect(text).toMatch(/prohibitions +23 +0 +23/);
    const all = await audit('--all');
    expect(all.text.match(/gone after compaction/g)).toHaveLength(23);
    expect(all.text).not.toContain('audit --all');
  });
});
