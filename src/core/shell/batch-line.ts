/** Signs that `cmd.exe` takes for its own outside of what it keeps together. */
const ownSigns = /[()\][%!^"`<>&|;, *?]/g;

/**
 * The text behind `/d /s /c` with which `cmd.exe` starts a batch file with these arguments, each of them as it is. A batch file
 * hands its arguments on by `%*`, which is read once more, so that they are marked twice. The whole stands in quotes of its own.
 */
export function batchLine(file: string, args: readonly string[]): string {
  const words = [marked(file), ...args.map((arg) => marked(marked(quoted(arg))))];
  return `"${words.join(' ')}"`;
}

/** An argument as programs of Windows take one apart: backslashes count double only before a quote. */
function quoted(arg: string): string {
  // What stands before a quote or the end, its backslashes twice.
  const parts = arg.split('"').map((part) => `${part}${part.slice(withoutEnd(part))}`);
  return `"${parts.join('\\"')}"`;
}

/** Where the backslashes at the end of a text begin. */
function withoutEnd(text: string): number {
  let end = text.length;
  while (end > 0 && text[end - 1] === '\\') end -= 1;
  return end;
}

function marked(text: string): string {
  return text.replaceAll(ownSigns, '^$&');
}
