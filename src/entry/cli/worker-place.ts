import { basename, dirname, join } from 'node:path';
import { Fault } from '../../core/errors.ts';
import { isAbsolutePath } from '../../core/task/path.ts';
import type { Ticket } from '../../core/ticket/ticket.ts';
import { addWorkTree, isBranchName } from '../../platform/git-worktree.ts';
import type { CliContext } from './context.ts';
import type { WorkerContext } from './worker-context.ts';
import { bringHooks } from './worker-hooks.ts';

/** The folder of the work: a work tree of its own, the repository that the ticket names, or this project. */
export function placeFor(
  context: CliContext,
  workers: WorkerContext,
  ticket: Ticket,
  host: string,
  ownTree: boolean,
): { folder: string; branch?: string } {
  const { repo } = ticket;
  const named =
    repo !== undefined && isAbsolutePath(repo) ? workers.files.realPath(repo) : undefined;
  if (repo !== undefined && isAbsolutePath(repo) && named === undefined) {
    throw new Fault(
      'not-found',
      `${ticket.id} names the repository ${repo}, which does not exist.`,
      {
        hint: `Fix it: holdfast ticket edit ${ticket.id} --set repo=PATH`,
      },
    );
  }
  const folder = named ?? context.project;
  if (!ownTree) return { folder };
  const slug = ticket.id.replace(/[^A-Za-z0-9_-]+/g, '-');
  const branch = ticket.branch ?? `holdfast/${slug}`;
  if (!isBranchName(branch)) {
    throw new Fault(
      'malformed',
      `${ticket.id} names the branch "${branch}", which is not a valid branch name.`,
      {
        hint: `Fix it: holdfast ticket edit ${ticket.id} --set branch=NAME`,
      },
    );
  }
  const top = named ?? workers.place.project;
  const own = join(dirname(top), `${basename(top)}.worktrees`, slug);
  addWorkTree(top, own, branch);
  const real = workers.files.realPath(own) ?? own;
  bringHooks(context, host, top, real);
  return { folder: real, branch };
}
