/** Stands below our heading, so that our section is known again whatever its text is. */
const sign =
  '<!-- Kept by Holdfast: what stands up to the next heading of this level is replaced. -->';
const heading = '# Holdfast';

/**
 * Puts our section into a file that is another program's: in place of the one that is there, else at the end. All
 * other signs stay as they are. `body` holds no heading of the first level.
 */
export function withOwnSection(text: string, body: string): string {
  const lineEnd = /\r\n/.test(text) ? '\r\n' : '\n';
  const section = [heading, sign, '', ...body.trimEnd().split('\n'), ''].join(lineEnd);
  const place = placeOf(text);
  if (place === undefined) {
    const end = text === '' || text.endsWith('\n') ? '' : lineEnd;
    return `${text}${end}${text === '' ? '' : lineEnd}${section}`;
  }
  const rest = text.slice(place.end);
  return `${text.slice(0, place.start)}${section}${rest === '' ? '' : lineEnd}${rest}`;
}

/** A memory as the body of a section: its headings are one level deeper. */
export function asSectionBody(memory: string): string {
  return memory.replace(/^(#{1,5} )/gm, '#$1');
}

/** Where our section begins and ends: the one with our sign, else one of our name outside of code. */
function placeOf(text: string): { start: number; end: number } | undefined {
  let start: number | undefined;
  let signed = false;
  let fence: string | undefined;
  const lines = [...text.matchAll(/[^\n]*\n|[^\n]+$/g)];
  for (const [index, { 0: line, index: at }] of lines.entries()) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined && (fence === undefined || mark.startsWith(fence))) {
      fence = fence === undefined ? mark : undefined;
    }
    const isOwn = line.trimEnd() === heading;
    const isSigned = isOwn && lines[index + 1]?.[0].trimEnd() === sign;
    if (isSigned && !signed) {
      start = at;
      signed = true;
    } else if (isOwn && fence === undefined && start === undefined) {
      start = at;
    }
  }
  if (start === undefined) return undefined;
  const next = text.indexOf('\n# ', start + heading.length);
  return { start, end: next < 0 ? text.length : next + 1 };
}
