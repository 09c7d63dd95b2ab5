#!/bin/sh
# Holdfast 0.1.0: the Dev Container Feature.
set -eu
if ! command -v npm >/dev/null; then
  echo 'Holdfast needs Node 20.19 or newer with npm. Use an image or a feature that brings Node.' >&2
  exit 1
fi
npm install --global "${PACKAGE:-holdfast@0.1.0}"
state="${HOLDFAST_HOME:-/var/lib/holdfast}"
mkdir -p "$state"
chmod 700 "$state"
if [ -n "${_REMOTE_USER:-}" ]; then chown "$_REMOTE_USER" "$state"; fi
