import { parseArgs } from 'node:util';
import { fetchClient } from '../../harness/fetch-client.ts';
import { startModelServer } from '../../harness/model-server.ts';
import { expectedCost, needs, realModel } from './model.ts';
import { scriptedAgent } from './scripted.ts';
import { type Around, type Ran, runSession } from './session.ts';
import { tableOf } from './table.ts';

const say = (line = ''): void => void process.stdout.write(`${line}\n`);

/**
 * The same task for a real client with a real model, with and without Holdfast, in turn. `--runs N` of each (default 5), `--yes` to
 * spend, `--most DOLLARS` (default: what is expected, twice), `--scripted`: with the scripted agent of the demo, which costs nothing.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string', default: '5' },
      yes: { type: 'boolean', default: false },
      most: { type: 'string' },
      scripted: { type: 'boolean', default: false },
    },
  });
  const runs = Number(values.runs);
  if (!Number.isInteger(runs) || runs < 1)
    throw new Error(`--runs is "${values.runs}"; it must be 1 or more.`);
  if (values.scripted) {
    await scripted(runs);
    return;
  }
  const model = realModel(process.env);
  if (model === undefined) {
    say(needs);
    process.exitCode = 2;
    return;
  }
  const expected = expectedCost(model, runs);
  const most = values.most === undefined ? 2 * expected : Number(values.most);
  if (!(most > 0)) throw new Error(`--most is "${values.most}"; it must be an amount of dollars.`);
  say(
    `${2 * runs} runs with ${model.name}, expected to cost about $${expected.toFixed(2)}, at most $${most.toFixed(2)}.`,
  );
  say(
    'The agent runs its commands unasked, in temporary folders: use a container or a machine that may break.',
  );
  if (!values.yes) {
    say('Nothing was sent. Next step: the same with --yes.');
    return;
  }
  const { name, key, url } = model;
  await compare(runs, { url, key, model: name, timeoutMs: 20 * 60_000 }, most);
}

async function scripted(runs: number): Promise<void> {
  say(
    `${2 * runs} runs with the scripted agent of the demo. It shows that the bench works, and says nothing of any model.`,
  );
  const server = await startModelServer({ policy: scriptedAgent });
  try {
    await compare(runs, { url: server.url, timeoutMs: 120_000 }, Number.POSITIVE_INFINITY);
    if (server.faults.length > 0) throw new Error(server.faults.join('\n'));
  } finally {
    await server.close();
  }
}

/**
 * Both arms in turn, until all runs are done, the money is spent or one fails; the table at the end is of the pairs that were
 * completed. Ends with exit code 1 where a run failed.
 */
async function compare(
  runs: number,
  given: Omit<Around, 'client' | 'mostDollars'>,
  most: number,
): Promise<void> {
  const client = await fetchClient('claude-code', { progress: (line) => console.error(line) });
  const pairs: Ran[][] = [];
  let spent = 0;
  try {
    for (let at = 1; at <= runs && spent < most; at += 1) {
      const pair: Ran[] = [];
      for (const own of [false, true]) {
        const ran = await runSession(own, { ...given, client, mostDollars: most - spent });
        spent += ran.dollars;
        pair.push(ran);
        say(`${at}/${runs} ${own ? 'with' : 'without'} Holdfast: ${seen(ran)}`);
      }
      pairs.push(pair);
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
  if (pairs.length < runs) say(`Stopped after ${pairs.length} of ${runs} pairs.`);
  if (pairs.length === 0) return;
  say();
  say(`Claude Code ${client.version}${given.model ? `, ${given.model}` : ''}`);
  say(
    tableOf(
      pairs.map(([without]) => without!),
      pairs.map(([, withIt]) => withIt!),
    ),
  );
}

function seen({ broken, redone, unreadPlan, wrongClaims, finished, seconds }: Ran): string {
  const parts = [
    ...broken,
    ...redone.map((file) => `wrote ${file} again`),
    ...(unreadPlan ? ['changed before it read its plan'] : []),
    ...wrongClaims.map((claim) => `claimed that ${claim}`),
    finished ? 'finished the plan' : 'did not finish the plan',
  ];
  return `${parts.join(', ')} (${seconds.toFixed(0)} s)`;
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
