// Every run of blanks stands behind a part of its own, so that a script that does not fit is given up at once.
// What may be left out is left out only where it does not stand: else each bracket could be read in two ways.
const bracket = String.raw`\[(?:\^|(?!\^))(?:\]|(?!\]))[^\]/\n]*\]`;
const pattern = String.raw`(?:[^/\\\n[]|\\.|${bracket})`;
const address = String.raw`(?:\d+|\$|/${pattern}+/)`;
const range = String.raw`${address}\s*(?:,\s*(?:${address}|[+~]\d+)\s*)?`;
const substitution = String.raw`s/${pattern}*/(?:[^/\\\n]|\\.)*/[gpIi0-9]*`;
const step = String.raw`\s*(?:${range})?(?:!\s*)?(?:[p=qdl]|${substitution})\s*`;
const scriptForm = new RegExp(`^${step}(?:;${step})*(?:;\\s*)?$`);
/** Parts of a bracket expression within which some programs take a closing bracket or a slash for a letter. */
const nestedBracket = /\[[.=]/;

/** True for a sed script that prints, deletes lines from the output, quits or substitutes, and nothing else. */
export function isPrintingScript(script: string): boolean {
  return script.length < 1000 && !nestedBracket.test(script) && scriptForm.test(script);
}

/** `sed` that writes to its output only: plain flags, harmless scripts, then files. */
export function isPrintingSed(args: string[]): boolean {
  let scripts = 0;
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? '';
    if (/^-(?:[nErs]*e)$/.test(arg) || arg === '--expression') {
      at += 1;
      if (!isPrintingScript(args[at] ?? '')) return false;
      scripts += 1;
    } else if (arg.startsWith('-') && arg !== '-') {
      if (!/^-(?:[nErs]+|-quiet|-silent|-regexp-extended)$/.test(arg)) return false;
    } else if (scripts === 0) {
      if (args.slice(at + 1).some((later) => /^-\w*e/.test(later))) return false;
      if (!isPrintingScript(arg)) return false;
      scripts += 1;
    }
  }
  return scripts > 0;
}

/** The lines that a script of the form `5p`, `5,10p` or `5,$p` prints; undefined for any other script. */
export function printedLines(script: string): { start: number; end?: number } | undefined {
  const match = /^\s*(\d+)\s*(?:,\s*(\d+|\$)\s*)?p\s*(?:;\s*(?:\d+q\s*)?)?$/.exec(script);
  if (!match?.[1]) return undefined;
  const start = Number(match[1]);
  if (match[2] === '$') return { start };
  return { start, end: match[2] ? Number(match[2]) : start };
}
