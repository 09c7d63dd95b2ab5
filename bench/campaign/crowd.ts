import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Budget, counted, type Family, nothingYet, numbers, type Outcome } from './family.ts';
import { Place, tornLines } from './kill-place.ts';
import { known } from './kills.ts';

/** Writers that run at a time on one place. */
const crowd = 12;

/** Many writers of the built program at once, each killed at a moment of its own; the next command then runs alone. */
export const crowds: Family = {
  name: 'kills in a crowd',
  about: `${crowd} commands or hooks write to the same files at once, each killed at a different moment; then the next one runs. Fails on anything lost, torn, duplicated, reported but not done, taken by two, or left behind`,
  notTried: 'power loss; a network disk',
  goal: 10_000,
  run: campaign,
};

/** One of a crowd: what it printed, and whether the kill met it. */
interface One {
  number: number;
  said: string;
  met: boolean;
}

interface Writers {
  prepare?(place: Place): void;
  /** After the first crowd, which nobody kills. */
  settle?(place: Place): void;
  args(number: number, place: Place): string[];
  /** Runs the next command and says what is wrong. */
  check(place: Place, all: readonly One[]): string | undefined;
}

const times = (text: string, word: string): number => text.split(word).length - 1;
const ticket = (place: Place): string => place.read(place.project, '.holdfast', 'tickets', 't1.md');

function hooks(events: (number: number) => [string, object], file: string): Writers {
  return {
    prepare: known,
    args: (number, place) => place.hook(...events(number)),
    check(place) {
      const next = place.run(...place.hook('UserPromptSubmit', { prompt: 'Go on.' }));
      if (next.code !== 0) return `the next hook ended ${next.code}: ${next.err}`;
      const torn = tornLines(place.read(place.state, 'sessions', 'claude-code', 's1', file));
      if (torn > 0) return `${torn} torn lines in ${file}`;
      return place.run('show', 's1').code === 0 ? undefined : 'the session cannot be shown';
    },
  };
}

const compaction: [string, object][] = [
  ['PreCompact', { trigger: 'auto' }],
  ['SessionStart', { source: 'compact' }],
  ['Stop', {}],
  ['UserPromptSubmit', { prompt: 'Never push to main.' }],
];

const kinds: Record<string, Writers> = {
  tickets: {
    prepare: (place) => void place.run('ticket', 'new', 'A', '--id', 't1'),
    args: (number) => ['ticket', 'progress', 't1', `line-${number}-x`],
    check(place, all) {
      for (const { number, said } of all) {
        const there = times(ticket(place), `line-${number}-x`);
        if (there > 1) return `doubled: ${number}`;
        if (said !== '' && there !== 1) return `told and not written: ${number}`;
      }
      const before = all.filter(({ number }) => ticket(place).includes(`line-${number}-x`)).length;
      const next = place.run('ticket', 'progress', 't1', `next-${all[0]!.number}-x`);
      if (next.code !== 0) return `the next command failed: ${next.err}`;
      const text = ticket(place);
      const now = all.filter(({ number }) => text.includes(`line-${number}-x`)).length;
      if (now !== before) return 'lost by the next command';
      if (times(text, `next-${all[0]!.number}-x`) !== 1) return 'the next line is lost or doubled';
      return text.startsWith('---\n') && text.includes('## Result') ? undefined : 'torn';
    },
  },
  leases: {
    prepare: (place) => void place.run('ticket', 'new', 'A', '--id', 't1'),
    settle: (place) => void place.run('ticket', 'reopen', 't1', 'x'),
    args: (number) => ['ticket', 'claim', 't1', '--owner', `killed-${number}`],
    check(place, all) {
      const told = all.filter(({ said }) => said.includes("'s now"));
      if (told.length > 1) return `told to ${told.length}`;
      const own =
        told[0] && place.run('ticket', 'claim', 't1', '--owner', `killed-${told[0].number}`);
      if (own && own.code !== 0) return `its own claim is refused: ${own.err}${own.out}`;
      if (own && place.run('ticket', 'claim', 't1', '--owner', 'other').code === 0)
        return 'two have it';
      const again = place.run('ticket', 'reopen', 't1', 'x');
      if (again.code !== 0 && told.length > 0)
        return `cannot be reopened: ${again.err}${again.out}`;
      return undefined;
    },
  },
  journal: hooks((number) => compaction[number % compaction.length]!, 'journal.ndjson'),
  evidence: hooks(
    (number) => [
      'PostToolUse',
      {
        tool_name: 'Bash',
        tool_input: { command: `ls ${number}` },
        tool_use_id: `t${number}`,
        tool_response: {},
      },
    ],
    'evidence.ndjson',
  ),
  memory: {
    prepare: known,
    args: () => ['memory', 's1', '--write'],
    check(place) {
      const next = place.run('memory', 's1', '--write');
      if (next.code !== 0) return next.err;
      return next.out.trim() === '' ? 'empty' : undefined;
    },
  },
  index: {
    args: () => ['recall', 'push'],
    check(place) {
      const next = place.run('recall', 'push');
      return next.out.replace(/[«»]/g, '').includes('Never push')
        ? undefined
        : `not found: ${next.out}${next.err}`;
    },
  },
  tasks: {
    prepare: (place) => {
      const steps = Array.from({ length: 400 }, (_, at) => `- [ ] step ${at}`).join('\n');
      writeFileSync(join(place.project, 'plan.md'), `# Plan\n\n${steps}\n`);
    },
    settle: (place) => kinds.tasks!.prepare!(place),
    args: () => ['task', 'advance', 'plan.md'],
    check(place, all) {
      const told = all.filter(({ said }) => said !== '').length;
      const now = place.read(place.project, 'plan.md');
      const before = times(now, '[x]');
      writeFileSync(join(place.project, 'plan.md'), now.replaceAll('[x]', '[ ]'));
      if (before > all.length) return `${before} steps by ${all.length} commands`;
      if (before < told) return `${told} were told, ${before} are done`;
      const next = place.run('task', 'advance', 'plan.md');
      if (next.code !== 0) return next.err;
      const text = place.read(place.project, 'plan.md');
      if (times(text, '- [') !== 400) return 'torn';
      if (times(text, '[x]') !== 1) return 'a step is lost or doubled';
      writeFileSync(join(place.project, 'plan.md'), text.replaceAll('[x]', '[ ]'));
      return undefined;
    },
  },
  runs: {
    args: () => ['workflow', 'start', 'test-first'],
    check(place) {
      const runs = place.run('workflow', 'list', '--json');
      if (runs.code !== 0) return runs.err;
      const folder = join(place.state, 'workflows');
      const names = existsSync(folder) ? readdirSync(folder).filter((name) => name !== 'key') : [];
      const torn = names.find((name) => tornLines(place.read(folder, name, 'log.ndjson')) > 1);
      return torn === undefined ? undefined : `torn: ${torn}`;
    },
  },
};

