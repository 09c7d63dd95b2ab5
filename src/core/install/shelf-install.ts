import { type JsonForm, jsonValue, parseJsonTree } from '../settings-text/json-tree.ts';
import type { Place } from './host-install.ts';

/** How a host installs Holdfast by its own means, beside `init`. */
export interface ShelfInstall {
  /** What the host calls what it installs. */
  kind: 'extension' | 'plugin' | 'package';
  /** The files in which an install shows. */
  files(place: Place): string[];
  /** The version that such a file tells, empty where it tells none; undefined: it tells of no install. */
  installed(text: string): string | undefined;
  /** How a person removes it, as an order. */
  remove: string;
}

/** The version in a manifest that is ours; undefined where the text is another's or none. */
export function manifestVersion(text: string): string | undefined {
  const manifest = parsed(text) as { name?: unknown; version?: unknown } | null | undefined;
  return manifest?.name === 'holdfast' ? String(manifest.version ?? '') : undefined;
}

/** An install of our plugin among those that a client keeps by `plugin@marketplace`: the key's value; undefined where none is ours. */
export function ourPlugin(plugins: unknown): unknown {
  if (plugins === null || typeof plugins !== 'object') return undefined;
  return Object.entries(plugins).find(([key]) => key.startsWith('holdfast@'))?.[1];
}

/** The packages in a list of settings, each by its name or with options beside it; none where the text has no such list. */
export function listed(text: string, member: string, form: JsonForm): string[] {
  const list = (parsed(text, form) as Record<string, unknown> | null | undefined)?.[member];
  if (!Array.isArray(list)) return [];
  return list.map((entry: unknown) => {
    if (Array.isArray(entry)) return String(entry[0]);
    const { source = entry } = Object(entry) as { source?: unknown };
    return String(source);
  });
}

/** The version of our package in such a list, empty where none is named. `registry`: what stands before a package's name. */
export function packageVersion(packages: readonly string[], registry: string): string | undefined {
  for (const one of packages) {
    const [name, version = ''] = one.split(/(?<=.)@/);
    if (name === `${registry}holdfast` || /[/\\]holdfast$/.test(one)) return version;
  }
  return undefined;
}

/** The value of a text of JSON; undefined where it is none. */
export function parsed(text: string, form: JsonForm = 'plain'): unknown {
  try {
    return jsonValue(parseJsonTree(text.replace(/^\uFEFF/, ''), form));
  } catch {
    return undefined;
  }
}
