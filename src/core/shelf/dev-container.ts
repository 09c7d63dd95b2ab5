import { about, jsonText, type ShelfFile } from './shelf-file.ts';

/** Where a container keeps the state of sessions, on a volume that outlives it. */
const state = '/var/lib/holdfast';

/** The files of the Dev Container Feature of a version, by their path in the package. */
export function devContainerFiles(version: string): ShelfFile[] {
  const folder = 'shelf/devcontainer/holdfast';
  const feature = {
    id: 'holdfast',
    version,
    name: 'Holdfast',
    description: about,
    options: {
      package: {
        type: 'string',
        default: `holdfast@${version}`,
        description: 'What npm installs: a version, or the path of a tarball.',
      },
    },
    containerEnv: { HOLDFAST_HOME: state },
    mounts: [{ source: `holdfast-\${devcontainerId}`, target: state, type: 'volume' }],
    postCreateCommand: 'holdfast init --yes || true',
  };
  return [
    { path: `${folder}/devcontainer-feature.json`, content: jsonText(feature) },
    { path: `${folder}/install.sh`, content: installScript(version) },
  ];
}

/** Runs as root while the image is built. A new volume takes the owner of the folder that it covers. */
function installScript(version: string): string {
  return `#!/bin/sh
# Holdfast ${version}: the Dev Container Feature.
set -eu
if ! command -v npm >/dev/null; then
  echo 'Holdfast needs Node 20.19 or newer with npm. Use an image or a feature that brings Node.' >&2
  exit 1
fi
npm install --global "\${PACKAGE:-holdfast@${version}}"
state="\${HOLDFAST_HOME:-${state}}"
mkdir -p "$state"
chmod 700 "$state"
if [ -n "\${_REMOTE_USER:-}" ]; then chown "$_REMOTE_USER" "$state"; fi
`;
}
