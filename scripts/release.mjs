// npm run release -- X.Y.Z [--dry-run] [--out FOLDER]
//
// Writes the version everywhere, dates the changelog, builds and packs twice, and leaves in FOLDER (default: release/) the tarball, its
// checksums, a list of what is in it (CycloneDX) and the licences. It publishes, commits and pushes nothing. With --dry-run it
// does all of that in a copy of the repository, and removes the copy.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const usage = 'Usage: npm run release -- X.Y.Z [--dry-run] [--out FOLDER]';

try {
  main();
} catch (error) {
  console.error(`release: ${error.message}`);
  process.exitCode = 1;
}

function main() {
  const { values, positionals } = parseArgs({
    options: { 'dry-run': { type: 'boolean' }, out: { type: 'string', default: 'release' } },
    allowPositionals: true,
  });
  const [version] = positionals;
  if (positionals.length !== 1 || !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version)) {
    throw new Error(`A version such as 1.2.3 is needed. ${usage}`);
  }
  const root = process.cwd();
  const dry = values['dry-run'] === true;
  if (!dry && git(root, 'status', '--porcelain') !== '') {
    throw new Error('There are changes that are not committed. Commit them, then run this again.');
  }
  const place = dry ? copyOf(root) : root;
  try {
    const made = release(place, version, today(root), resolve(place, values.out));
    if (dry) console.log('Dry run: nothing was changed here.');
    for (const line of made) console.log(line);
    if (!dry) {
      console.log(
        `Next: look at "git diff", then git commit -am "release ${version}" && git tag v${version}, and push the tag: the workflow "release" builds the same bytes and publishes them.`,
      );
    }
  } finally {
    if (dry) rmSync(dirname(place), { recursive: true, force: true, maxRetries: 20 });
  }
}

/** Releases what is in a folder; gives the lines that say what was made. */
function release(root, version, today, out) {
  const { entries, date } = dateChangelog(root, version, today);
  setVersion(root, version);
  const first = pack(root);
  const again = pack(root);
  if (!first.bytes.equals(again.bytes)) {
    throw new Error('Two builds of the same sources gave different bytes. Nothing was kept.');
  }
  const licences = readFileSync(join(root, 'dist', 'licences.txt'), 'utf8');
  const sbom = `${JSON.stringify(sbomOf(root, version, date, licences, first.bytes), null, 2)}\n`;
  const files = [
    [first.name, first.bytes],
    [`holdfast-${version}.cdx.json`, Buffer.from(sbom)],
    ['licences.txt', Buffer.from(licences)],
  ];
  const sums = files.map(([name, bytes]) => `${digest('sha256', bytes)}  ${name}\n`).join('');
  mkdirSync(out, { recursive: true });
  for (const [name, bytes] of [...files, ['SHA256SUMS', sums]])
    writeFileSync(join(out, name), bytes);
  return [
    `Holdfast ${version} of ${date}: ${entries} entries in the changelog.`,
    `${first.name}: ${first.bytes.length} bytes, the same from two builds.`,
    sums.trimEnd(),
  ];
}

/**
 * Turns the heading of what is not released into one with version and date; gives the date and the number of entries. A version that has
 * its date keeps it, so that the same release can be made again from its tag.
 */
function dateChangelog(root, version, today) {
  const path = join(root, 'CHANGELOG.md');
  const text = readFileSync(path, 'utf8');
  const sections = text.split(/^(?=## )/m).slice(1);
  const dated = sections.find((one) => one.startsWith(`## ${version} (2`));
  const section = dated ?? sections.find((one) => /^## .* \(not released\)\n/.test(one));
  const entries = section?.match(/^\* /gm)?.length ?? 0;
  if (entries === 0) {
    throw new Error(
      'CHANGELOG.md has no entries under a heading "## X.Y.Z (not released)". Write what users notice there, then run this again.',
    );
  }
  const [heading] = section.split('\n');
  if (dated !== undefined) return { entries, date: /\((.*)\)/.exec(heading)[1] };
  writeFileSync(path, text.replace(heading, `## ${version} (${today})`));
  return { entries, date: today };
}

/** Writes the version into every file that states it. What programs say they read or take from `package.json`. */
function setVersion(root, version) {
  for (const name of ['package.json', 'package-lock.json']) {
    const path = join(root, name);
    const manifest = JSON.parse(readFileSync(path, 'utf8'));
    manifest.version = version;
    if (manifest.packages !== undefined) manifest.packages[''].version = version;
    writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`);
  }
  for (const script of ['scripts/write-openapi.mjs', 'scripts/write-shelf.ts']) {
    run(root, process.execPath, ['--import', 'tsx', script]);
  }
}

/** Builds from nothing and packs. */
function pack(root) {
  rmSync(join(root, 'dist'), { recursive: true, force: true, maxRetries: 20 });
  run(root, process.execPath, ['scripts/build.mjs', '--quiet']);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'holdfast-release-')));
  try {
    const words = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
    const [{ filename }] = JSON.parse(run(root, 'npm', words));
    return { name: basename(filename), bytes: readFileSync(join(folder, basename(filename))) };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
  }
}

/** What is in the package, in the form of CycloneDX 1.6: the packages whose code is bundled, and the one that npm brings. */
function sbomOf(root, version, date, licences, tarball) {
  const { description, license, optionalDependencies } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  const bundled = [...licences.matchAll(/^(\S+) (\d\S*) \(([\w.-]+)\)$/gm)].map(
    ([, name, ofVersion, licence]) => component(name, ofVersion, licence, 'required'),
  );
  const optional = Object.entries(optionalDependencies)
    .filter(([name]) => !bundled.some((one) => one.name === name))
    .map(([name, ofVersion]) => component(name, ofVersion, undefined, 'optional'));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: `${date}T00:00:00Z`,
      component: {
        ...component('holdfast', version, license),
        type: 'application',
        description,
        hashes: [{ alg: 'SHA-512', content: digest('sha512', tarball) }],
      },
    },
    components: [...bundled, ...optional],
  };
}

function component(name, version, licence, scope) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    ...(scope && { scope }),
    ...(licence && { licenses: [{ license: { id: licence } }] }),
    purl,
  };
}

/** The date of the release: that of the newest commit, so that who builds the same sources again gets the same. */
function today(root) {
  const seconds = process.env.SOURCE_DATE_EPOCH ?? git(root, 'log', '-1', '--format=%ct');
  return new Date(Number(seconds) * 1000).toISOString().slice(0, 10);
}

/** What git knows of a repository, as it is now, in a folder of its own. */
function copyOf(root) {
  const copy = join(realpathSync(mkdtempSync(join(tmpdir(), 'holdfast-release-'))), 'copy');
  for (const name of git(root, 'ls-files', '-z').split('\0').filter(Boolean)) {
    cpSync(join(root, name), join(copy, name));
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

function digest(kind, bytes) {
  return createHash(kind).update(bytes).digest('hex');
}

function git(root, ...words) {
  return run(root, 'git', words).trim();
}

function run(cwd, program, words) {
  return execFileSync(program, words, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1e8,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}
