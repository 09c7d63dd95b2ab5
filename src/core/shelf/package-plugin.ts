/**
 * The plugin file in the package of a host that runs plugins in its own process: starts the program of the same package. `body`: as in
 * the file that `init` writes, which looks for the program in the state folder.
 */
export function packagePlugin(version: string, bundle: string, body: string, imports = ''): string {
  return `// Holdfast ${version}: keeps work intact through compaction. The entry for this client in the npm package.
${imports}const load = () => import(new URL('../../dist/${bundle}', import.meta.url).href);
const stateFolder = () => undefined;

${body}`;
}
