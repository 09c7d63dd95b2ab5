import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Budget, counted, type Family, nothingYet, numbers, type Outcome } from './family.ts';
import { Place, tornLines } from './kill-place.ts';

/** Kills of one writer in one place. */
const rounds = 20;

/** Writers of the built program, killed at moments that the number of the attempt gives; the next command then runs. */
export const kills: Family = {
  name: 'kills',
  about:
    'a command or hook that writes is killed at some point in its second half, then the next one runs; fails on anything lost, torn, duplicated, reported but not done, or left behind',
  notTried: 'power loss; more than one writer killed at a time',
  goal: 500,
  run: campaign,
};

/** One writer on a machine of its own: what is started and killed, and what must be so after the next command. */
interface Writer {
  prepare?(place: Place): void;
  /** After the first run, which nobody kills: it tells how long one takes. */
  settle?(place: Place): void;
  args(round: number, place: Place): string[];
  input?(round: number, place: Place): string;
  /** Runs the next command and says what is wrong. `said`: what the killed one had printed by then. */
  check(round: number, place: Place, said: string): string | undefined;
}

const times = (text: string, word: string): number => text.split(word).length - 1;
const ticketOf = (place: Place) => place.read(place.project, '.holdfast', 'tickets', 't1.md');
const newTicket = (place: Place): void => {
  place.run('ticket', 'new', 'A', '--id', 't1');
};

/** A session that began, and was compacted. */
export function known(place: Place): void {
  place.run(...place.hook('SessionStart', { source: 'startup' }));
  place.run(...place.hook('PreCompact', { trigger: 'auto' }));
  place.run(...place.hook('SessionStart', { source: 'compact' }));
}

function hookWriter(events: [string, object][], file: string): Writer {
  return {
    prepare: known,
    args: (round, place) => {
      const [event, more] = events[round % events.length]!;
      return place.hook(event, more);
    },
    check(_, place) {
      const next = place.run(...place.hook('UserPromptSubmit', { prompt: 'Go on.' }));
      if (next.code !== 0) return `the next hook ended ${next.code}: ${next.err}`;
      const session = join(place.state, 'sessions', 'claude-code', 's1');
      const torn = tornLines(place.read(session, file));
      if (torn > 0) return `${torn} torn lines in ${file}`;
      if (place.run('show', 's1').code !== 0) return 'the session cannot be shown';
      return undefined;
    },
  };
}

const compactions: [string, object][] = [
  ['PreCompact', { trigger: 'auto' }],
  ['SessionStart', { source: 'compact' }],
  ['Stop', {}],
];

