import { drivers } from '../../harness/drivers/index.ts';
import { fetchClient } from '../../harness/fetch-client.ts';
import { aboutTokens } from '../../src/core/text/tokens.ts';
import { claudeCodeInstall } from '../../src/hosts/claude-code/install.ts';
import { codexInstall } from '../../src/hosts/codex/install.ts';
import { copilotInstall } from '../../src/hosts/copilot/install.ts';
import { geminiInstall } from '../../src/hosts/gemini/install.ts';
import { qwenInstall } from '../../src/hosts/qwen/install.ts';
import { median } from '../ratio.ts';
import { armsOf, openPlace } from './arms.ts';

const installs = [claudeCodeInstall, codexInstall, geminiInstall, qwenInstall, copilotInstall];

/**
 * What Holdfast adds to a session of a real client in which nothing compacts. The arms run in turn; a call is the slope of
 * two lengths of session, the rest is what is paid once. `--host NAME` (default claude-code), `--rounds N` (default 5),
 * `--short N` and `--long N` calls (default 10 and 110), `--arms N` (only the first, at least three).
 */
async function main(): Promise<void> {
  const option = (name: string, usual: string) => {
    const at = process.argv.indexOf(name);
    return at < 0 ? usual : process.argv[at + 1]!;
  };
  const rounds = Number(option('--rounds', '5'));
  const [short, long] = [Number(option('--short', '10')), Number(option('--long', '110'))];
  const host = option('--host', 'claude-code');
  const most = Number(option('--arms', '6'));
  const driver = drivers.find((one) => one.host === host);
  const install = installs.find((one) => one.host === host);
  if (driver?.hooksFile === undefined || install === undefined)
    throw new Error(`"${host}" is no client whose hooks are commands.`);
  const client = await fetchClient(driver.client, { progress: (line) => console.error(line) });
  const arms = armsOf({ driver, install }).slice(0, Math.max(3, most));
  const places = await Promise.all(arms.map((arm) => openPlace(client, { driver, install }, arm)));
  const times = places.map(() => ({ short: [] as number[], long: [] as number[], text: '' }));
  try {
    for (let round = -1; round < rounds; round += 1) {
      for (const [at, place] of places.entries()) {
        for (const length of ['short', 'long'] as const) {
          const { ms, text } = await place.run(length === 'short' ? short : long);
          // The first round only warms up what is read from the disk.
          if (round < 0) continue;
          times[at]![length].push(ms);
          if (length === 'short') times[at]!.text = text;
        }
      }
    }
  } finally {
    await Promise.all(places.map((place) => place.close()));
  }
  const slope = ({ short: a, long: b }: (typeof times)[0]) =>
    (median(b) - median(a)) / (long - short);
  const once = (one: (typeof times)[0]) => median(one.short) - short * slope(one);
  const [nothing, oneHook, idle] = times as [
    (typeof times)[0],
    (typeof times)[0],
    (typeof times)[0],
  ];
  const floor = slope(oneHook) - slope(nothing);
  console.log(
    `${install.title} ${client.version}, medians of ${rounds}, ${short} and ${long} calls`,
  );
  console.log(
    '| session | ms a call | beyond no hooks | to one hook | ms once | beyond idle hooks | tokens more |',
  );
  console.log('| --- | --- | --- | --- | --- | --- | --- |');
  for (const [at, one] of times.entries()) {
    const beyond = slope(one) - slope(nothing);
    const cells = [
      slope(one).toFixed(1),
      beyond.toFixed(1),
      (beyond / floor).toFixed(2),
      once(one).toFixed(0),
      (once(one) - once(idle)).toFixed(0),
      String(aboutTokens(one.text) - aboutTokens(nothing.text)),
    ];
    console.log(`| ${arms[at]!.name} | ${cells.join(' | ')} |`);
  }
}

await main();
