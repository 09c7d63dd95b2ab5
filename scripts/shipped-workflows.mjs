import { readdirSync, readFileSync } from 'node:fs';

/** An esbuild plugin that puts the texts of `workflows/` into the program: a copy of it lies where that folder is not. */
export const shippedWorkflows = {
  name: 'shipped-workflows',
  setup(context) {
    context.onLoad({ filter: /src\/platform\/shipped-workflows\.ts$/ }, () => {
      const names = readdirSync('workflows').filter((name) => name.endsWith('.yaml'));
      const texts = names.sort().map((name) => [name, readFileSync(`workflows/${name}`, 'utf8')]);
      return {
        contents: `const texts = ${JSON.stringify(Object.fromEntries(texts))};\nexport const shippedWorkflows = () => texts;\n`,
        loader: 'js',
      };
    });
  },
};
