import type { InitPlan, InitTarget } from '../../app/install/init.ts';
import type { Change } from '../../core/install/host-install.ts';
import { counted } from './care.ts';

/** Says of a host that nobody ran here what Holdfast knows of it. */
export function basisOf({ install }: InitTarget): string {
  return install.fromDocuments ? ' (from documentation, not run)' : '';
}

export function backedUp({ change, exists }: InitTarget): boolean {
  return exists && change.passes.length > 0;
}

/** The settings file, and where it really is. */
export function placeOf({ file, landing, linked, outside }: InitTarget): string {
  if (!linked) return file;
  return `${file}, which leads to ${landing}${outside ? ', outside of this project' : ''}`;
}

export function intention(target: InitTarget): string {
  const { change, exists } = target;
  const place = placeOf(target);
  if (change.passes.length === 0) return `leave ${place} as it is`;
  if (!exists)
    return `make ${place} with ${[...addedHooks(target), ...statusLine(target, { added: '' }), ...server(target, 'the MCP server')].join(' and ')}`;
  const parts = [];
  if (change.added > 0) parts.push(`add ${counted(change.added, 'hook')}`);
  if (change.updated > 0) parts.push(`bring ${counted(change.updated, 'hook')} up to date`);
  if (change.removed > 0) parts.push(`take ${counted(change.removed, 'old one')} out`);
  parts.push(...statusLine(target, { added: 'add', updated: 'renew', removed: 'take out' }));
  parts.push(...server(target, `${change.server === 'updated' ? 'bring' : 'add'} the MCP server`));
  return `${parts.join(', ')}${change.server === 'updated' ? ' up to date' : ''} in ${place}`;
}

export function summary(target: InitTarget): string {
  const { change } = target;
  if (change.passes.length === 0) return alreadyThere(target);
  const parts = [];
  if (change.added > 0) parts.push(`${counted(change.added, 'hook')} added`);
  if (change.updated > 0) parts.push(`${counted(change.updated, 'hook')} brought up to date`);
  if (change.removed > 0) parts.push(`${counted(change.removed, 'old one')} taken out`);
  const word = { added: 'added to', updated: 'renewed in', removed: 'taken out of' };
  const how = change.statusLine === 'other' ? undefined : change.statusLine;
  if (how !== undefined) parts.push(`${word[how]} the status line`);
  const done = change.server === 'updated' ? 'brought up to date' : 'added';
  parts.push(...server(target, `the MCP server ${done}`));
  return parts.join(', ');
}

function alreadyThere({ install, change }: InitTarget): string {
  const hooks = install.part === 'server' ? [] : ['the hooks'];
  const own = install.part === undefined || change.server === 'other' ? [] : ['the MCP server'];
  const things = [...hooks, ...own];
  if (things.length === 0) return 'nothing was put';
  return `${things.join(' and ')} ${things[0] === 'the hooks' ? 'were' : 'was'} already`;
}

/** The words of what becomes of the status line. */
function statusLine(
  { change }: InitTarget,
  verbs: Partial<Record<NonNullable<Change['statusLine']>, string>>,
): string[] {
  const verb = change.statusLine && verbs[change.statusLine];
  return verb === undefined ? [] : [`${verb} the status line`.trim()];
}

function addedHooks({ change }: InitTarget): string[] {
  return change.added > 0 ? [counted(change.added, 'hook')] : [];
}

/** The words where the entry of the MCP server is put in or renewed. */
function server({ change }: InitTarget, words: string): string[] {
  return change.server === 'added' || change.server === 'updated' ? [words] : [];
}

export function notFound(target: InitTarget): string {
  return `${target.install.title} was not found on this machine (no ${target.install.program} on PATH, no configuration folder); installing for it all the same.`;
}

export function targetData(plan: InitPlan, backups: Map<string, string | undefined>): unknown[] {
  return plan.targets.map(({ install, found, scope, file, landing, change }) => ({
    host: install.host,
    found,
    scope,
    file,
    realFile: landing,
    added: change.added,
    updated: change.updated,
    removed: change.removed,
    server: change.server ?? null,
    ...(change.statusLine === undefined ? {} : { statusLine: change.statusLine }),
    backup: backups.get(file) ?? null,
  }));
}
