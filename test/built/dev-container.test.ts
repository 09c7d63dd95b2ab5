import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';

const feature = resolve(import.meta.dirname, '..', '..', 'shelf', 'devcontainer', 'holdfast');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-feature-'));
  mkdirSync(join(folder, 'bin'));
  for (const name of ['mkdir', 'chmod', 'chown']) {
    const at = ['/usr/bin', '/bin'].map((one) => join(one, name)).find(existsSync)!;
    symlinkSync(at, join(folder, 'bin', name));
  }
});
afterEach(() => removeFolder(folder));

/** Runs install.sh as an image's build does, with nothing on PATH but what it needs. */
function build(env: Record<string, string> = {}): { code: number | null; err: string } {
  const ran = spawnSync('/bin/sh', [join(feature, 'install.sh')], {
    cwd: folder,
    env: { PATH: join(folder, 'bin'), HOLDFAST_HOME: join(folder, 'state'), ...env },
    encoding: 'utf8',
  });
  return { code: ran.status, err: ran.stderr };
}

it('the Dev Container Feature installs the package of its version, and a place for the state', () => {
  expect(build()).toEqual({ code: 1, err: expect.stringContaining('needs Node 20.19') });
  const npm = join(folder, 'bin', 'npm');
  writeFileSync(npm, `#!/bin/sh\necho "$*" >> '${join(folder, 'asked')}'\n`);
  chmodSync(npm, 0o755);
  expect(build()).toEqual({ code: 0, err: '' });
  expect(build({ PACKAGE: './holdfast.tgz' })).toEqual({ code: 0, err: '' });

  const manifest = JSON.parse(readFileSync(join(feature, 'devcontainer-feature.json'), 'utf8'));
  expect(readFileSync(join(folder, 'asked'), 'utf8')).toBe(
    `install --global ${manifest.options.package.default}\ninstall --global ./holdfast.tgz\n`,
  );
  expect(manifest.options.package.default).toBe(`holdfast@${manifest.version}`);
  expect(statSync(join(folder, 'state')).mode & 0o777).toBe(0o700);
  const [mount] = manifest.mounts;
  expect([mount.type, mount.target]).toEqual(['volume', manifest.containerEnv.HOLDFAST_HOME]);
});