/** Crowds that one place takes, one after the other. */
const inPlace = 10;

async function campaign(budget: Budget): Promise<Outcome> {
  const outcome = nothingYet();
  const names = Object.keys(kinds);
  const last = budget.first + budget.attempts;
  for (let at = budget.first; at < last && Date.now() < budget.until; ) {
    const name = names[Math.floor(at / (crowd * inPlace)) % names.length]!;
    const writers = kinds[name]!;
    const place = new Place();
    try {
      writers.prepare?.(place);
      // A first crowd that nobody kills tells how long one takes.
      let whole = longest(await started(writers, place, at - crowd, undefined));
      writers.settle?.(place);
      // One at least: on a slow machine all of the time may have gone into making the place.
      for (
        let done = 0;
        done < inPlace && at < last && (done === 0 || Date.now() < budget.until);
        done += 1
      ) {
        const next = numbers(at);
        const all = await started(writers, place, at, () => whole * (0.3 + next(1_000) / 1_100));
        const ended = all.filter(({ met }) => !met);
        if (ended.length > crowd / 2) whole = (whole + longest(all)) / 2;
        const wrong = writers.check(place, all) ?? leftIn(place);
        const met = all.length - ended.length;
        counted(outcome, { at, kind: name, count: met, wrong });
        counted(outcome, { at, kind: `${name}, after its end`, count: ended.length });
        at += crowd;
      }
    } finally {
      place.remove();
    }
  }
  return outcome;
}

type Ended = One & { ms: number };

function longest(all: readonly Ended[]): number {
  return Math.max(...all.map(({ ms }) => ms));
}

/** Starts a crowd; `killAfter` gives each its moment. */
function started(
  writers: Writers,
  place: Place,
  first: number,
  killAfter: (() => number) | undefined,
): Promise<Ended[]> {
  return Promise.all(
    Array.from({ length: crowd }, (_, index) => {
      const number = first + index;
      const began = performance.now();
      const child = place.start(writers.args(number, place));
      let said = '';
      child.stdout?.setEncoding('utf8').on('data', (text: string) => {
        said += text;
      });
      const timer = killAfter && setTimeout(() => child.kill('SIGKILL'), killAfter());
      return new Promise<Ended>((resolve) => {
        child.on('close', (_code, signal) => {
          clearTimeout(timer);
          resolve({ number, said, met: signal === 'SIGKILL', ms: performance.now() - began });
        });
      });
    }),
  );
}

/** Debris in folders that the next command has written to. */
function leftIn(place: Place): string | undefined {
  const stale = [place.project, place.state, place.home]
    .flatMap((folder) => place.left(folder))
    .filter((name) => !/^(?:locks|leases|runtime|bin|workflows)\//.test(name));
  return stale.length === 0 ? undefined : `left: ${stale.join(', ')}`;
}
