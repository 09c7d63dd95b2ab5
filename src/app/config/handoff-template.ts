import type { Files } from '../ports.ts';
import { handoffPath, trustedText } from '../trust.ts';

export interface HandoffTemplate {
  /** The form that a summary is asked for in; undefined where nobody wrote one. */
  text?: string;
  /** The project has one that no person trusts as it is; it has no effect. */
  untrusted?: { file: string; state: 'new' | 'changed' };
}

/** The form of a summary: the project's where a person trusts it, else the person's own. Read anew at each call. */
export function handoffTemplate(
  files: Files,
  places: { own: string; project?: string; trust: string },
): HandoffTemplate {
  const own = files.readText(places.own)?.trim() || undefined;
  if (places.project === undefined) return { text: own };
  const shared = trustedText(files, places.trust, places.project, handoffPath);
  if (shared.state === 'trusted') return { text: shared.text.trim() || own };
  if (shared.state === 'absent') return { text: own };
  return {
    text: own,
    untrusted: { file: `${places.project}/${handoffPath}`, state: shared.state },
  };
}
