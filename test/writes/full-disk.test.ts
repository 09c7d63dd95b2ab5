import { spawnSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { finishTicket, progressTicket, type TicketDeps } from '../../src/app/ticket/actions.ts';
import { hookTickets } from '../../src/entry/ticket-deps.ts';
import { clock } from '../../src/platform/clock.ts';
import { generationsIn } from '../../src/platform/generations.ts';
import { type CliMachine, makeCliMachine } from '../entry/cli/machine.ts';

let machine: CliMachine;
let mounted: string[];
beforeEach(() => {
  machine = makeCliMachine();
  mounted = [];
});
afterEach(() => {
  for (const place of mounted) spawnSync('umount', ['-l', place]);
  machine.remove();
});

const ticket = (...args: string[]) => machine.run(['ticket', ...args]);
const path = () => join(machine.project, '.holdfast', 'tickets', 't1.md');
const textOf = () => readFileSync(path(), 'utf8');
const count = (word: string) => textOf().split(word).length - 1;
const page = 4096;
const mayMount = process.getuid?.() === 0 && spawnSync('mount', ['--version']).status === 0;

/** A small disk in a folder; answers with how to leave so many pages free on it. */
function smallDisk(place: string): (pages: number) => void {
  mkdirSync(place, { recursive: true });
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=512k', 'tmpfs', place]);
  if (status !== 0) throw new Error(String(stderr));
  mounted.push(place);
  const ballast = join(place, 'ballast');
  return (pages) => {
    rmSync(ballast, { force: true });
    const { bavail, bsize } = statfsSync(place);
    writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - pages * page)));
  };
}

describe.skipIf(!mayMount)('on a disk that is full', () => {
  it.each([
    ['the state folder', () => machine.state],
    ['the project', () => join(machine.project, '.holdfast')],
  ])(
    'a command says that it failed exactly where it did nothing (%s)',
    (_, place) => {
      const leave = smallDisk(place());
      leave(100);
      expect(ticket('new', 'A', '--id', 't1').code).toBe(0);
      expect(ticket('claim', 't1', '--owner', 'w').code).toBe(0);
      const codes = new Set<number | null>();
      for (let pages = 0; pages <= 9; pages += 1) {
        leave(pages);
        const word = `line-${pages}-x`;
        const { code, err } = ticket('progress', 't1', word, '--owner', 'w');
        codes.add(code);
        expect([pages, code, count(word), err]).toEqual([
          pages,
          code === 0 ? 0 : 1,
          code === 0 ? 1 : 0,
          code === 0 ? '' : expect.stringContaining('the disk is full'),
        ]);
        leave(100);
        // Whoever runs it again since it failed has it once.
        if (code !== 0) expect(ticket('progress', 't1', word, '--owner', 'w').code).toBe(0);
        expect(count(word)).toBe(1);
      }
      expect([...codes].sort()).toEqual([0, 1]);
      for (let pages = 0; pages <= 9; pages += 1) {
        leave(pages);
        const { code } = ticket('done', 't1', '--result', `result-${pages}`, '--owner', 'w');
        expect([pages, code === 0]).toEqual([pages, /^status: done$/m.test(textOf())]);
        leave(100);
        if (code === 0) expect(ticket('reopen', 't1', 'again').code).toBe(0);
      }
      const left = readdirSync(place(), { recursive: true, encoding: 'utf8' });
      expect(left.filter((name) => /\.holdfast-/.test(name))).toEqual([]);
    },
    120_000,
  );
});

describe('a state folder that takes no more once the ticket is written', () => {
  function deps(refuses: { now: boolean }): TicketDeps {
    const tickets = hookTickets(machine.state);
    const full = () => {
      if (refuses.now) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
    };
    const chain = (folder: string) => {
      const real = generationsIn(folder);
      return {
        ...real,
        replace(after: number, text: string) {
          full();
          return real.replace(after, text);
        },
      };
    };
    return {
      ...tickets,
      clock,
      patterns: [],
      leases: (name) => chain(join(machine.state, 'leases', name)),
      locks: (name) => chain(join(machine.state, 'locks', name)),
      state: {
        ...tickets.state,
        write(name, text) {
          full();
          tickets.state.write(name, text);
        },
      },
      ticketDisk: {
        ...tickets.ticketDisk,
        replace(...args) {
          const done = tickets.ticketDisk.replace(...args);
          refuses.now = true;
          return done;
        },
      },
    };
  }

  it('makes no failure of what was done, and the next one has the lock', () => {
    ticket('new', 'A', '--id', 't1');
    const refuses = { now: false };
    progressTicket(deps(refuses), path(), 'first', 'w');
    expect(refuses.now).toBe(true);
    refuses.now = false;
    finishTicket(deps(refuses), path(), 'It works.', 'w');
    expect([count('first'), count('It works.')]).toEqual([1, 1]);
    expect(ticket('reopen', 't1', 'once more').code).toBe(0);
  });

  it('keeps what another program wrote while ours came in its place', () => {
    ticket('new', 'A', '--id', 't1');
    const refuses = { now: false };
    const made = deps(refuses);
    let first = true;
    made.ticketDisk = {
      ...made.ticketDisk,
      replace(at, expected, content) {
        const done = hookTickets(machine.state).ticketDisk.replace(at, expected, content);
        if (!first) return done;
        first = false;
        refuses.now = true;
        const theirs = Buffer.from(expected)
          .toString('utf8')
          .replace('# A', '# A\n\nBy an editor.');
        return { overtaken: Buffer.from(theirs) };
      },
    };
    progressTicket(made, path(), 'ours', 'w');
    expect([count('By an editor.'), count('ours')]).toEqual([1, 1]);
  });
});

describe('a command whose output goes nowhere', () => {
  it('does not say that it failed, but that it was not told', () => {
    ticket('new', 'A', '--id', 't1');
    const full = openSync('/dev/full', 'w');
    const cli = join(import.meta.dirname, '..', '..', 'dist', 'cli.js');
    const ran = spawnSync(process.execPath, [cli, 'ticket', 'progress', 't1', 'said'], {
      cwd: machine.project,
      env: { PATH: process.env.PATH, HOME: machine.home, HOLDFAST_HOME: machine.state },
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    });
    closeSync(full);
    expect([count('said'), ran.status]).toEqual([1, 1]);
    expect(ran.stderr).toMatch(
      /The command finished, but its output could not be written\..*before you run it again/s,
    );
  });

  it('is told by a limit on the size of files that nothing was written', () => {
    ticket('new', 'A', '--id', 't1');
    ticket('progress', 't1', 'x'.repeat(1_500));
    const cli = join(import.meta.dirname, '..', '..', 'dist', 'cli.js');
    const ran = spawnSync(
      'bash',
      ['-c', `ulimit -f 1; "${process.execPath}" "${cli}" ticket progress t1 said`],
      {
        cwd: machine.project,
        env: { PATH: process.env.PATH, HOME: machine.home, HOLDFAST_HOME: machine.state },
        encoding: 'utf8',
      },
    );
    expect([ran.status, count('said')]).toEqual([1, 0]);
    expect(ran.stderr).toContain('larger than a file may be here');
  });
});
