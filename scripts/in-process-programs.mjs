import { build } from 'esbuild';

/** Hosts that run plugins in their own process: each gets one file, and what they have in common is in one beside it. */
const plugins = ['opencode', 'pi'];
const common = 'in-process.mjs';

/** Programs that need nothing else. */
const alone = [
  'claude-mod',
  'pi-worker',
  'pi-in-process',
  'opencode-worker',
  'opencode-worker-shell',
];

/** The text of each program by the name of its file. Options of esbuild are those of the other programs. */
export async function inProcessPrograms(shared) {
  const options = {
    ...shared,
    format: 'esm',
    // Libraries come in the form that needs no loader of Node's: another program loads these files.
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['default', 'import'],
    external: ['node:*'],
    outdir: '/programs',
  };
  const minify = process.env.HOLDFAST_READABLE !== '1';
  const built = await Promise.all([
    build({
      ...options,
      entryPoints: plugins.map((name) => `src/entry/${name}.ts`),
      minify,
      splitting: true,
      outExtension: { '.js': '.mjs' },
      chunkNames: common.replace('.mjs', ''),
    }),
    ...alone.map((name) =>
      build({
        ...options,
        entryPoints: [`src/entry/${name}.ts`],
        outExtension: { '.js': '.mjs' },
        // Claude Code reads the text of what it loads, and takes its own interface by its name only.
        minify: minify && name !== 'claude-mod',
      }),
    ),
  ]);
  const files = built.flatMap(({ outputFiles }) => outputFiles);
  const names = files.map(({ path }) => path.replace(/^.*\//, ''));
  const wanted = [...plugins, ...alone].map((name) => `${name}.mjs`);
  const others = names.filter((name) => !wanted.includes(name));
  if (others.join() !== common) throw new Error(`the plugins came in other files: ${others}`);
  return files.map(({ text }, at) => [names[at], text]);
}
