import { resolve } from 'node:path';
import type { MadeHandoff } from '../../app/handoff/make.ts';
import { refuseLinkedFolder } from '../../app/linked-folder.ts';
import { Fault } from '../../core/errors.ts';
import type { Bundle } from '../../core/handoff/bundle.ts';
import { secretsInPatch } from '../../core/handoff/patch.ts';
import { redact, redactDeep } from '../../core/trust/redact.ts';
import {
  branchOf,
  changedFiles,
  headOf,
  makePatch,
  workTreeTop,
} from '../../platform/git-patch.ts';
import type { Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import type { Reading } from './sessions.ts';

/** Writes a session's work into one file, without secrets, to be continued on another machine. */
export async function exportBundle(
  context: CliContext,
  { deps, event, gone }: Reading,
  { text, snapshot, task }: MadeHandoff,
  options: { file: string; patch: boolean },
): Promise<Outcome> {
  const path = resolve(context.cwd, options.file);
  const { disk } = context.install;
  if (disk.stat(path) !== undefined) {
    throw new Fault('refused', `${path} already exists.`, {
      hint: 'Name a new file, or remove this one.',
    });
  }
  refuseLinkedFolder(disk, path, [context.cwd, context.project]);
  const top = workTreeTop(event.cwd ?? context.cwd);
  const head = top === undefined ? undefined : headOf(top);
  const branch = top === undefined ? undefined : branchOf(top);
  const changed = top === undefined ? [] : changedFiles(top);
  const patch = options.patch ? await patchOf(context, top, deps.patterns) : undefined;
  const planText = task && task.path !== '' ? disk.readText(task.path) : undefined;
  const isTicket = task?.document.source === 'ticket';
  const bundle: Bundle = {
    holdfast: 'handoff',
    v: 1,
    made: deps.clock.now().toISOString(),
    from: { host: deps.host.id, session: event.sessionId },
    about: task?.document.title ?? `the ${deps.host.title} session`,
    text,
    facts: snapshot.facts.map(({ kind, value, detail, state }) => ({
      kind,
      value,
      ...(detail !== undefined && { detail }),
      ...(state !== undefined && { state }),
    })),
    ...(planText !== undefined &&
      task &&
      !isTicket && { plan: { path: inside(task.path, top), text: planText } }),
    ...(planText !== undefined &&
      task &&
      isTicket && { ticket: { id: ticketId(task.path), text: planText } }),
    ...(head !== undefined && {
      base: { commit: head, ...(branch !== undefined && { branch }), changed },
    }),
  };
  const clean = redactDeep(bundle, deps.patterns);
  // An id and a commit look like nothing else, and must be found again as they are.
  const { from, base } = bundle;
  const whole = {
    ...clean,
    from,
    ...(base && { base: { ...clean.base, commit: base.commit } }),
    ...(patch && patch.length > 0 && { patch: patch.toString('base64') }),
  };
  disk.writeUnlinked(path, `${JSON.stringify(whole, null, 1)}\n`, 0o600);
  const left = changed.length;
  const changes =
    left === 0 || options.patch
      ? ''
      : ` The work tree has ${left} uncommitted ${left === 1 ? 'change' : 'changes'}, which the bundle does not hold: add them with --patch, or commit and push them.`;
  return {
    text: `Wrote ${path}.${changes} Continue there with: holdfast handoff ${options.file} --to CLIENT`,
    ...(gone !== undefined && { warning: gone }),
    data: { file: path, session: event.sessionId, base: head ?? null, patch: patch?.length ?? 0 },
  };
}

/** A path from the top of the work tree, where it lies below. */
function inside(path: string, top: string | undefined): string {
  return top !== undefined && path.startsWith(`${top}/`) ? path.slice(top.length + 1) : path;
}

function ticketId(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/i, '');
}

/** The uncommitted changes. A secret in them cannot be taken out of a patch, so that they are refused whole. */
async function patchOf(
  context: CliContext,
  top: string | undefined,
  patterns: readonly RegExp[],
): Promise<Buffer> {
  const patch = top === undefined ? undefined : await makePatch(top, context.paths.home);
  if (patch === undefined) {
    throw new Fault('refused', 'git could not list the uncommitted changes.', {
      hint: 'Run it in a work tree with a commit, or leave --patch out.',
    });
  }
  const secret = secretsInPatch(patch.toString('utf8'), patterns);
  if (secret.length > 0) {
    throw new Fault(
      'refused',
      `The uncommitted changes contain what looks like a secret, in ${redact(secret.slice(0, 10).join(', '))}.`,
      { hint: 'Remove it from them, or leave --patch out.' },
    );
  }
  return patch;
}
