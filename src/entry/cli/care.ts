import type { CareContext } from '../../app/care/prune.ts';
import type { CliContext } from './context.ts';

/** What the use cases of state care work with. */
export function careContext(context: CliContext): CareContext {
  return { disk: context.install.disk, clock: context.install.clock, paths: context.paths };
}

/** `1 session`, `3 sessions`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
