/** The scripts that a package manager names before it runs them, in their order; those of scripts that these call too. */
export function printedScripts(text: string): string[] {
  const named = underNames(text.split('\n'));
  if (named.length > 0) return named;
  // npm where the project has no name, yarn, bun.
  const whole = `${text.trimStart()}\n`;
  const first = (/^> [\w:.-]+\n((?:> .*\n?)+)/.exec(whole) ??
    /^(?:yarn run v\S+\n)?(\$ .*\n)/.exec(whole))?.[1];
  const lines = first?.split('\n').filter((line) => line !== '') ?? [];
  return lines.length === 0 ? [] : [lines.map((line) => line.slice(2)).join('\n')];
}

/** The lines of each script, below the line with which npm and pnpm name the package and the script. */
function underNames(lines: readonly string[]): string[] {
  const found: string[] = [];
  for (let at = 0; at < lines.length && found.length < most; at += 1) {
    const line = lines[at]!;
    if (!/^> \S{1,300} \S/.test(line) || !/^> [^@ ][^ ]*@\S/.test(line)) continue;
    const script: string[] = [];
    while (lines[at + 1]?.startsWith('> ')) {
      at += 1;
      script.push(lines[at]!.slice(2));
    }
    if (script.length > 0) found.push(script.join('\n'));
  }
  return found;
}

/** A script that calls more others is looked at so far. */
const most = 50;
