import { isInside, joinPath, relativeTo } from '../task/path.ts';

const longest = 500;

/**
 * A test for absolute paths below a folder: `*` and `?` within a name, `**` over folders, `!` in front takes out. A
 * pattern that names a folder stands for all that is in it. Matching takes time linear in pattern times path.
 */
export function globTest(globs: readonly string[], folder: string): (path: string) => boolean {
  const wanted = globs.filter((glob) => !glob.startsWith('!'));
  const refused = globs.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1));
  const parts = (glob: string): string[] =>
    joinPath('/', glob.slice(0, longest)).split('/').slice(1);
  const takes = wanted.map(parts);
  const drops = refused.map(parts);
  return (path) => {
    if (!isInside(path, folder)) return false;
    const names = relativeTo(path, folder).split('/');
    return (
      takes.some((pattern) => fits(pattern, names)) &&
      !drops.some((pattern) => fits(pattern, names))
    );
  };
}

function fits(pattern: readonly string[], names: readonly string[]): boolean {
  // reach[j]: the pattern up to here can stand for the first j names.
  let reach = names.map(() => false);
  reach.unshift(true);
  for (const part of pattern) {
    const next = reach.map(() => false);
    for (let at = 0; at < reach.length; at += 1) {
      if (part === '**') next[at] = reach[at] === true || (at > 0 && next[at - 1] === true);
      else if (at > 0) next[at] = reach[at - 1] === true && nameFits(part, names[at - 1]!);
    }
    reach = next;
  }
  return reach.some((reached, at) => reached && at > 0);
}

/** A name by a pattern with `*` and `?`. */
export function nameFits(pattern: string, name: string): boolean {
  let reach = [true, ...Array.from(name, () => false)];
  const signs = Array.from(name);
  for (const sign of pattern) {
    const next = reach.map(() => false);
    for (let at = 0; at < reach.length; at += 1) {
      if (sign === '*') next[at] = reach[at] === true || (at > 0 && next[at - 1] === true);
      else if (at > 0)
        next[at] = reach[at - 1] === true && (sign === '?' || sign === signs[at - 1]);
    }
    reach = next;
  }
  return reach[signs.length] === true;
}
