import { programName } from '../shell/program-name.ts';
import { type Recipe, recipeOf } from '../shell/recipes.ts';
import { keep } from '../snapshot/family.ts';
import { joinPath } from '../task/path.ts';
import { changedPaths } from './changes.ts';
import type { CallEntry } from './entry.ts';
import { provesNothing, runsWholeTests } from './script-proof.ts';
import { managerSettings, managers } from './steered.ts';
import type { Tree } from './verdict.ts';

/** Why what a file of the project says a command runs proves nothing. `about`: the word that a question about it must hold. */
export interface RecipeFault {
  why: string;
  about: string;
  /** A yes of the user to a question about it makes up for it. */
  mayBeApproved: boolean;
}

/** Options by which a package manager takes the script of another folder. */
const elsewhere = /^(?:-w|-C|-F|-r|--(?:workspaces?|prefix|filter|cwd|dir|recursive)(?:=.*)?)$/;

/**
 * Judges the script that a command names in a file of the project (`package.json`, a Makefile, …): as it is now, as the package
 * manager printed it in the run, and as it was in git when the session began. `start`: ISO time of that.
 */
export async function recipeFault(
  run: CallEntry,
  mustEndWell: boolean,
  wanted: readonly string[],
  folder: string,
  session: { calls: readonly CallEntry[]; start: string | undefined },
  tree: Tree,
): Promise<RecipeFault | undefined> {
  const rest = wanted[0] === 'timeout' ? wanted.slice(2) : wanted;
  const program = programName(rest[0] ?? '');
  const end = rest.indexOf('--');
  const args = rest.slice(1, end < 0 ? undefined : end).filter((word) => word !== '*');
  if (args.some((word) => elsewhere.test(word))) return undefined;
  const setting = managers.test(program) ? lateSetting(folder, session.start, tree) : undefined;
  if (setting !== undefined) return setting;
  const recipe = recipeOf(program, args);
  const file = recipe?.files.find((name) => tree.exists(joinPath(folder, name)));
  if (recipe === undefined || file === undefined) return undefined;
  const path = joinPath(folder, file);
  const text = tree.readText(path);
  const now = text === undefined ? [] : recipe.scripts(text);
  if (text === undefined || now.length === 0) return undefined;
  const fault = (why: string, mayBeApproved = false) => ({ why, about: file, mayBeApproved });
  const idle = mustEndWell ? provesNothing(now) : undefined;
  if (idle !== undefined) return fault(`by ${file}, ${idle}`);
  if (printedAnother(run, now))
    return fault(`${file} names another script now than the one that ran`);
  if (!isChangedIn(session, path, tree)) return undefined;
  if (await isAsBefore(recipe, now, path, session.start, tree)) return undefined;
  if (runsWholeTests(now)) return undefined;
  return fault(`its script in ${file} was changed in this session`, true);
}

/** True where the package manager named its scripts, and the one that the file names now is not among them. */
function printedAnother({ scripts }: CallEntry, now: readonly string[]): boolean {
  if (scripts === undefined || scripts.length === 0) return false;
  const printed = scripts.map(plain);
  const isPrinted = (one: string): boolean => {
    const wanted = plain(keep(one, 600));
    return printed.some((each) => each === wanted || each.startsWith(`${wanted} `));
  };
  // Some print only the first of those that go before, with and after it.
  return printed.length < now.length ? !now.some(isPrinted) : !now.every(isPrinted);
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function isChangedIn(
  { calls, start }: { calls: readonly CallEntry[]; start: string | undefined },
  path: string,
  tree: Tree,
): boolean {
  if (calls.some((entry) => entry.outcome !== 'denied' && changedPaths(entry).includes(path)))
    return true;
  return isLater(tree.changedMs?.(path), start);
}

async function isAsBefore(
  recipe: Recipe,
  now: readonly string[],
  path: string,
  start: string | undefined,
  tree: Tree,
): Promise<boolean> {
  const before = start === undefined ? undefined : await tree.before?.(path, start);
  return before !== undefined && JSON.stringify(recipe.scripts(before)) === JSON.stringify(now);
}

/** What a package manager's settings must not have got since the session began. */
const steering =
  /^\s{0,20}["']?(?:script-shell|shell|node-options|ignore-scripts|userconfig|prefix|yarnPath|yarn-path|preload)\b/m;

/** A file of settings that something wrote since the session began, and that says how scripts run. */
function lateSetting(
  folder: string,
  start: string | undefined,
  tree: Tree,
): RecipeFault | undefined {
  const folders = [
    ...new Set([folder, tree.project, ...(tree.home === undefined ? [] : [tree.home])]),
  ];
  for (const at of folders) {
    for (const name of managerSettings) {
      const path = joinPath(at, name);
      if (!isLater(tree.changedMs?.(path), start)) continue;
      if (steering.test(tree.readText(path) ?? ''))
        return {
          why: `${name} was changed since the session began`,
          about: name,
          mayBeApproved: true,
        };
    }
  }
  return undefined;
}

function isLater(changedMs: number | undefined, start: string | undefined): boolean {
  const startMs = start === undefined ? Number.NaN : Date.parse(start);
  return changedMs !== undefined && changedMs > startMs;
}
