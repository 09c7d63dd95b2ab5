import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { titlesById } from '../../scripts/test-ids.mjs';
import { ids } from './ids.ts';
import { type Deviations, manifest } from './manifest.ts';

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, '..', '..');
const papers = process.env.HOLDFAST_SHARED ?? resolve(root, '..', 'shared');

async function readDeviations(): Promise<[string, string][]> {
  const files = readdirSync(here).filter((name) => /^deviations-.*\.ts$/.test(name));
  const modules = await Promise.all(
    files.map((name) => import(/* @vite-ignore */ pathToFileURL(join(here, name)).href)),
  );
  return modules.flatMap((module: Record<string, Deviations>) =>
    Object.values(module).flatMap((one) => Object.entries(one)),
  );
}

const deviations = await readDeviations();
const deviating = new Map(deviations);

/** Ids that a paper of cases or demands has. */
function idsIn(name: string, line: RegExp, prefix: string): string[] {
  const text = readFileSync(join(papers, name), 'utf8');
  return [...text.matchAll(line)].map((match) => `${prefix}${match[1]}`);
}

describe('the manifest of cases and demands', () => {
  it('maps every id to tests or to a written deviation', () => {
    const unmapped = ids.filter((id) => !manifest[id]?.length && !deviating.has(id));
    expect(unmapped).toEqual([]);
  });

  it('names tests that are there, and all that carry an id (else: node scripts/update-manifest.mjs)', () => {
    expect(manifest).toEqual(titlesById(root));
  });

  it('knows no id that is none', () => {
    const known = new Set(ids);
    const named = [...Object.keys(manifest), ...deviating.keys()];
    expect(named.filter((id) => !known.has(id))).toEqual([]);
  });

  it('has one deviation at most for an id, in whole sentences', () => {
    expect(deviations.length).toBe(deviating.size);
    expect(deviations.filter(([, text]) => !/^[A-Z].{20,}\.$/s.test(text))).toEqual([]);
  });

  it('says which part a deviation is about where the id has tests too, and only there', () => {
    const wrong = deviations.filter(
      ([id, text]) => text.startsWith('Part: ') !== (manifest[id] ?? []).length > 0,
    );
    expect(wrong).toEqual([]);
  });

  it('keeps the very ids of the papers', (context) => {
    if (!existsSync(join(papers, 'cases.md'))) {
      const why = `The papers of cases and demands are not at ${papers}: their ids were not compared.`;
      console.error(why);
      if (process.env.CI === 'true') throw new Error(why);
      context.skip(why);
    }
    const found = [
      ...idsIn('cases.md', /^### (\d+)\. /gm, 'case '),
      ...idsIn('requirements.md', /^\| R(\d+) \|/gm, 'R'),
    ];
    expect(found).toEqual(ids);
  });
});
