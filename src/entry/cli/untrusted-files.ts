import type { TrustItem } from '../../app/trust.ts';
import { counted } from './care.ts';
import type { CliContext } from './context.ts';
import { clip } from './table.ts';

const shownLines = 40;
const shownWidth = 200;

/** A file's beginning as a person is to read it: control characters, which could hide text, are made visible. */
function content(text: string, path: string): string {
  const all = text.replace(/\n$/, '').split('\n');
  const shown = all.slice(0, shownLines).map((line) => `  | ${clip(visible(line), shownWidth)}`);
  const rest = all.length - shown.length;
  return [path, ...shown, ...(rest > 0 ? [`  … ${counted(rest, 'more line')}`] : [])].join('\n');
}

function visible(line: string): string {
  return line
    .replace(/\r$/, '')
    .replaceAll('\t', '    ')
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, (char) => `\\u{${char.codePointAt(0)!.toString(16)}}`);
}

/** What stands in the files of the project that are not trusted as they are now, each with its path above it. */
export function untrustedContents(items: readonly TrustItem[]): string[] {
  return items
    .filter(({ state }) => state !== 'trusted')
    .map(({ path, text }) => content(text, path));
}

/** Shows the same. */
export function showUntrusted(context: CliContext, items: readonly TrustItem[]): void {
  for (const shown of untrustedContents(items)) context.say(`${shown}\n\n`);
}
