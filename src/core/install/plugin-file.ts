import { Fault } from '../errors.ts';
import { applyEdits } from '../settings-text/edit.ts';
import type { Change, LauncherForm, Registered } from './host-install.ts';

/** First line of every plugin file of ours, by which it is known again. */
const mark = '// Holdfast: keeps work intact through compaction. Written by "holdfast init".';

/** How a plugin file hands over to the program that it starts, in the host's own form. */
export interface PluginForm {
  /** The program in the state folder. */
  bundle: string;
  /** Everything below the function `load`, which gives the program, or throws where it is gone. */
  body: string;
}

/**
 * The plugin file of a host that runs plugins in its own process: small, without dependencies, and harmless when
 * Holdfast is gone. It starts the newest program that `init` put into the state folder.
 */
export function pluginFile(launcher: LauncherForm, { bundle, body }: PluginForm): string {
  const fixed = launcher.form === 'portable' ? 'undefined' : JSON.stringify(launcher.stateFolder);
  return `${mark}
const { env, getBuiltinModule: builtin } = process;
const { existsSync, readdirSync, statSync } = builtin('node:fs');
const { isAbsolute, join } = builtin('node:path');

const absolute = (path) => (path && isAbsolute(path) ? path : undefined);

function stateFolder() {
  const own = ${fixed} ?? absolute(env.HOLDFAST_HOME);
  if (own) return own;
  const base = absolute(env.LOCALAPPDATA) ?? absolute(env.XDG_STATE_HOME);
  return join(base ?? join(env.HOME || builtin('node:os').homedir(), '.local', 'state'), 'holdfast');
}

async function load() {
  const runtimes = join(stateFolder(), 'runtime');
  const found = readdirSync(runtimes)
    .map((name) => join(runtimes, name, '${bundle}'))
    .filter((path) => existsSync(path))
    .sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs);
  return import(builtin('node:url').pathToFileURL(found[0]).href);
}

${body}`;
}

/** Puts our plugin file in place, or brings it up to date. Throws a Fault over a file that is another's. */
export function registerPlugin(text: string, path: string, wanted: string): Change {
  if (text === wanted) return unchanged(text);
  const updated = isOurs(text);
  if (text !== '' && !updated) {
    throw new Fault('refused', `${path} already exists and is not Holdfast's.`, {
      hint: 'Move it away, then run this again. Nothing was changed.',
    });
  }
  return replaced(text, wanted, updated ? { updated: 1 } : { added: 1 });
}

/** Empties our plugin file; any other is left as it is. */
export function unregisterPlugin(text: string): Change {
  return isOurs(text) ? replaced(text, '', { removed: 1 }) : unchanged(text);
}

/** The hooks of our plugin in a file. */
export function registeredPlugin(
  text: string,
  path: string,
  hooks: readonly string[],
): Registered[] {
  return isOurs(text) ? hooks.map((event) => ({ event, command: path })) : [];
}

/** The text of a module that loads a plugin file and plays a payload to it; `play` gets `plugin` and `payload`. */
export function playerOf(path: string, play: string): string {
  return `const { getBuiltinModule: builtin } = process;
const payload = JSON.parse(builtin('node:fs').readFileSync(0, 'utf8'));
const { default: plugin } = await import(builtin('node:url').pathToFileURL(${JSON.stringify(path)}).href);
${play}`;
}

function isOurs(text: string): boolean {
  return text.startsWith(`${mark}\n`);
}

function unchanged(text: string): Change {
  return { text, passes: [], added: 0, updated: 0, removed: 0, created: [] };
}

function replaced(before: string, after: string, counts: Partial<Change>): Change {
  const pass = [{ offset: 0, remove: before, insert: after }];
  return { ...unchanged(applyEdits(before, pass)), passes: [pass], ...counts };
}
