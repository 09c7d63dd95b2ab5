import { fingerprint } from '../../core/hash.ts';
import { untrusted as oneLine } from '../../core/trust/untrusted.ts';
import type { Files } from '../ports.ts';
import type { StateStore } from '../task/store.ts';

/**
 * What a person is told of a project's configuration that has no effect, once for each state of the file;
 * undefined when it was said or there is nothing to say.
 */
export function untrustedNotice(
  machine: { files: Files; state: StateStore },
  untrusted: { file: string; state: 'new' | 'changed' } | undefined,
): string | undefined {
  if (untrusted === undefined) return undefined;
  const name = `trust-said/${fingerprint(untrusted.file)}`;
  const now = fingerprint(machine.files.readText(untrusted.file) ?? '');
  if (machine.state.read(name) === now) return undefined;
  try {
    machine.state.write(name, now);
  } catch {
    // It is said again the next time.
  }
  const what = untrusted.state === 'new' ? 'is not trusted yet' : 'changed since it was trusted';
  return `Holdfast: ${oneLine(untrusted.file, 300)} ${what}, so it has no effect. Read it, then run "holdfast trust".`;
}
