import { join } from 'node:path';
import { buildSync } from 'esbuild';

const root = join(import.meta.dirname, '..', '..');

/** A module with everything it needs, as one text, that does something with what the module exports. */
export function bundled(module: string, use: string): string {
  const names = /^\w+/.exec(use)![0];
  const contents = `import { ${names} } from './${module}';\n${use};`;
  const { outputFiles } = buildSync({
    stdin: { contents, resolveDir: root },
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    write: false,
  });
  return outputFiles[0]!.text;
}
