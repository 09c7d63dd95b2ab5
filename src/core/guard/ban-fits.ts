import { nameFits } from '../ledger/glob.ts';
import type { Run } from '../shell/run.ts';
import { textsOf } from '../shell/run.ts';
import { isInside, joinPath, relativeTo } from '../task/path.ts';
import { doesAct } from './acts.ts';
import type { Ban } from './bans.ts';
import { plainForm } from './command-form.ts';
import type { Deed } from './deed.ts';
import { fileChanges } from './file-changes.ts';
import { isOfKind } from './file-kinds.ts';
import { gitWord } from './git-options.ts';
import { mayOpen } from './may-open.ts';

/** A call as rules are held against it. */
export interface Tried {
  runs: readonly Run[];
  /** Files that a tool of the host edits or writes. */
  edits: readonly string[];
  /** The folder that the call runs in, and the project's. */
  folder: string;
  project: string;
  /** Whether something is there. */
  exists(path: string): boolean;
  /** The branch that is checked out, where that is known. */
  branch?: string;
}

/** The newest rule that a call is against, with the permission that opens it for one time. */
export function heldBy(
  bans: readonly Ban[],
  tried: Tried,
): { ban: Ban; opened?: number } | undefined {
  for (let at = bans.length - 1; at >= 0; at -= 1) {
    const ban = bans[at]!;
    if (ban.released) continue;
    const broken = ban.deeds.filter((deed) => isDone(deed, tried));
    if (broken.length === 0) continue;
    const permit = ban.permits.findIndex(({ deeds }) =>
      broken.every((banned) => deeds.some((deed) => opens(deed, banned, tried))),
    );
    if (permit < 0) return { ban };
    if (ban.permits[permit]!.once) return { ban, opened: permit };
  }
  return undefined;
}

function opens(permit: Deed, banned: Deed, tried: Tried): boolean {
  if (!mayOpen(permit, banned)) return false;
  if (permit.do === 'file' || permit.do === 'files') return true;
  // A rule for one place is not opened by a word that names none.
  if (
    banned.do !== 'file' &&
    banned.do !== 'files' &&
    banned.about !== undefined &&
    permit.about === undefined &&
    permit.do !== 'command'
  )
    return false;
  return isDone(permit, tried);
}

/** True where a call does what a rule, or a permission, names. */
export function isDone(deed: Deed, tried: Tried): boolean {
  if (deed.do === 'file') return changesFile(deed, tried);
  if (deed.do === 'files') return changesKind(deed, tried);
  return tried.runs.some((run) => {
    const does =
      deed.do === 'act'
        ? doesAct(run, deed.act) || (deed.act === 'merge' && pullsOther(run, tried))
        : isCommand(run, deed.words);
    return does && (deed.about === undefined || isAbout(run, deed.about, tried));
  });
}

/** A pull that names another branch than the one that is checked out merges it. */
function pullsOther(run: Run, tried: Tried): boolean {
  if (run.program !== 'git') return false;
  const { word, rest } = gitWord(run.args);
  const texts = rest.map(({ text }) => text);
  if (word !== 'pull' || texts.some((text) => /^(?:-r|--rebase(?!=false)|--ff-only)/.test(text)))
    return false;
  const from = texts.filter((text) => !text.startsWith('-'))[1];
  const now = branchAt(run, tried);
  return from !== undefined && now !== undefined && from !== now;
}

/** The program, then every further word in its order; an option may stand anywhere. */
function isCommand(run: Run, words: readonly string[]): boolean {
  const [first = '', ...more] = words;
  // An option by itself is meant of whatever takes it.
  if (first.startsWith('-')) return words.every((word) => hasOption(textsOf(run), word));
  const banned = plainForm(first.split('/').at(-1)!, more);
  const done = plainForm(run.program, textsOf(run));
  if (banned.script !== undefined) return banned.script === done.script;
  if (banned.program !== done.program) return false;
  const wanted = banned.texts;
  const { texts } = done;
  let at = 0;
  return wanted.every((word) => {
    if (word.startsWith('-')) return hasOption(texts, word);
    const found = texts.findIndex((text, index) => index >= at && nameFits(word, text));
    at = found + 1;
    return found >= 0;
  });
}

/** Long names of letters that mean the same in most programs. */
const longNames: Record<string, string> = { r: 'recursive', R: 'recursive', f: 'force' };

/** True where an option is there: by itself, among other letters, or by its long name. */
function hasOption(texts: readonly string[], wanted: string): boolean {
  const letters = /^-([a-zA-Z]{1,4})$/.exec(wanted)?.[1];
  if (letters === undefined)
    return texts.some((text) => text === wanted || text.startsWith(`${wanted}=`));
  return (
    texts.includes(wanted) ||
    [...letters].every((letter) =>
      texts.some(
        (text) =>
          (/^-[a-zA-Z]+$/.test(text) && text.includes(letter)) ||
          text === `--${longNames[letter] ?? letter}`,
      ),
    )
  );
}

const likewise: Record<string, string> = {
  production: 'prod',
  produktion: 'prod',
  producción: 'prod',
  produção: 'prod',
  produzione: 'prod',
  productie: 'prod',
  produkcja: 'prod',
  prod: 'prod',
  live: 'prod',
};

