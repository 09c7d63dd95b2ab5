import { build } from 'esbuild';

/** Hosts that run plugins in their own process: each gets one file that needs nothing else. */
const names = [
  'claude-mod',
  'opencode',
  'pi',
  'pi-worker',
  'pi-in-process',
  'opencode-worker',
  'opencode-worker-shell',
];

/** The text of each program by the name of its file. Options of esbuild are those of the other programs. */
export async function inProcessPrograms(shared) {
  const built = await Promise.all(
    names.map(async (name) => {
      const result = await build({
        ...shared,
        entryPoints: [`src/entry/${name}.ts`],
        format: 'esm',
        // Claude Code reads the text of what it loads, and takes its own interface by its name only.
        minify: process.env.HOLDFAST_READABLE !== '1' && name !== 'claude-mod',
        // Libraries come in the form that needs no loader of Node's: another program loads this file.
        platform: 'neutral',
        mainFields: ['module', 'main'],
        conditions: ['default', 'import'],
        external: ['node:*'],
      });
      return [`${name}.mjs`, result.outputFiles[0].text];
    }),
  );
  return built;
}
