import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { collect, productVersion } from './arms/collect.ts';
import { claudeSessions, sessionsOf } from './cases/find.ts';
import { boundariesOf } from './cases/session.ts';
import { splitOf } from './cases/split.ts';
import { otherHosts, replayProof, syntheticCuts } from './extras.ts';
import { figuresOf } from './measure.ts';
import { misses } from './report/misses.ts';
import { picture } from './report/picture.ts';
import type { Results } from './report/results.ts';
import { report } from './report/tables.ts';
import { targetsOf } from './report/targets.ts';
import { agreementOf } from './truth/agreement.ts';
import { labelFileOf } from './truth/labels.ts';
import { casesOf } from './truth/truth.ts';

/** Runs every arm, prints the tables, and writes the results. Throws where samples or product are not there. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      'no-peers': { type: 'boolean', default: false },
      /** Where the results go; a run without peers writes none unless a folder is named. */
      out: { type: 'string' },
      /** A file for what the product did not deliver, fact by fact. */
      misses: { type: 'string' },
    },
  });

  const progress = (line: string): void => void process.stderr.write(`${line}\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const sessions = claudeSessions();
  const cases = sessions.flatMap(casesOf);
  const collected = await collect(sessions, cases, { peers: !values['no-peers'], progress });
  const { arms, product, notes } = collected;
  progress('Replay of every event, synthetic cuts, other hosts');
  const proof = await replayProof(sessions, product.deliveries);
  const cuts = await syntheticCuts();
  progress('Scores');
  const named = (id: string) => arms.find((arm) => arm.id === id)!;
  const figures = arms.map((arm) => figuresOf(arm, cases, named('lists'), named('host')));
  const characters = [...product.deliveries.values()].map(
    (one) => one.brief.length + one.later.length,
  );
  const everySession = (['claude-code', 'pi', 'codex', 'opencode'] as const).flatMap((host) =>
    sessionsOf(host),
  );
  const labelled = everySession.filter((session) => labelFileOf(session) !== undefined);
  const results: Results = {
    versions: {
      holdfast: productVersion(),
      hosts: [...new Set(sessions.map((session) => session.version))].sort(),
    },
    sample: {
      sessions: sessions.map((session) => ({
        name: session.name,
        version: session.version,
        split: splitOf(session),
        boundaries: boundariesOf(session).length,
        triggers: [...new Set(boundariesOf(session).map((boundary) => boundary.trigger))],
        facts: casesOf(session).reduce((sum, one) => sum + one.facts.length, 0),
      })),
      labels: {
        ...agreementOf(labelled),
        boundaries: labelled.reduce(
          (sum, session) => sum + Math.max(1, boundariesOf(session).length),
          0,
        ),
      },
    },
    arms: figures,
    otherHosts: await otherHosts(),
    cuts,
    proof,
    characters,
    targets: targetsOf(figures, characters),
    notes,
  };
  const lines = report(results);
  process.stdout.write(`${lines.join('\n')}\n`);
  const folder =
    values.out ?? (values['no-peers'] ? undefined : join(import.meta.dirname, '..', 'results'));
  if (folder !== undefined) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'survival.json'), `${JSON.stringify(results, null, 1)}\n`);
    writeFileSync(join(folder, 'survival.txt'), `${lines.join('\n')}\n`);
    writeFileSync(join(folder, 'survival.svg'), picture(results));
    progress(`Written: survival.txt, survival.json and survival.svg in ${folder}`);
  }
  if (values.misses !== undefined) {
    const targets = results.targets.map(
      ({ measure, wanted, found, reached }) =>
        `- ${measure}: ${wanted}. Found: ${found}. ${reached === undefined ? 'No claim.' : reached ? 'Reached.' : 'Not reached.'}`,
    );
    const text = [...misses(named('all'), cases), '', '## Targets', '', ...targets];
    writeFileSync(values.misses, `${text.join('\n')}\n`);
  }
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
