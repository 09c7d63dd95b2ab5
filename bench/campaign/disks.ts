import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Family, nothingYet, numbers } from './family.ts';
import { AttemptPlace, inTurn } from './place.ts';

/** Commands and hooks on a disk of which a few pages are free. */
export const disks: Family = {
  name: 'full disks',
  about:
    'a command or hook while the disk that holds the state or the tickets has 0 to 12 free pages; fails when it reports failure for something it did, or success for something it did not, on a nonzero exit code of a hook, a torn file, a stack trace',
  notTried: 'quotas, read-only disks, inodes; machines where tests may not mount',
  goal: 2_000,
  run: (budget) => (mayMount ? inTurn(budget, attempt) : Promise.resolve(nothingYet())),
};

const mayMount = process.getuid?.() === 0 && spawnSync('mount', ['--version']).status === 0;
const page = 4096;

function leave(place: string, pages: number): void {
  const ballast = join(place, 'ballast');
  rmSync(ballast, { force: true });
  const { bavail, bsize } = statfsSync(place);
  writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - pages * page)));
}

async function attempt(at: number): Promise<{ kind: string; wrong?: string }> {
  const next = numbers(at);
  const place = new AttemptPlace();
  const full = next(2) === 0 ? place.state : join(place.project, '.holdfast');
  const kinds = Object.keys(writers);
  const kind = kinds[at % kinds.length]!;
  mkdirSync(full, { recursive: true });
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', full]);
  try {
    if (mounted.status !== 0) throw new Error(String(mounted.stderr));
    const writer = writers[kind]!;
    await place.cli('ticket', 'new', 'A', '--id', 't1');
    await place.cli('ticket', 'claim', 't1', '--owner', 'w');
    leave(full, next(13));
    const wrong = await writer(place, () => leave(full, 100));
    return { kind, ...(wrong === undefined ? {} : { wrong }) };
  } finally {
    if (mounted.status === 0) spawnSync('umount', ['-l', full]);
    place.remove();
  }
}

const ticketOf = (place: AttemptPlace): string => {
  const path = join(place.project, '.holdfast', 'tickets', 't1.md');
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
};
const trace = /\n\s+at \S+ \(/;

type Writer = (place: AttemptPlace, free: () => void) => Promise<string | undefined>;

function onTicket(words: string[], isDone: (text: string) => boolean): Writer {
  return async (place, free) => {
    const before = ticketOf(place);
    const { code, out, err } = await place.cli('ticket', ...words);
    const text = ticketOf(place);
    if (trace.test(err + out)) return `a stack trace: ${err}`;
    if ((code === 0) !== isDone(text)) return `ended ${code}, done: ${isDone(text)}: ${err}`;
    if (code !== 0 && text !== before) return 'it failed and changed the ticket';
    if (code === 0) return undefined;
    free();
    const again = await place.cli('ticket', ...words);
    if (again.code !== 0) return `fails when there is room: ${again.err}`;
    return isDone(ticketOf(place)) ? undefined : 'lost by running it again';
  };
}

function ofHook(event: string, more: object): Writer {
  return async (place, free) => {
    place.write(
      place.record,
      '{"type":"user","sessionId":"s1","uuid":"u1","message":{"role":"user","content":"Never push."}}\n',
    );
    const ran = await place.hook(event, more);
    if (ran.code !== 0) return `ended ${ran.code}: ${ran.err}`;
    if (trace.test(ran.out + ran.err)) return `a stack trace: ${ran.err}`;
    free();
    const later = await place.hook(event, more);
    const shown = await place.cli('show');
    return later.code === 0 && !trace.test(shown.err)
      ? undefined
      : `later: ${later.err}${shown.err}`;
  };
}

const writers: Record<string, Writer> = {
  progress: onTicket(['progress', 't1', 'a-line'], (text) => text.split('a-line').length === 2),
  block: onTicket(['block', 't1', 'no-key'], (text) => /^status: blocked$/m.test(text)),
  done: onTicket(['done', 't1', '--result', 'all-well'], (text) => /^status: done$/m.test(text)),
  'hook before a compaction': ofHook('PreCompact', { trigger: 'auto' }),
  'hook after a compaction': ofHook('SessionStart', { source: 'compact' }),
  'hook of a prompt': ofHook('UserPromptSubmit', { prompt: 'Go on.' }),
  'hook of an end': ofHook('Stop', {}),
};
