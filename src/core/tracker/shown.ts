import { fingerprint } from '../hash.ts';

/** What `prog show` prints behind the description, each with a heading of its own. */
const laterPart = /\n\n(?:Dependencies|Logs|Labels|Definition of [Dd]one|Suggested [^\n]*):\n/;

/**
 * What describes a task, from the output of the command that shows it: empty where nothing stands there, undefined where
 * the output does not tell. A part that is not known counts as the description, which then is nobody's to replace.
 */
export function shownDescription(argv: readonly string[], output: string): string | undefined {
  if (argv[0] !== 'prog' || argv[1] !== 'show') return output.trim();
  const text = output.replace(/\r\n/g, '\n');
  if (!/^ID:[ \t]*\S/m.test(text)) return undefined;
  const at = /^Description:[ \t]*\n/m.exec(text);
  if (at === null) return '';
  const rest = text.slice(at.index + at[0].length);
  const end = laterPart.exec(`${rest}\n`)?.index;
  return rest.slice(0, end).trim();
}

/** A digest of a description, the same however its blanks are wrapped. */
export function descriptionDigest(text: string): string {
  return fingerprint(text.replace(/\s+/g, ' ').trim());
}
