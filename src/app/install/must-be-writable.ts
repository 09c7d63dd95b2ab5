import { Fault } from '../../core/errors.ts';
import type { InstallContext } from './context.ts';

/** True where a file is there and marked read-only, as files are that another tool writes. */
export function isReadOnly({ disk }: Pick<InstallContext, 'disk'>, file: string): boolean {
  return ((disk.modeOf(file) ?? 0o600) & 0o200) === 0;
}

/** Throws a Fault before anything is changed where a settings file is marked read-only. `instead`: what to do in place of a change. */
export function mustBeWritable(context: InstallContext, file: string, instead: string): void {
  if (!isReadOnly(context, file)) return;
  throw new Fault('unwritable', `${file} cannot be written: it is marked read-only.`, {
    hint: `If another tool writes it, ${instead}. Otherwise make it writable (chmod u+w), then run this again. Nothing was changed there.`,
  });
}
