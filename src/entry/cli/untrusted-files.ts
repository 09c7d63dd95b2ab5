import type { TrustItem } from '../../app/trust.ts';
import { counted } from './care.ts';
import type { CliContext } from './context.ts';
import { clip } from './table.ts';

const shownLines = 40;
const shownWidth = 200;

/** A file's beginning as a person is to read it: control characters, which could hide text, are made visible. */
function content(text: string | undefined, path: string): string {
  const all = (text ?? '').replace(/\n$/, '').split('\n');
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

/** Shows what stands in the files of the project that are not trusted as they are now. */
export function showUntrusted(context: CliContext, items: readonly TrustItem[]): void {
  for (const { path, state } of items) {
    if (state === 'trusted') continue;
    const text = context.install.disk.readText(`${context.project}/${path}`);
    context.say(`${content(text, path)}\n\n`);
  }
}
