import { readdirSync, readFileSync } from 'node:fs';
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
    const text = licenceIn(folder);
    if (typeof license !== 'string' || !text) {
      throw new Error(`${folder} states no licence or has no text of it`);
    }
    return { name, version, license, text };
  });
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The text of a package's licence: of its file, else of the last section of its README. */
function licenceIn(folder) {
  const names = readdirSync(folder);
  const file = names.find((one) => /^licen[cs]e(?:\.|$)/i.test(one));
  if (file !== undefined) return readFileSync(join(folder, file), 'utf8').trim();
  const readme = names.find((one) => /^readme(?:\.|$)/i.test(one));
  const whole = readme === undefined ? '' : readFileSync(join(folder, readme), 'utf8');
  return /^(?:#+ *licen[cs]e *|licen[cs]e\n-+ *)\n([\s\S]+)$/im.exec(whole)?.[1]?.trim();
}

/** The file that says what is bundled and under which licences. */
export function licencesText() {
  const each = bundledPackages().map(
    ({ name, version, license, text }) => `${name} ${version} (${license})\n\n${text}\n`,
  );
  const line = `\n${'-'.repeat(78)}\n\n`;
  return `The programs of Holdfast hold code of these packages.\n${line}${each.join(line)}`;
}
