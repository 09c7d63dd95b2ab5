import { withoutControls } from '../trust/untrusted.ts';

/** One file of a patch: its path from the top of the work tree. */
export interface PatchedFile {
  path: string;
  /** True for a file that the patch makes. */
  isNew: boolean;
}

const renamed = 'it renames or copies files, or names one file twice';
const odd = 'it is not in the form in which Holdfast makes one';

/**
 * The files of a patch, or why it is not applied whatever git says of it. Only what an export of Holdfast writes is read: every
 * line must have its place in it, since git reads more forms than it writes. `patch`: its bytes, one a character.
 */
export function readPatch(patch: string): PatchedFile[] | string {
  if (!patch.endsWith('\n')) return odd;
  const lines = patch.slice(0, -1).split('\n');
  const files: PatchedFile[] = [];
  const seen = new Set<string>();
  for (let at = 0; at < lines.length; ) {
    const read = readFile(lines, at);
    if (typeof read === 'string') return read;
    const against = refusedPath(read.path);
    if (against !== undefined) return against;
    if (seen.has(read.path)) return renamed;
    seen.add(read.path);
    files.push({ path: read.path, isNew: read.isNew });
    at = read.next;
  }
  return files.length === 0 ? odd : files;
}

function readFile(
  lines: readonly string[],
  from: number,
): (PatchedFile & { next: number }) | string {
  const named = /^diff --git (.*)$/.exec(lines[from]!)?.[1];
  if (named === undefined) return odd;
  // Both halves name the same file, so that the middle is where they part.
  const half = (named.length - 1) / 2;
  const [left, right] = [named.slice(0, half), named.slice(half + 1)];
  if (!Number.isInteger(half) || named[half] !== ' ') return renamed;
  const path = pathIn(left, 'a/');
  if (path === undefined || pathIn(right, 'b/') !== path) return renamed;
  let at = from + 1;
  const next = (pattern: RegExp): boolean => {
    const hit = pattern.test(lines[at] ?? '');
    if (hit) at += 1;
    return hit;
  };
  const isNew = next(/^new file mode 100(?:644|755)$/);
  const isGone = !isNew && next(/^deleted file mode 100(?:644|755)$/);
  const isOther = !isNew && !isGone && next(/^old mode 100(?:644|755)$/);
  if (isOther && !next(/^new mode 100(?:644|755)$/)) return unread(lines[at]);
  const hasIndex = next(/^index [0-9a-f]{4,64}\.\.[0-9a-f]{4,64}(?: 100(?:644|755))?$/);
  if (lines[at] === 'GIT binary patch') {
    const end = afterBinary(lines, at + 1);
    return end === undefined ? odd : { path, isNew, next: end };
  }
  if (lines[at] !== undefined && !lines[at]!.startsWith('diff --git ')) {
    // A name with a blank in it has a tab behind it here.
    const old = lines[at]!.replace(/\t$/, '');
    const now = (lines[at + 1] ?? '').replace(/\t$/, '');
    if (old !== `--- ${isNew ? '/dev/null' : left}`) return unread(lines[at]);
    if (now !== `+++ ${isGone ? '/dev/null' : right}`) return odd;
    const end = afterHunks(lines, at + 2);
    return end === undefined ? odd : { path, isNew, next: end };
  }
  return isNew || isGone || isOther || hasIndex ? { path, isNew, next: at } : odd;
}

/** What is wrong with a line that has no place in a patch of ours. */
function unread(line = ''): string {
  if (/mode|^index /.test(line)) return 'it changes links or submodules';
  return /^(?:rename|copy|similarity|dissimilarity)/.test(line) ? renamed : odd;
}

/** A path as git writes it, in quotes where it must, without its prefix. */
function pathIn(written: string, prefix: string): string | undefined {
  const inside = /^"((?:[^"\\]|\\(?:[abfnrtv"\\]|[0-3][0-7]{2}))*)"$/.exec(written)?.[1];
  if (inside === undefined && /["\\\u0000-\u001f\u007f]/.test(written)) return undefined;
  const path = inside === undefined ? written : unquoted(inside);
  return path.startsWith(prefix) && path.length > prefix.length
    ? new TextDecoder().decode(Uint8Array.from(path.slice(prefix.length), codeOf))
    : undefined;
}

const codeOf = (char: string): number => char.charCodeAt(0);

function unquoted(text: string): string {
  return text.replace(/\\([0-7]{3}|.)/g, (_, code: string) =>
    code.length === 3 ? String.fromCharCode(Number.parseInt(code, 8)) : (escapes[code] ?? code),
  );
}

const escapes: Record<string, string> = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** The line after the hunks that begin here; undefined where a line has no place in them. */
function afterHunks(lines: readonly string[], from: number): number | undefined {
  let at = from;
  while (lines[at]?.startsWith('@@ ')) {
    const head = /^@@ -\d{1,9}(?:,(\d{1,9}))? \+\d{1,9}(?:,(\d{1,9}))? @@(?: |$)/.exec(lines[at]!);
    if (head === null) return undefined;
    let old = Number(head[1] ?? 1);
    let now = Number(head[2] ?? 1);
    at += 1;
    while (old > 0 || now > 0) {
      const sign = (lines[at] ?? '?')[0] ?? ' ';
      if (sign === ' ' || sign === '-') old -= 1;
      if (sign === ' ' || sign === '+') now -= 1;
      if (!' -+\\'.includes(sign) || old < 0 || now < 0) return undefined;
      at += 1;
    }
    if (lines[at]?.startsWith('\\ ')) at += 1;
  }
  return at > from ? at : undefined;
}

/** The line after both halves of a change of bytes. */
function afterBinary(lines: readonly string[], from: number): number | undefined {
  let at = from;
  for (let half = 0; half < 2; half += 1) {
    if (!/^(?:literal|delta) \d{1,10}$/.test(lines[at] ?? '')) return undefined;
    at += 1;
    while (/^[A-Za-z][!-~]{5,70}$/.test(lines[at] ?? '')) at += 1;
    if (lines[at] !== '') return undefined;
    at += 1;
  }
  return at;
}

function refusedPath(path: string): string | undefined {
  const steps = path.split(/[/\\]/);
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path) || steps.includes('..'))
    return 'it names files outside of the project';
  if (steps.some((step) => /^\.git[. ]*(?::|$)|^git~\d/i.test(step)))
    return "it changes git's own files";
  const isShown = path === withoutControls(path) && !/[\n\t\ufffd]/.test(path);
  return isShown && path.length <= 1_000 ? undefined : 'it has a file whose name cannot be shown';
}
