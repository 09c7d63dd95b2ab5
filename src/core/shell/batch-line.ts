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
  return `"${arg.replaceAll(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1')}"`;
}

function marked(text: string): string {
  return text.replaceAll(ownSigns, '^$&');
}
