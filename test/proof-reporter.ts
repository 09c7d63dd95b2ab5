import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { type ClientName, clients } from '../harness/clients.ts';
import type { PartEnd, Proof } from '../src/app/hosts/survival-table.ts';

const folder = 'test/real-client';
const kept = 'src/hosts/tested.json';

/**
 * Keeps what a full test run saw of the suite on each real client in `src/hosts/tested.json`, which `holdfast hosts` shows. In CI
 * nothing is written, and the run fails where that file claims more than the run saw.
 */
export class ProofReporter implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const root = this.#vitest!.config.root;
    const ran = new Set(modules.map((module) => module.relativeModuleId));
    const all = readdirSync(join(root, folder)).filter((name) => name.endsWith('.test.ts'));
    const full = all.every((name) => ran.has(`${folder}/${name}`));
    if (!full || this.#vitest!.config.testNamePattern) return;
    const proof = proofOf(modules);
    const path = join(root, kept);
    const before = JSON.parse(readFileSync(path, 'utf8')) as Proof;
    if (!process.env.CI) {
      const text = `${JSON.stringify(proof, null, 2)}\n`;
      if (text === readFileSync(path, 'utf8')) return;
      writeFileSync(path, text);
      console.log(`\n${kept} is new: run "npm run build && npm run readme" for the README.`);
      return;
    }
    const claims = unprovedClaims(before, proof);
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
  const sorted = <T>(record: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
  for (const one of Object.values(proof)) one.parts = sorted(one.parts);
  return sorted(proof);
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
