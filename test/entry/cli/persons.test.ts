import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Ran, runAsPerson } from '../../../harness/outside-session.ts';
import { type CliMachine, makeCliMachine } from './machine.ts';

const cli = join(import.meta.dirname, '..', '..', '..', 'dist', 'cli.js');
const release = `'${process.execPath}' '${cli}' release`;

let machine: CliMachine;
beforeEach(() => {
  machine = makeCliMachine();
  const payload = { session_id: 's1', hook_event_name: 'SessionStart', source: 'startup' };
  const input = JSON.stringify({ ...payload, cwd: machine.project });
  machine.run(['hook', 'claude-code'], { input });
});
afterEach(() => machine.remove());

/** Runs a shell command at a terminal that the program `script` makes; `env` is what that program is started with. */
function atTerminal(command: string, env: Record<string, string> = {}): Ran {
  const place = {
    cwd: machine.project,
    env: { PATH: process.env.PATH, HOME: machine.home, HOLDFAST_HOME: machine.state, ...env },
  };
  return runAsPerson('script', ['-qec', command, '/dev/null'], place);
}

const refused = (sign: string) => ({
  code: 1,
  out: expect.stringMatching(new RegExp(`inside an agent's session: ${sign}`)),
});

describe.runIf(process.platform === 'linux')('what only a person may do', () => {
  it('a person does at a terminal of their own', () => {
    expect(atTerminal(release)).toMatchObject({
      code: 0,
      out: 'Session s1 has no open gate.\r\n',
    });
  });

  it('no agent does that takes the marks of its session out of the environment', () => {
    const ran = atTerminal(`env -u CLAUDECODE ${release}`, { CLAUDECODE: '1' });
    expect(ran).toMatchObject(
      refused('CLAUDECODE is set for process \\d+ \\((sh|script)\\), which this was started from'),
    );
    expect(ran.out).toContain('Run it in a terminal that no agent started');
  });

  it('no program does that its host itself started, without any mark', () => {
    const inner = `'${process.execPath}' -e 'process.title = "claude"; require("node:child_process").spawnSync("sh", ["-c", process.argv[1]], { stdio: "inherit" })' "${release}"`;
    expect(atTerminal(inner).out).toMatch(/Claude Code is process \d+ \(claude\)/);
  });

  it('no process does that left its session behind and kept the terminal', () => {
    const orphan = `sh -c "(sleep 0.3; exec ${release}) &"; sleep 2`;
    const ran = atTerminal(`exec env -u CLAUDECODE sh -c '${orphan.replaceAll("'", `'\\''`)}'`, {
      CLAUDECODE: '1',
    });
    expect(ran.out).toMatch(
      /CLAUDECODE is set for process \d+ \(script\), which is behind this terminal/,
    );
  });

  it('no process does at a terminal that somebody else sits at', () => {
    const ran = atTerminal(`at=$(tty); setsid -w sh -c "${release} <$at >$at"`);
    expect(ran.out).toContain('this terminal is not the one of this process');
  });

  it('an agent cannot note a rule of the user by taking the marks out', () => {
    const note = `env -u CLAUDECODE '${process.execPath}' '${cli}' note x --kind constraint`;
    expect(atTerminal(note, { CLAUDECODE: '1' })).toMatchObject({
      code: 1,
      out: expect.stringContaining('an agent cannot note one'),
    });
  });
});
