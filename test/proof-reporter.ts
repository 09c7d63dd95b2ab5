import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { type ClientName, clients } from '../harness/clients.ts';
import type { PartEnd, Proof } from '../src/app/hosts/survival-table.ts';

const folder = 'test/real-client';
const kept = 'src/hosts/tested.json';

/**
 * Keeps what a test run saw of the suite on each real client in `src/hosts/tested.json`, which `holdfast hosts` shows: of those
 * clients whose suite was in the run. In CI nothing is written, and the run fails where that file claims more than the run saw.
 */
export class ProofReporter implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const root = this.#vitest!.config.root;
    const ran = new Set(modules.map((module) => module.relativeModuleId));
    const suites = Object.keys(clients).filter((host) => ran.has(`${folder}/${host}.test.ts`));
    if (suites.length === 0 || this.#vitest!.config.testNamePattern) return;
    const path = join(root, kept);
    const all = JSON.parse(readFileSync(path, 'utf8')) as Proof;
    const seen = proofOf(modules);
    const of = (proof: Proof): Proof =>
      Object.fromEntries(Object.entries(proof).filter(([host]) => suites.includes(host)));
    const before = of(all);
    const proof = sorted({ ...all, ...of(seen) });
    // A file that runs again by itself says nothing of what the whole run saw.
    if (process.env.HOLDFAST_TEST_AGAIN) return;
    if (!process.env.CI) {
      const text = `${JSON.stringify(proof, null, 2)}\n`;
      if (text === readFileSync(path, 'utf8')) return;
      writeFileSync(path, text);
      console.log(
        `\n${kept} is new: run "npm run build && npm run readme" for docs/hosts/README.md.`,
      );
      return;
    }
    const claims = unprovedClaims(before, seen);
    if (claims.length === 0) return;
    console.log(
      `\n${kept} says that this passed, and this run did not see it:\n  ${claims.join('\n  ')}`,
    );
    process.exitCode = 1;
  }
}

/** How each part of the suite ended on each host, sorted. */
function proofOf(modules: readonly TestModule[]): Proof {
  const proof: Proof = {};
  for (const module of modules) {
    for (const suite of module.children.allSuites()) {
      const [, host = ''] =
        /^(?:survival on )?([\w-]+)(?: beside the suite)?$/.exec(suite.name) ?? [];
      if (!Object.hasOwn(clients, host)) continue;
      const { version } = clients[host as ClientName];
      proof[host] ??= { version, parts: {} };
      const { parts } = proof[host];
      for (const test of suite.children.allTests()) {
        const [, part] = /^([a-z ]+): /.exec(test.name) ?? [];
        if (part) parts[part] = together(parts[part], test.result().state);
      }
    }
  }
  for (const one of Object.values(proof)) one.parts = sorted(one.parts);
  return sorted(proof);
}

function sorted<T>(record: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** One failed test makes the part failed, and one that was skipped makes it skipped. */
function together(before: PartEnd | undefined, state: string): PartEnd {
  if (before === 'failed' || state === 'failed') return 'failed';
  if (before === 'skipped' || state !== 'passed') return 'skipped';
  return 'passed';
}

/** What one proof has as passed and the other has not. */
export function unprovedClaims(claimed: Proof, seen: Proof): string[] {
  return Object.entries(claimed).flatMap(([host, { version, parts }]) =>
    Object.entries(parts)
      .filter(([part, end]) => {
        const same = seen[host]?.version === version;
        return end === 'passed' && !(same && seen[host]?.parts[part] === 'passed');
      })
      .map(([part]) => `${part} on ${host} ${version}`),
  );
}
