import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { removeFolder } from './remove-folder.ts';

/** Stands for the registry of npm on loopback, and knows one package. */
export interface PackageRegistry {
  url: string;
  /** Publishes what a folder holds, which then is the newest version. */
  publish(folder: string): void;
  close(): Promise<void>;
}

interface Published {
  manifest: { name: string; version: string };
  tarball: Buffer;
}

/** Starts it on a port that the system picks. */
export async function startPackageRegistry(): Promise<PackageRegistry> {
  const published = new Map<string, Published>();
  let url = '';
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://loopback').pathname);
    const name = path.slice(1);
    const tarball = [...published.values()].find(({ manifest }) => path === pathOf(manifest));
    const versions = [...published.values()].filter(({ manifest }) => manifest.name === name);
    if (tarball !== undefined) response.end(tarball.tarball);
    else if (versions.length > 0) response.end(JSON.stringify(documentOf(versions, url)));
    else response.writeHead(404).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `${url}/`,
    publish(folder) {
      const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      published.set(manifest.version, { manifest, tarball: packed(folder) });
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function pathOf({ name, version }: Published['manifest']): string {
  return `/${name}/-/${name}-${version}.tgz`;
}

function documentOf(versions: Published[], url: string): object {
  const { manifest: newest } = versions.at(-1)!;
  return {
    name: newest.name,
    'dist-tags': { latest: newest.version },
    versions: Object.fromEntries(
      versions.map(({ manifest, tarball }) => {
        const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
        const dist = { tarball: `${url}${pathOf(manifest)}`, integrity };
        return [manifest.version, { ...manifest, dist }];
      }),
    ),
  };
}

/** A tarball of a folder that is called `package`, as npm packs one. */
function packed(folder: string): Buffer {
  const place = mkdtempSync(join(tmpdir(), 'holdfast-tarball-'));
  try {
    const file = join(place, 'package.tgz');
    execFileSync('tar', ['-czf', file, '-C', dirname(folder), basename(folder)]);
    return readFileSync(file);
  } finally {
    removeFolder(place);
  }
}
