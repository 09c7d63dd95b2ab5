import type { FoldState } from '../snapshot/fold.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { entriesOf } from '../snapshot/table.ts';
import type { Role } from './role.ts';

/** Names of skills and commands that make a session a handler or a loop. */
export interface RoleNames {
  handlerCommands: readonly string[];
  loopCommands: readonly string[];
}

/** The role that invoking a skill or command of this name gives; `plugin:handler` counts as `handler`. */
export function roleOfName(name: string, names: RoleNames): Role | undefined {
  const bare = name.split(':').at(-1)!.trim().toLowerCase();
  const isOne = (one: string): boolean => one.toLowerCase() === bare;
  if (names.handlerCommands.some(isOne)) return 'handler';
  return names.loopCommands.some(isOne) ? 'loop' : undefined;
}

/** What a prompt invokes as its first word (`/handler`, `$handler`), with the words behind it. */
export function invokedBy(prompt: string): { name: string; words: string[] } | undefined {
  const found = /^\s*[/$]([\w:.-]{1,80})(?=\s|$)([^\n]{0,2000})/.exec(prompt);
  if (!found) return undefined;
  return { name: found[1]!, words: found[2]!.split(/\s+/).filter((word) => word !== '') };
}

/** The newest skill of the session that gives a role. */
export function roleOfSkills(
  { facts }: Pick<Snapshot, 'facts'>,
  names: RoleNames,
): { role: Role; invoked: string } | undefined {
  for (const fact of [...facts].reverse()) {
    const role = fact.kind === 'skill' ? roleOfName(fact.value, names) : undefined;
    if (role !== undefined) return { role, invoked: fact.value };
  }
  return undefined;
}

/** True where the record shows the call of a skill that gives a role, and no result yet. */
export function isRoleOpen({ pending }: Pick<FoldState, 'pending'>, names: RoleNames): boolean {
  return entriesOf(pending).some(
    ([, { kind, detail }]) =>
      kind === 'skill' && detail !== undefined && roleOfName(detail, names) !== undefined,
  );
}

/** Texts of which one stands in a record's row that tells of such a skill, on hosts that write it so. */
export function roleTexts({ handlerCommands, loopCommands }: RoleNames): string[] {
  return [...handlerCommands, ...loopCommands].map((name) => `"skill":${JSON.stringify(name)}`);
}