/** The words of a call name the place: a branch, an environment. */
function isAbout(run: Run, about: readonly string[], tried: Tried): boolean {
  const texts = textsOf(run);
  const git = run.program === 'git' ? gitWord(run.args) : undefined;
  if (git?.word === 'push')
    return isPushedTo(
      git.rest.map(({ text }) => text),
      about,
      branchAt(run, tried),
    );
  // A merge of a pull request does not name the branch that it goes to.
  if (mergesRequest(run)) return true;
  const branch = git === undefined ? undefined : branchAt(run, tried);
  const all = [...texts, ...run.variables].join(' ').toLowerCase();
  return about.some((place) => {
    const name = likewise[place] ?? place;
    if (new RegExp(`(?:^|[\\s:/=._@+-])${escaped(name)}(?:$|[\\s:/=._@-]|uction)`).test(all))
      return true;
    return branch === place;
  });
}

function mergesRequest({ program, args }: Run): boolean {
  const line = args.map(({ text }) => text).join(' ');
  return (
    (/^(?:gh|glab|hub|tea)$/.test(program) && /^(?:pr|mr) (?:merge|accept)\b/.test(line)) ||
    /\/(?:pulls|merge_requests)\/[^\s/]+\/merge\b/.test(line)
  );
}

/** Branches that a push names, or the one that is checked out where it names none. */
function isPushedTo(
  texts: readonly string[],
  about: readonly string[],
  branch: string | undefined,
): boolean {
  if (texts.some((text) => /^--(?:all|branches|mirror)$/.test(text))) return true;
  const [remote = '', ...refs] = texts.filter((text) => !text.startsWith('-'));
  const named = refs.map((ref) => {
    const to = ref.replace(/^\+/, '').split(':').at(-1) ?? '';
    return /^(?:HEAD|@)$/.test(to) ? (branch ?? '') : to.replace(/^refs\/heads\//, '');
  });
  const targets = named.length === 0 && branch !== undefined ? [branch] : named;
  return about.some((place) => {
    const plain = place.replace(/^(?:origin|upstream)\//, '');
    const short = likewise[plain] ?? plain;
    return [remote, ...targets].some(
      (target) =>
        target === plain ||
        target.startsWith(`${plain}/`) ||
        (short === 'prod' && /(?:^|[/_-])prod(?:uction)?(?:$|[/_-])/.test(target)),
    );
  });
}

/** The branch that is checked out by then: the line itself may have changed it. */
function branchAt(run: Run, { runs, branch }: Tried): string | undefined {
  let now = branch;
  for (const before of runs.slice(0, Math.max(0, runs.indexOf(run)))) {
    const { word, rest } = gitWord(before.program === 'git' ? before.args : []);
    const [to, more] = rest.map(({ text }) => text).filter((text) => !/^-./.test(text));
    if (/^(?:checkout|switch)$/.test(word ?? '') && to !== undefined && more === undefined)
      now = to;
  }
  return now;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').slice(0, 80);
}

interface Change {
  path: string;
  /** Only what has this very path is changed, and nothing that lies in it. */
  exact: boolean;
}

/** What a call changes, by whole paths. */
function changesOf(only: 'delete' | 'hand' | undefined, tried: Tried): Change[] {
  return [
    ...(only === 'delete'
      ? []
      : tried.edits.map((path) => ({ path: joinPath(tried.folder, path), exact: true }))),
    ...tried.runs
      .flatMap(fileChanges)
      .filter(({ deletes, made }) => (only === 'delete' ? deletes : !(made && only === 'hand')))
      .map(({ path, folder, whole }) => ({
        path: joinPath(joinPath(tried.folder, folder ?? '.'), path),
        exact: !whole,
      })),
  ];
}

function changesFile(deed: Deed & { do: 'file' }, tried: Tried): boolean {
  return changesOf(deed.only, tried).some((change) =>
    deed.outside ? isOutside(change.path, deed.path, tried) : fitsPath(change, deed.path, tried),
  );
}

function changesKind(deed: Deed & { do: 'files' }, tried: Tried): boolean {
  return changesOf(deed.only, tried).some(
    ({ path }) =>
      isInside(path, tried.project) && isOfKind(relativeTo(path, tried.project), deed.of),
  );
}

function isOutside(path: string, folder: string, { project }: Tried): boolean {
  return isInside(path, project) && !isInside(path, joinPath(project, folder));
}

function fitsPath({ path, exact }: Change, wanted: string, tried: Tried): boolean {
  const { project, folder, exists } = tried;
  const plain = wanted.replace(/(?<!\/)\/+$/, '').replace(/\/\*{1,2}$/, '');
  if (/[*?]/.test(plain)) {
    const name = plain.includes('/') ? relativeTo(path, project) : (path.split('/').at(-1) ?? '');
    return nameFits(plain, name);
  }
  const places = [joinPath(project, plain), joinPath(folder, plain)];
  // What holds it goes with it.
  if (places.some((place) => isInside(path, place) || (!exact && isInside(place, path))))
    return true;
  // One that is there is meant; else any of that name.
  return !places.some(exists) && `${path}/`.includes(`/${plain}/`);
}
