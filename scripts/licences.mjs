import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Folders of the packages of which programs hold code. */
const folders = new Set();

/** An esbuild plugin that notes of which packages code went into a program. */
export const noteLicences = {
  name: 'licences',
  setup(context) {
    context.initialOptions.metafile = true;
    context.onEnd(({ metafile }) => {
      for (const { inputs } of Object.values(metafile?.outputs ?? {})) {
        for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
          const [folder] =
            /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path.replace(/^[\w-]+:/, '')) ?? [];
          if (folder !== undefined && bytesInOutput > 0) folders.add(folder);
        }
      }
    });
  },
};

/** The packages whose code is in the programs that were built: name, version, licence and its text. Throws where a package has none. */
export function bundledPackages() {
  const found = [...folders].map((folder) => {
    const { name, version, license } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    );
    const file = readdirSync(folder).find((one) => /^licen[cs]e(?:\.|$)/i.test(one));
    if (typeof license !== 'string' || file === undefined || !existsSync(join(folder, file))) {
      throw new Error(`${folder} states no licence or has no licence file`);
    }
    return { name, version, license, text: readFileSync(join(folder, file), 'utf8').trim() };
  });
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The file that says what is bundled and under which licences. */
export function licencesText() {
  const each = bundledPackages().map(
    ({ name, version, license, text }) => `${name} ${version} (${license})\n\n${text}\n`,
  );
  const line = `\n${'-'.repeat(78)}\n\n`;
  return `The programs of Holdfast hold code of these packages.\n${line}${each.join(line)}`;
}
