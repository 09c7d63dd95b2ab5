import type { CliContext } from './context.ts';

/**
 * The id of the session in whose shell this runs; undefined where it runs in none. An agent that another one started
 * inherits the other's variables. The session that counts is then the innermost: the one whose variable an ancestor,
 * looked for from here upwards, was started without first.
 */
export function currentSession(context: CliContext): string | undefined {
  const set = context.install.hosts.flatMap(({ sessionVariable: name }) => {
    const id = name === undefined ? undefined : context.env[name];
    return name !== undefined && id ? [{ name, id }] : [];
  });
  if (set.length < 2) return set[0]?.id;
  for (const { variables, how } of context.lineage()) {
    if (how !== 'started' || variables.length === 0) continue;
    const since = set.find(({ name }) => !variables.includes(name));
    if (since !== undefined) return since.id;
  }
  return set[0]?.id;
}
