import type { Place } from './host-install.ts';

/** How a host installs Holdfast by its own means, beside `init`. */
export interface ShelfInstall {
  /** What the host calls what it installs. */
  kind: 'extension' | 'plugin' | 'package';
  /** The files in which an install shows. */
  files(place: Place): string[];
  /** The version that such a file tells, empty where it tells none; undefined: it tells of no install. */
  installed(text: string): string | undefined;
  /** The command that removes it. */
  remove: string;
}

/** The version in a manifest that is ours; undefined where the text is another's or none. */
export function manifestVersion(text: string): string | undefined {
  const manifest = parsed(text) as { name?: unknown; version?: unknown } | null | undefined;
  return manifest?.name === 'holdfast' ? String(manifest.version ?? '') : undefined;
}

/** The value of a text of JSON; undefined where it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
