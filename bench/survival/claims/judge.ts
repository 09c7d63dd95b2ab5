import { exitOf, wasRefused } from '../truth/calls.ts';
import { isCommitted } from '../truth/commits.ts';
import type { FileTruth } from '../truth/files.ts';
import { commandOf, shortPath, toolRole } from '../truth/known-tools.ts';
import { wordsOf } from '../truth/normalise.ts';
import type { Case } from '../truth/truth.ts';
import type { Claim, FileRole } from './claim.ts';

/**
 * `right`: so at the boundary. `stale`: it was so once and is no longer. `wrong`: it never was. `unknown`: the rows do not
 * tell, e.g. of a file that no tool touched; such a claim counts for nothing.
 */
export type Verdict = 'right' | 'stale' | 'wrong' | 'unknown';

export function judge(claim: Claim, one: Case): Verdict {
  switch (claim.about) {
    case 'file':
      return judgeCommit(claim, one);
    case 'test':
      return judgeTest(claim.name, one);
    case 'error':
      return judgeError(claim.text, one);
    case 'todo':
      return judgeTodo(claim.text, one);
    case 'command':
      return judgeCommand(claim.command, claim.ok, one);
    case 'branch':
      return judgeBranch(claim.branch, one);
  }
}

/** The file that a claim means: the same path, else the only known one that ends alike. */
export function fileOf(path: string, one: Case): FileTruth | undefined {
  const short = shortPath(one.session.cwd, path.replace(/^~(?=\/)/, one.session.home));
  const exact = one.soFar.files.get(short);
  if (exact) return exact;
  const alike = [...one.soFar.files.values()].filter(
    (file) => file.path.endsWith(`/${short}`) || short.endsWith(`/${file.path}`),
  );
  return alike.length === 1 ? alike[0] : undefined;
}

/** Whether a file has the role that the text gives it. "Changed" and "modified" hold for a file that was made here, too. */
export function judgeRole(path: string, role: FileRole, one: Case): Verdict {
  const file = fileOf(path, one);
  if (!file)
    return isTracked(path, one) && (role === 'changed' || role === 'modified')
      ? 'right'
      : 'unknown';
  switch (role) {
    case 'changed':
    case 'modified':
      return file.changed || file.byShell ? 'right' : 'wrong';
    case 'created':
      return file.created ? 'right' : file.byShell && !file.changed ? 'unknown' : 'wrong';
    case 'deleted':
      return file.deleted ? 'right' : 'wrong';
    case 'read':
      if (file.changed) return 'wrong';
      return file.byShell ? 'unknown' : 'right';
  }
}

/** The host's own note that its tools changed the file. */
function isTracked(path: string, one: Case): boolean {
  const short = shortPath(one.session.cwd, path);
  return one.session.events.some(
    (event) =>
      event.type === 'tracked' &&
      event.line < one.boundary.line &&
      event.paths.some((tracked) => shortPath(one.session.cwd, tracked) === short),
  );
}

/** A file shown as changed and not committed that was committed since, or still there that is gone. */
function judgeCommit(claim: Extract<Claim, { about: 'file' }>, one: Case): Verdict {
  const file = fileOf(claim.path, one);
  if (!file) return 'unknown';
  if (file.deleted && claim.role !== 'deleted') return 'stale';
  if (claim.committed === undefined || !file.changed || file.byShell)
    return judgeRole(claim.path, claim.role, one);
  const committed = isCommitted(file.path, file.line, one.soFar.commits);
  if (claim.committed === committed) return judgeRole(claim.path, claim.role, one);
  return committed ? 'stale' : 'wrong';
}

function judgeTest(name: string, one: Case): Verdict {
  const wanted = wordsOf(name).join(' ');
  const test = one.soFar.tests.find((known) => {
    const words = wordsOf(known.name).join(' ');
    return words === wanted || wanted.startsWith(`${words} `) || words.endsWith(` ${wanted}`);
  });
  if (!test) return 'unknown';
  return test.state === 'stale' ? 'stale' : 'right';
}

/** An error named by a command that succeeded later is stale. */
function judgeError(text: string, one: Case): Verdict {
  const known = [...one.soFar.commands.values()].find((command) => text.includes(command.family));
  if (!known) return 'unknown';
  return known.exit === 0 && known.sure ? 'stale' : known.exit === 0 ? 'unknown' : 'right';
}

function judgeTodo(text: string, one: Case): Verdict {
  const wanted = wordsOf(text).join(' ');
  const todo = one.soFar.todos.findLast((known) => {
    const words = wordsOf(known.text).join(' ');
    return (
      words !== '' && (words === wanted || words.startsWith(wanted) || wanted.startsWith(words))
    );
  });
  if (!todo) return 'unknown';
  return todo.status === 'pending' || todo.status === 'in_progress' ? 'right' : 'stale';
}

/** A command line as words, without its redirections. */
function commandWords(command: string): string {
  return wordsOf(command.replace(/\[…\]|…$/, '').replace(/\d?>&\d|\d?>{1,2}\s*\S+/g, ' ')).join(
    ' ',
  );
}

/**
 * The last run that held the command. Run alone, its exit decides. In a chain by `&&` that ended well, every part did; of
 * any other line with several parts, and of a pipe, nothing is known of the parts.
 */
function judgeCommand(command: string, ok: boolean, one: Case): Verdict {
  const wanted = commandWords(command);
  const runs = one.soFar.done
    .filter((done) => toolRole(done.call.tool) === 'shell' && !wasRefused(done))
    .map((done) => ({ done, text: commandOf(done.call.input) ?? '' }))
    .filter(({ text }) => ` ${commandWords(text)} `.includes(` ${wanted} `));
  const last = runs.at(-1);
  if (!last || wanted === '') return 'unknown';
  const green = exitOf(last.done) === 0;
  const alone = commandWords(last.text) === wanted;
  if (!alone && (!green || /;|\n/.test(last.text.trim()))) return 'unknown';
  if (green === ok) return 'right';
  if (/[^|]\|[^|]/.test(last.text)) return 'unknown';
  return runs.some(({ done }) => (exitOf(done) === 0) === ok) ? 'stale' : 'wrong';
}

function judgeBranch(branch: string, one: Case): Verdict {
  const known = one.session.branches.filter((entry) => entry.line < one.boundary.line);
  if (known.length === 0) return 'unknown';
  if (known.at(-1)!.branch === branch) return 'right';
  return known.some((entry) => entry.branch === branch) ? 'stale' : 'unknown';
}
