import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { removeFolder } from '../../harness/remove-folder.ts';
import { exercises } from './exercises.ts';
import { type Literal, type PatternsOfFile, type Place, src } from './find.ts';

type Modules = Record<string, Record<string, (...args: never[]) => unknown>>;

/**
 * The patterns that the program puts together, as they come out when it does: every `new RegExp` of `src/` reports to
 * this check, while the modules are loaded and what builds a pattern later is called (`exercises.ts`).
 */
export async function constructedPatterns(
  found: ReadonlyMap<string, PatternsOfFile>,
): Promise<{ patterns: Literal[]; unseen: Place[] }> {
  const files = [...found].filter(([, { constructed }]) => constructed.length > 0);
  const names = [...new Set([...files.map(([file]) => file), ...Object.keys(exercises)])];
  const places = files.flatMap(([, { constructed }]) => constructed);
  const seen = new Map<Place, Map<string, Literal>>();
  const scope = globalThis as { reportPattern?: (at: number, made: RegExp) => RegExp };
  scope.reportPattern = (at, made) => {
    const place = places[at]!;
    const all = seen.get(place) ?? new Map();
    seen.set(place, all.set(String(made), { ...place, source: made.source, flags: made.flags }));
    return made;
  };
  const folder = mkdtempSync(join(tmpdir(), 'patterns-'));
  try {
    const program = join(folder, 'all.mjs');
    writeFileSync(program, await instrumented(names, places));
    const { modules } = (await import(/* @vite-ignore */ pathToFileURL(program).href)) as {
      modules: Modules;
    };
    for (const [name, exercise] of Object.entries(exercises))
      await exercise(modules[name] as never);
  } finally {
    removeFolder(folder);
    delete scope.reportPattern;
  }
  return {
    patterns: [...seen.values()].flatMap((all) => [...all.values()]),
    unseen: places.filter((place) => !seen.has(place)),
  };
}

async function instrumented(names: readonly string[], places: readonly Place[]): Promise<string> {
  const imports = names.map((name, at) => `import * as m${at} from './${name}';`);
  const list = names.map((name, at) => `${JSON.stringify(name)}: m${at}`).join(', ');
  const { outputFiles } = await build({
    stdin: {
      contents: `${imports.join('\n')}\nexport const modules = { ${list} };`,
      resolveDir: src,
    },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    plugins: [
      {
        name: 'report-patterns',
        setup(context) {
          context.onLoad({ filter: /\.ts$/ }, ({ path }) => ({
            contents: withReports(path, readFileSync(path, 'utf8'), places),
            loader: 'ts',
          }));
        },
      },
    ],
  });
  return outputFiles[0]!.text;
}

/** The text of a module whose every `new RegExp(` is made by a class that reports what came out. */
function withReports(path: string, text: string, places: readonly Place[]): string {
  if (!path.startsWith(src)) return text;
  const file = path.slice(src.length + 1);
  let out = text;
  for (const { at, start } of places
    .map((place, at) => ({ ...place, at }))
    .filter((place) => place.file === file)
    .sort((a, b) => b.start - a.start)) {
    const made = `new (class { constructor(source, flags) { return globalThis.reportPattern?.(${at}, new globalThis.RegExp(source, flags)) ?? new globalThis.RegExp(source, flags); } } as unknown as typeof RegExp)`;
    out = out.slice(0, start) + out.slice(start).replace(/^new\s+RegExp\b/, () => made);
  }
  return out;
}
