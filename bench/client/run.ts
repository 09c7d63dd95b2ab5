import { fetchClient } from '../../harness/fetch-client.ts';
import { median } from '../ratio.ts';
import { arms, openPlace } from './arms.ts';

/**
 * What Holdfast adds to a session of the real Claude Code in which nothing compacts. The arms run in turn; a call is the slope of
 * two lengths of session, the rest is what is paid once. `--rounds N` (default 5), `--long N` calls (default 60).
 */
async function main(): Promise<void> {
  const number = (name: string, usual: number) => {
    const at = process.argv.indexOf(name);
    return at < 0 ? usual : Number(process.argv[at + 1]);
  };
  const [rounds, long] = [number('--rounds', 5), number('--long', 60)];
  const short = 2;
  const client = await fetchClient('claude-code', { progress: (line) => console.error(line) });
  const places = await Promise.all(arms.map((arm) => openPlace(client, arm)));
  const times = places.map(() => ({ short: [] as number[], long: [] as number[], characters: 0 }));
  try {
    for (let round = -1; round < rounds; round += 1) {
      for (const [at, place] of places.entries()) {
        for (const length of ['short', 'long'] as const) {
          const { ms, characters } = await place.run(length === 'short' ? short : long);
          // The first round only warms up what is read from the disk.
          if (round < 0) continue;
          times[at]![length].push(ms);
          if (length === 'short') times[at]!.characters = characters;
        }
      }
    }
  } finally {
    await Promise.all(places.map((place) => place.close()));
  }
  const slope = ({ short: a, long: b }: (typeof times)[0]) =>
    (median(b) - median(a)) / (long - short);
  const fixed = (one: (typeof times)[0]) => median(one.short) - short * slope(one);
  const [nothing] = times;
  console.log(`Claude Code ${client.version}, medians of ${rounds}, ${short} and ${long} calls`);
  console.log(
    '| session | ms a call | beyond no hooks | ms once | beyond no hooks | characters more |',
  );
  console.log('| --- | --- | --- | --- | --- | --- |');
  for (const [at, one] of times.entries()) {
    const cells = [
      slope(one).toFixed(1),
      (slope(one) - slope(nothing!)).toFixed(1),
      fixed(one).toFixed(0),
      (fixed(one) - fixed(nothing!)).toFixed(0),
      String(one.characters - nothing!.characters),
    ];
    console.log(`| ${arms[at]!.name} | ${cells.join(' | ')} |`);
  }
}

await main();