const writers: Record<string, Writer> = {
  tickets: {
    prepare: newTicket,
    args: (round) => ['ticket', 'progress', 't1', `line-${round}-x`],
    check(round, place, said) {
      const word = `line-${round}-x`;
      const there = times(ticketOf(place), word);
      if (there > 1) return 'doubled';
      if (said !== '' && there !== 1) return 'told and not written';
      const next = place.run('ticket', 'progress', 't1', `next-${round}-x`);
      if (next.code !== 0) return `the next command failed: ${next.err}`;
      const text = ticketOf(place);
      if (times(text, word) !== there) return 'lost by the next command';
      for (let one = place.first; one <= round; one += 1) {
        if (times(text, `next-${one}-x`) !== 1) return `lost or doubled: next-${one}-x`;
      }
      if (!text.startsWith('---\n') || !text.includes('## Result')) return 'torn';
      const shown = spawnSync('git', ['status', '--porcelain', '-uall'], {
        cwd: place.project,
        encoding: 'utf8',
      }).stdout;
      return /\.(?:tmp|old)\b/.test(shown) ? `git shows ${shown}` : undefined;
    },
  },
  leases: {
    prepare: newTicket,
    settle: (place) => void place.run('ticket', 'reopen', 't1', 'x'),
    args: (round) => ['ticket', 'claim', 't1', '--owner', `killed-${round}`],
    check(round, place, said) {
      const own = place.run('ticket', 'claim', 't1', '--owner', `killed-${round}`);
      const other = place.run('ticket', 'claim', 't1', '--owner', 'other');
      if (own.code !== 0) return `its own claim is refused: ${own.err}${own.out}`;
      if (other.code === 0) return 'two have it';
      if (said.includes("'s now") && !own.out.includes('already')) return 'told and not kept';
      return place.run('ticket', 'reopen', 't1', 'x').code === 0 ? undefined : 'cannot be reopened';
    },
  },
  journal: hookWriter(compactions, 'journal.ndjson'),
  receipts: hookWriter([compactions[1]!], 'journal.ndjson'),
  evidence: hookWriter(
    [
      [
        'PostToolUse',
        { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 't1', tool_response: {} },
      ],
    ],
    'evidence.ndjson',
  ),
  memory: {
    prepare: known,
    args: () => ['memory', 's1', '--write'],
    check(_, place) {
      const next = place.run('memory', 's1', '--write');
      if (next.code !== 0) return next.err;
      return next.out.trim() === '' ? 'empty' : undefined;
    },
  },
  settings: {
    prepare: (place) => {
      mkdirSync(join(place.home, '.claude'), { recursive: true });
      writeFileSync(join(place.home, '.claude', 'settings.json'), '{\n  "own": 1\n}\n');
    },
    args: (round) =>
      round % 2 === 0
        ? ['init', '--host', 'claude-code', '--yes', '--no-mcp']
        : ['uninstall', '--host', 'claude-code', '--yes'],
    check(round, place) {
      const path = join(place.home, '.claude', 'settings.json');
      try {
        if (JSON.parse(readFileSync(path, 'utf8')).own !== 1) return 'what the user had is gone';
      } catch (error) {
        return `torn: ${error}`;
      }
      const again = round % 2 === 0 ? 'init' : 'uninstall';
      const more = again === 'init' ? ['--no-mcp'] : [];
      const next = place.run(again, '--host', 'claude-code', '--yes', ...more);
      if (next.code !== 0) return `${again}: ${next.err}`;
      const text = readFileSync(path, 'utf8');
      if (again === 'init') return text.includes('bin/hook') ? undefined : 'no hooks';
      return text === '{\n  "own": 1\n}\n' ? undefined : `not as before: ${text}`;
    },
  },
  index: {
    args: () => ['recall', 'push'],
    check(_, place) {
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
    args: () => ['task', 'advance', 'plan.md'],
    check(_, place, said) {
      const before = times(place.read(place.project, 'plan.md'), '[x]');
      if (said !== '' && before === 0) return 'told and not written';
      const next = place.run('task', 'advance', 'plan.md');
      if (next.code !== 0) return next.err;
      const text = place.read(place.project, 'plan.md');
      if (times(text, '- [') !== 400) return 'torn';
      return times(text, '[x]') === before + 1 ? undefined : 'a step is lost or doubled';
    },
  },
  runs: {
    prepare: (place) => {
      mkdirSync(join(place.home, '.config', 'holdfast', 'workflows'), { recursive: true });
    },
    args: () => ['workflow', 'start', 'test-first'],
    check(_, place) {
      const runs = place.run('workflow', 'list', '--json');
      if (runs.code !== 0) return runs.err;
      const folder = join(place.state, 'workflows');
      const names = existsSync(folder) ? readdirSync(folder).filter((name) => name !== 'key') : [];
      const torn = names.find((name) => tornLines(place.read(folder, name, 'log.ndjson')) > 1);
      return torn === undefined ? undefined : `torn: ${torn}`;
    },
  },
};

function killed(
  place: Place,
  args: string[],
  afterMs: number,
): Promise<{ met: boolean; said: string; ms: number }> {
  return new Promise((resolve) => {
    const began = performance.now();
    const child = place.start(args);
    let said = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), afterMs);
    child.on('close', (_, signal) => {
      clearTimeout(timer);
      resolve({ met: signal === 'SIGKILL', said, ms: performance.now() - began });
    });
  });
}

async function attempt(
  writer: Writer,
  place: Place,
  round: number,
  whole: number,
  chance: number,
): Promise<{ met: boolean; wrong: string | undefined; ms: number }> {
  // Most of a run is the start of Node; its end is where files are written.
  const after = whole * (0.55 + chance * 0.5);
  const { met, said, ms } = await killed(place, writer.args(round, place), after);
  let wrong = writer.check(round, place, said);
  const left = [
    ...place.left(place.project),
    ...place.left(place.state),
    ...place.left(place.home),
  ];
  // A folder is swept by the next one that writes there, which need not be the very next command.
  const stale = left.filter((name) => !/^(?:locks|leases|runtime|bin|workflows)\//.test(name));
  if (wrong === undefined && stale.length > 0) wrong = `left: ${stale.join(', ')}`;
  return { met, wrong, ms };
}

async function campaign(budget: Budget): Promise<Outcome> {
  const outcome = nothingYet();
  const names = Object.keys(writers);
  const last = budget.first + budget.attempts;
  for (let at = budget.first; at < last && Date.now() < budget.until; ) {
    const name = names[Math.floor(at / rounds) % names.length]!;
    const writer = writers[name]!;
    const place = new Place();
    place.first = 1 + (at % rounds);
    try {
      writer.prepare?.(place);
      let whole = (await killed(place, writer.args(0, place), 60_000)).ms;
      writer.settle?.(place);
      do {
        const chance = numbers(at)(1_000) / 1_000;
        const { met, wrong, ms } = await attempt(writer, place, 1 + (at % rounds), whole, chance);
        if (!met) whole = (whole + ms) / 2;
        counted(outcome, { at, kind: met ? name : `${name}, after its end`, wrong });
        at += 1;
      } while (at % rounds !== 0 && at < last && Date.now() < budget.until);
    } finally {
      place.remove();
    }
  }
  return outcome;
}
