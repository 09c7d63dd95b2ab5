import { families, textOf } from '../adversarial/families.ts';
import { recordWith } from '../adversarial/record.ts';
import { type Family, numbers } from './family.ts';
import { AttemptPlace, inTurn } from './place.ts';

const longestMs = 10_000;

/** Records of which every text is hard to match: two kinds of repeated text, joined. */
export const patterns: Family = {
  name: 'patterns',
  about:
    'a transcript in which every 256 kB text repeats two hard-to-match things, through the hooks around a compaction and `snapshot`; fails on more than 10 s of processor time for one of them, or a stack trace',
  notTried: 'texts without repetition',
  goal: 2_000,
  run: (budget) => inTurn(budget, attempt),
};

async function attempt(at: number): Promise<{ kind: string; wrong?: string }> {
  const next = numbers(at);
  const names = Object.keys(families);
  const first = names[at % names.length]!;
  const second = names[next(names.length)]!;
  const half = 128 * 1024;
  const mixed = textOf(families[first]! + families[second]!, half);
  const text =
    next(2) === 0
      ? mixed + mixed
      : textOf(families[first]!, half) + textOf(families[second]!, half);
  const place = new AttemptPlace();
  try {
    place.write(place.record, recordWith('s1', place.project, text));
    const runs = [
      await place.hook('PreCompact', { trigger: 'auto', custom_instructions: '' }),
      await place.hook('SessionStart', { source: 'compact' }),
      await place.cli('snapshot', '--transcript', place.record),
    ];
    for (const { ms, code, err } of runs) {
      if (code !== 0) return { kind: first, wrong: `${second}: ended ${code}: ${err}` };
      if (ms > longestMs) return { kind: first, wrong: `with ${second}: took ${ms} ms` };
    }
    return { kind: first };
  } finally {
    place.remove();
  }
}
